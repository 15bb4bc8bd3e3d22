-- A confirmed deposit has one result with its transfer, or waits: for the rest of an order that can still be paid, or for
-- a person. What is not confirmed has none. One that is worth nothing moves nothing.
SELECT d."id", d."state", d."result" FROM "Deposit" d JOIN "PaymentAttempt" a ON a."id" = d."attemptId"
LEFT JOIN "Order" o ON o."id" = a."orderId"
WHERE (d."result" IS NULL AND d."settledAt" IS NOT NULL)
  OR (d."result" IN ('order', 'credit', 'refund') AND d."settledAt" IS NULL)
  OR d."result" NOT IN ('order', 'credit', 'refund', 'person')
  OR (d."result" IN ('order', 'credit', 'refund') AND d."usd" > 0 AND NOT EXISTS (
    SELECT 1 FROM "LedgerTransfer" t WHERE t."id" = d."transferId"
  ))
  OR (d."state" NOT IN ('confirmed', 'wrong-asset') AND d."result" IS NOT NULL)
  OR (d."state" = 'confirmed' AND d."result" IS NULL
    AND (o."id" IS NULL OR COALESCE(o."formerStatus", o."status") NOT IN (0, 4, 5, 7, 8)))
