-- What a second operator is asked for stays as it was asked for: it begins waiting, is never replaced and never deleted,
-- and while it waits nobody has decided it.
DROP TRIGGER "OperatorProposal_identity";
CREATE TRIGGER "OperatorProposal_identity" BEFORE UPDATE ON "OperatorProposal"
WHEN OLD."state" <> 'waiting' OR NEW."state" = 'waiting' OR NEW."deciderId" IS NULL OR NEW."id" <> OLD."id"
  OR NEW."kind" <> OLD."kind" OR NEW."asked" <> OLD."asked" OR NEW."currency" <> OLD."currency"
  OR NEW."total" <> OLD."total" OR NEW."why" <> OLD."why" OR NEW."proposerId" <> OLD."proposerId"
  OR NEW."createdAt" <> OLD."createdAt" OR NEW."endsAt" <> OLD."endsAt"
BEGIN SELECT RAISE(ABORT, 'what was asked for stays, and is decided once'); END;
CREATE TRIGGER "OperatorProposal_insert" BEFORE INSERT ON "OperatorProposal"
WHEN NEW."state" <> 'waiting' OR NEW."deciderId" IS NOT NULL OR NEW."endsAt" <= NEW."createdAt"
  OR EXISTS (SELECT 1 FROM "OperatorProposal" p WHERE p."id" = NEW."id")
BEGIN SELECT RAISE(ABORT, 'what is asked for begins waiting and is never replaced'); END;
CREATE TRIGGER "OperatorProposal_delete" BEFORE DELETE ON "OperatorProposal"
BEGIN SELECT RAISE(ABORT, 'what was asked for is never deleted'); END;

-- What was given counts in the day's sum, and says who confirmed it.
CREATE TRIGGER "OperatorGrant_insert" BEFORE INSERT ON "OperatorGrant"
WHEN EXISTS (SELECT 1 FROM "OperatorGrant" g WHERE g."id" = NEW."id")
BEGIN SELECT RAISE(ABORT, 'what was given is never replaced'); END;
CREATE TRIGGER "OperatorGrant_update" BEFORE UPDATE ON "OperatorGrant"
BEGIN SELECT RAISE(ABORT, 'what was given is never changed'); END;
CREATE TRIGGER "OperatorGrant_delete" BEFORE DELETE ON "OperatorGrant"
BEGIN SELECT RAISE(ABORT, 'what was given is never deleted'); END;
