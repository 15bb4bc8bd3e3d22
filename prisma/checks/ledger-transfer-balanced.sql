-- A transfer sums to zero in each currency.
SELECT e."transferId", a."currency", SUM(e."amount") AS "sum"
FROM "LedgerEntry" e JOIN "LedgerAccount" a ON a."id" = e."accountId"
GROUP BY e."transferId", a."currency" HAVING SUM(e."amount") <> 0
