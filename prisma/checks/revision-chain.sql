-- Undo and redo lead to revisions that are there, undo always to an older one.
SELECT r."listId", r."number", r."undoTo", r."redoTo" FROM "ListRevision" r
WHERE (r."undoTo" IS NOT NULL AND (r."undoTo" >= r."number" OR NOT EXISTS (SELECT 1 FROM "ListRevision" u WHERE u."listId" = r."listId" AND u."number" = r."undoTo")))
   OR (r."redoTo" IS NOT NULL AND NOT EXISTS (SELECT 1 FROM "ListRevision" u WHERE u."listId" = r."listId" AND u."number" = r."redoTo"))
