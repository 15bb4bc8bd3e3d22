-- A balance is the sum of its entries, and its number that of its last one.
SELECT a."id", a."balance", a."lastSeq", COALESCE(SUM(e."amount"), 0) AS "sum", COUNT(e."seq") AS "entries"
FROM "LedgerAccount" a LEFT JOIN "LedgerEntry" e ON e."accountId" = a."id"
GROUP BY a."id", a."balance", a."lastSeq"
HAVING a."balance" <> COALESCE(SUM(e."amount"), 0) OR a."lastSeq" <> COUNT(e."seq")
