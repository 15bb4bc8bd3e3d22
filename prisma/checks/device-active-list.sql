-- The list that a box loads is alive.
SELECT d."sn", d."activeListId" FROM "Device" d JOIN "ChannelList" l ON l."id" = d."activeListId" WHERE l."deletedAt" IS NOT NULL
