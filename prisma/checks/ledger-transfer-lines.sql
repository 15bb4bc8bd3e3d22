-- A transfer has all of its lines, numbered from 1.
SELECT t."id", t."lines", COUNT(e."line") AS "found"
FROM "LedgerTransfer" t LEFT JOIN "LedgerEntry" e ON e."transferId" = t."id"
GROUP BY t."id", t."lines"
HAVING COUNT(e."line") <> t."lines" OR MIN(e."line") <> 1 OR MAX(e."line") <> t."lines"
