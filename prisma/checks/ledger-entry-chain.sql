-- An account's entries are numbered from 1 without gaps, each with the balance that the one before it and its amount make.
SELECT e."accountId", e."seq"
FROM "LedgerEntry" e LEFT JOIN "LedgerEntry" p ON p."accountId" = e."accountId" AND p."seq" = e."seq" - 1
WHERE e."seq" < 1 OR (e."seq" > 1 AND p."seq" IS NULL)
  OR e."balanceAfter" <> COALESCE(p."balanceAfter", 0) + e."amount"
