-- Codes that become Mango, and what an operator asks for that a second one must confirm.
CREATE TABLE "RedeemBatch" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "value" BIGINT NOT NULL,
    "count" INTEGER NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "makerId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "shownAt" DATETIME,
    "withdrawnAt" DATETIME,
    CONSTRAINT "RedeemBatch_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RedeemBatch_value" CHECK ("value" > 0),
    CONSTRAINT "RedeemBatch_count" CHECK ("count" BETWEEN 1 AND 1000)
);
CREATE INDEX "RedeemBatch_createdAt_idx" ON "RedeemBatch"("createdAt");
CREATE TABLE "RedeemCode" (
    "batchId" TEXT NOT NULL,
    "place" INTEGER NOT NULL,
    "codeHash" TEXT NOT NULL,
    "userId" TEXT,
    "redeemedAt" DATETIME,
    "transferId" TEXT,

    PRIMARY KEY ("batchId", "place"),
    CONSTRAINT "RedeemCode_batchId_fkey" FOREIGN KEY ("batchId") REFERENCES "RedeemBatch" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RedeemCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RedeemCode_used" CHECK (("userId" IS NULL) = ("redeemedAt" IS NULL) AND ("userId" IS NULL) = ("transferId" IS NULL))
);
CREATE UNIQUE INDEX "RedeemCode_codeHash_key" ON "RedeemCode"("codeHash");
CREATE UNIQUE INDEX "RedeemCode_transferId_key" ON "RedeemCode"("transferId");
CREATE INDEX "RedeemCode_userId_idx" ON "RedeemCode"("userId");
-- What a batch is worth stays, and a code that was used stays used by whoever used it.
CREATE TRIGGER "RedeemBatch_identity" BEFORE UPDATE ON "RedeemBatch"
WHEN NEW."id" <> OLD."id" OR NEW."value" <> OLD."value" OR NEW."count" <> OLD."count" OR NEW."endsAt" <> OLD."endsAt"
  OR NEW."makerId" <> OLD."makerId" OR (OLD."withdrawnAt" IS NOT NULL AND NEW."withdrawnAt" IS NOT OLD."withdrawnAt")
BEGIN SELECT RAISE(ABORT, 'a batch of codes stays what it is'); END;
CREATE TRIGGER "RedeemCode_once" BEFORE UPDATE ON "RedeemCode"
WHEN OLD."userId" IS NOT NULL OR NEW."codeHash" <> OLD."codeHash" OR NEW."batchId" <> OLD."batchId"
  OR NEW."place" <> OLD."place"
BEGIN SELECT RAISE(ABORT, 'a code is used once'); END;
CREATE TRIGGER "RedeemCode_delete" BEFORE DELETE ON "RedeemCode"
WHEN OLD."userId" IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a code that was used is never deleted'); END;

CREATE TABLE "OperatorProposal" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "asked" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "why" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "proposerId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "deciderId" TEXT,
    "decidedAt" DATETIME,
    "decidedWhy" TEXT,
    CONSTRAINT "OperatorProposal_proposerId_fkey" FOREIGN KEY ("proposerId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "OperatorProposal_deciderId_fkey" FOREIGN KEY ("deciderId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "OperatorProposal_state" CHECK ("state" IN ('waiting', 'confirmed', 'refused')),
    CONSTRAINT "OperatorProposal_total" CHECK ("total" > 0),
    CONSTRAINT "OperatorProposal_decided" CHECK (("state" = 'waiting') = ("decidedAt" IS NULL)),
    CONSTRAINT "OperatorProposal_two" CHECK ("state" <> 'confirmed' OR "deciderId" <> "proposerId")
);
CREATE INDEX "OperatorProposal_state_endsAt_idx" ON "OperatorProposal"("state", "endsAt");
CREATE INDEX "OperatorProposal_createdAt_idx" ON "OperatorProposal"("createdAt");
CREATE TRIGGER "OperatorProposal_identity" BEFORE UPDATE ON "OperatorProposal"
WHEN OLD."state" <> 'waiting' OR NEW."id" <> OLD."id" OR NEW."kind" <> OLD."kind" OR NEW."asked" <> OLD."asked"
  OR NEW."currency" <> OLD."currency" OR NEW."total" <> OLD."total" OR NEW."why" <> OLD."why"
  OR NEW."proposerId" <> OLD."proposerId" OR NEW."createdAt" <> OLD."createdAt" OR NEW."endsAt" <> OLD."endsAt"
BEGIN SELECT RAISE(ABORT, 'what was asked for stays, and is decided once'); END;

CREATE TABLE "OperatorGrant" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "currency" TEXT NOT NULL,
    "total" BIGINT NOT NULL,
    "operatorId" TEXT NOT NULL,
    "isAlone" BOOLEAN NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "OperatorGrant_operatorId_fkey" FOREIGN KEY ("operatorId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "OperatorGrant_operatorId_at_idx" ON "OperatorGrant"("operatorId", "at");
