-- A completed order's price stands in the ledger as revenue, but for the tolerance of 0.5 % and what was given back.
SELECT o."id", o."payPrice" FROM "Order" o
WHERE COALESCE(o."formerStatus", o."status") = 1 AND (
  SELECT COALESCE(SUM(e."amount"), 0) FROM "LedgerTransfer" t
  JOIN "LedgerEntry" e ON e."transferId" = t."id" AND e."accountId" = 'revenue/USD'
  WHERE t."orderId" = o."id" AND e."amount" > 0
) < o."payPrice" - o."payPrice" * 5 / 1000
