-- A part of a price that the ledger pays stands there: held by a hold of its amount, or taken by a transfer.
SELECT p."id", p."state" FROM "PaymentPart" p JOIN "Order" o ON o."id" = p."orderId"
WHERE p."currency" <> 'USD' AND (
  (p."state" IN ('paid', 'refunded') AND NOT EXISTS (
    SELECT 1 FROM "LedgerEntry" e JOIN "LedgerAccount" a ON a."id" = e."accountId"
    WHERE e."transferId" = p."transferId" AND a."userId" = o."userId" AND a."currency" = p."currency"
      AND e."amount" = -p."units"
  ))
  OR (p."state" = 'released' AND EXISTS (
    SELECT 1 FROM "LedgerHold" h WHERE h."id" = p."holdId" AND h."state" IN ('open', 'posted')
  ))
  OR (p."state" = 'held' AND NOT EXISTS (
    SELECT 1 FROM "LedgerHold" h WHERE h."id" = p."holdId" AND h."amount" = p."units" AND h."state" <> 'posted'
  ))
)
