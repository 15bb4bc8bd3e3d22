-- CreateTable
CREATE TABLE "StateNames" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "bytes" BLOB NOT NULL,
    "codec" TEXT,
    "stored" INTEGER,
    "size" INTEGER NOT NULL
);

-- AlterTable
ALTER TABLE "ListRevision" ADD COLUMN "namesId" TEXT REFERENCES "StateNames" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "ListRevision_namesId_idx" ON "ListRevision"("namesId");
