-- A customer has at most five living lists (C1202).
SELECT "ownerId", COUNT(*) AS "lists" FROM "ChannelList" WHERE "kind" = 'user' AND "deletedAt" IS NULL GROUP BY "ownerId" HAVING COUNT(*) > 5
