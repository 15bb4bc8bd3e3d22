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

-- DropIndex
DROP INDEX "LinkShelf_userId_service_position_idx";

-- CreateIndex
CREATE INDEX "LinkShelf_userId_service_deletedAt_position_idx" ON "LinkShelf"("userId", "service", "deletedAt", "position");

-- CreateIndex
CREATE INDEX "LinkShelf_userId_stored_idx" ON "LinkShelf"("userId", "stored");
