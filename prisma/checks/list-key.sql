-- One key signs lists and one waits at most; a retired one has no private half any more, the others have theirs.
SELECT "id", "state" FROM "ListKey" AS k
WHERE "state" NOT IN ('next', 'current', 'retired')
   OR ("state" = 'retired') <> ("privateSealed" IS NULL)
   OR ("state" <> 'retired' AND EXISTS (
        SELECT 1 FROM "ListKey" AS other WHERE other."state" = k."state" AND other."id" <> k."id"))
