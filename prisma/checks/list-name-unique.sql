-- Two living lists of one owner never have the same name (C1125).
SELECT "ownerId", "kind", "nameKey", COUNT(*) AS "lists" FROM "ChannelList" WHERE "deletedAt" IS NULL AND "kind" = 'user' GROUP BY "ownerId", "kind", "nameKey" HAVING COUNT(*) > 1
