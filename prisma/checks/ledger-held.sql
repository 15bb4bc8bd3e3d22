-- What an account has set aside is the sum of its open holds.
SELECT a."id", a."held", COALESCE(SUM(h."amount"), 0) AS "open"
FROM "LedgerAccount" a LEFT JOIN "LedgerHold" h ON h."accountId" = a."id" AND h."state" = 'open'
GROUP BY a."id", a."held" HAVING a."held" <> COALESCE(SUM(h."amount"), 0)
