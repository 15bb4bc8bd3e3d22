-- AlterTable
ALTER TABLE "ListRevision" ADD COLUMN "batch" TEXT;
ALTER TABLE "ListRevision" ADD COLUMN "fileName" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "ListRevision_listId_batch_key" ON "ListRevision"("listId", "batch");
