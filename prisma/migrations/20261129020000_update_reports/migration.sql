-- AlterTable
ALTER TABLE "Device" ADD COLUMN "reportedAt" DATETIME;
ALTER TABLE "Device" ADD COLUMN "reportedListId" TEXT;
ALTER TABLE "Device" ADD COLUMN "reportedRevision" INTEGER;
ALTER TABLE "Device" ADD COLUMN "reportedResult" TEXT;
ALTER TABLE "Device" ADD COLUMN "reportedWhy" TEXT;

-- CreateTable
CREATE TABLE "ListFailure" (
    "listId" TEXT NOT NULL,
    "sn" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "result" TEXT NOT NULL,
    "why" TEXT,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("listId", "sn"),
    CONSTRAINT "ListFailure_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListFailure_sn_fkey" FOREIGN KEY ("sn") REFERENCES "Device" ("sn") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "ListFailure_listId_revision_idx" ON "ListFailure"("listId", "revision");
CREATE INDEX "ListFailure_sn_idx" ON "ListFailure"("sn");
