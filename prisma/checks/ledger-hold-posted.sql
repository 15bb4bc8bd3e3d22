-- What a posted hold's transfer takes from its account is at most what was held.
SELECT h."id" FROM "LedgerHold" h WHERE h."state" = 'posted' AND NOT EXISTS (
  SELECT 1 FROM "LedgerEntry" e
  WHERE e."transferId" = h."transferId" AND e."accountId" = h."accountId"
    AND e."amount" < 0 AND e."amount" >= -h."amount"
)
