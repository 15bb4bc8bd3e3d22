-- CreateTable
CREATE TABLE "HeldUpload" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "bytes" BLOB NOT NULL,
    "size" INTEGER NOT NULL,
    "fileName" TEXT,
    "name" TEXT NOT NULL,
    "encoding" TEXT,
    "failureCode" TEXT NOT NULL,
    "failureData" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "HeldUpload_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "HeldUpload_ownerId_idx" ON "HeldUpload"("ownerId");

-- CreateIndex
CREATE INDEX "HeldUpload_expiresAt_idx" ON "HeldUpload"("expiresAt");
