-- An account has at most twenty categories of links (Q2102).
SELECT "userId", COUNT(*) AS "shelves" FROM "LinkShelf" WHERE "deletedAt" IS NULL GROUP BY "userId", "service" HAVING COUNT(*) > 20
