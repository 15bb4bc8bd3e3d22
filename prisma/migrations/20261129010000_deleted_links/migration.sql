-- AlterTable
ALTER TABLE "LinkShelf" ADD COLUMN "deletedAt" DATETIME;
ALTER TABLE "LinkShelf" ADD COLUMN "fromId" TEXT;

-- CreateTable
CREATE TABLE "LinkLapse" (
    "userId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "since" DATETIME NOT NULL,

    PRIMARY KEY ("userId", "service"),
    CONSTRAINT "LinkLapse_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "LinkShelf_deletedAt_idx" ON "LinkShelf"("deletedAt");
