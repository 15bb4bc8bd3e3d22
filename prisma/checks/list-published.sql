-- What is out of a list is a version of that very list that is kept, and so is what is staged; a User list has neither, a
-- deleted list no stage.
SELECT l."id", l."publishedId", l."stagedId" FROM "ChannelList" l
WHERE (l."kind" = 'user' AND (l."publishedId" IS NOT NULL OR l."stagedId" IS NOT NULL OR l."titles" IS NOT NULL))
   OR (l."deletedAt" IS NOT NULL AND l."stagedId" IS NOT NULL)
   OR (l."publishedId" IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "ListPublication" p JOIN "ListRevision" r ON r."listId" = p."listId" AND r."number" = p."revision"
        WHERE p."id" = l."publishedId" AND p."listId" = l."id" AND p."state" = 'out' AND p."percent" = 100 AND p."models" IS NULL AND p."softwareFrom" IS NULL AND p."outAt" IS NOT NULL AND p."endedAt" IS NULL))
   OR (l."stagedId" IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "ListPublication" p JOIN "ListRevision" r ON r."listId" = p."listId" AND r."number" = p."revision"
        WHERE p."id" = l."stagedId" AND p."listId" = l."id" AND p."state" = 'staged' AND (p."percent" IN (1, 10, 50) OR (p."percent" = 100 AND (p."models" IS NOT NULL OR p."softwareFrom" IS NOT NULL))) AND p."endedAt" IS NULL))
