-- The list that a box loads is alive, and somebody gets it.
SELECT d."sn", d."activeListId" FROM "Device" d JOIN "ChannelList" l ON l."id" = d."activeListId"
WHERE l."deletedAt" IS NOT NULL OR (l."kind" <> 'user' AND l."publishedId" IS NULL AND l."stagedId" IS NULL)
