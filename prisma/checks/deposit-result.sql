-- A confirmed deposit has one result with its transfer, or waits: for the rest of an order that can still be paid, or for
-- a person. What is not confirmed has none. One that is worth nothing moves nothing. What was sent back by hand says where to
-- and by which transaction, and nothing else does.
SELECT d."id", d."state", d."result" FROM "Deposit" d JOIN "PaymentAttempt" a ON a."id" = d."attemptId"
LEFT JOIN "Order" o ON o."id" = a."orderId"
WHERE (d."result" IS NULL AND d."settledAt" IS NOT NULL)
  OR (d."result" IN ('order', 'credit', 'refund', 'returned') AND d."settledAt" IS NULL)
  OR d."result" NOT IN ('order', 'credit', 'refund', 'returned', 'person')
  OR (d."result" IN ('order', 'credit', 'refund', 'returned') AND d."usd" > 0 AND NOT EXISTS (
    SELECT 1 FROM "LedgerTransfer" t WHERE t."id" = d."transferId"
  ))
  OR (d."state" NOT IN ('confirmed', 'wrong-asset') AND d."result" IS NOT NULL)
  OR (d."state" = 'confirmed' AND d."result" IS NULL
    AND (o."id" IS NULL OR COALESCE(o."formerStatus", o."status") NOT IN (0, 4, 5, 7, 8)))
  OR (d."result" = 'returned' AND (d."returnAddress" IS NULL OR d."returnHash" IS NULL))
  OR (d."returnHash" IS NOT NULL AND d."result" IS NOT 'returned')
