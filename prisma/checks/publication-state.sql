-- A publication is out or staged exactly where its list says so; one that has ended says when and holds no copy.
SELECT p."id", p."state" FROM "ListPublication" p JOIN "ChannelList" l ON l."id" = p."listId"
WHERE p."state" NOT IN ('staged', 'out', 'past', 'withdrawn', 'rolled-back', 'unpublished', 'failed')
   OR (p."state" = 'out' AND (l."publishedId" IS NULL OR l."publishedId" <> p."id"))
   OR (p."state" = 'staged' AND (l."stagedId" IS NULL OR l."stagedId" <> p."id"))
   OR (p."state" NOT IN ('staged', 'out') AND (p."endedAt" IS NULL OR p."shown" IS NOT NULL OR p."shownSourceId" IS NOT NULL))
   OR (p."beforeId" IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM "ListPublication" b WHERE b."id" = p."beforeId" AND b."listId" = p."listId"))
