-- A transfer that takes another one back has the opposite of each of its lines, and no others.
SELECT t."id" FROM "LedgerTransfer" t JOIN "LedgerTransfer" f ON f."id" = t."reversesId"
WHERE t."lines" <> f."lines" OR EXISTS (
  SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = f."id" AND NOT EXISTS (
    SELECT 1 FROM "LedgerEntry" r
    WHERE r."transferId" = t."id" AND r."accountId" = e."accountId" AND r."amount" = -e."amount"
  )
)
