-- Whoever gives money of an order back has looked at what is left: all that was given back by then, and what a bank had
-- taken by then and kept, is never more than what was paid for it. A bank may take what was given back already (that is
-- owed), but never more than the payment.
SELECT r."orderId", r."id" FROM "OrderRefund" r JOIN "Order" o ON o."id" = r."orderId"
WHERE r."state" IN ('asked', 'done') AND (
  SELECT COALESCE(SUM(x."amount"), 0) FROM "OrderRefund" x
  WHERE x."orderId" = o."id" AND x."state" IN ('asked', 'done') AND x."createdAt" <= r."createdAt"
) + (
  SELECT COALESCE(SUM(d."amount"), 0) FROM "Dispute" d
  JOIN "LedgerTransfer" t ON t."id" = d."withdrawnTransferId" AND t."at" < r."createdAt"
  WHERE d."orderId" = o."id" AND d."reinstatedTransferId" IS NULL
) > o."actuallyPaid"
UNION ALL
SELECT d."orderId", d."id" FROM "Dispute" d
WHERE d."withdrawnTransferId" IS NOT NULL AND d."amount" > (
  SELECT COALESCE(SUM(p."usd"), 0) FROM "Deposit" p
  WHERE p."attemptId" = d."attemptId" AND p."state" IN ('confirmed', 'wrong-asset')
)
