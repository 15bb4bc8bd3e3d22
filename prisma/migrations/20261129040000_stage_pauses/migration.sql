-- AlterTable
ALTER TABLE "ListPublication" ADD COLUMN "opensAt" INTEGER;
ALTER TABLE "ListPublication" ADD COLUMN "pausedAt" DATETIME;

-- RenameTable: good reports are kept too
ALTER TABLE "ListFailure" RENAME TO "ListResult";
DROP INDEX "ListFailure_listId_revision_idx";
DROP INDEX "ListFailure_sn_idx";
CREATE INDEX "ListResult_listId_revision_idx" ON "ListResult"("listId", "revision");
CREATE INDEX "ListResult_sn_idx" ON "ListResult"("sn");
