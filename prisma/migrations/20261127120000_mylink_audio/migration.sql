-- CreateTable
CREATE TABLE "LinkShelf" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "logoId" TEXT,
    "position" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "count" INTEGER NOT NULL DEFAULT 0,
    "lastId" INTEGER NOT NULL DEFAULT 0,
    "entries" BLOB NOT NULL,
    "codec" TEXT,
    "size" INTEGER NOT NULL,
    "stored" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "LinkShelf_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LinkLogoUse" (
    "shelfId" TEXT NOT NULL,
    "logoId" TEXT NOT NULL,

    PRIMARY KEY ("shelfId", "logoId"),
    CONSTRAINT "LinkLogoUse_shelfId_fkey" FOREIGN KEY ("shelfId") REFERENCES "LinkShelf" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "LinkLogoUse_logoId_fkey" FOREIGN KEY ("logoId") REFERENCES "ListLogo" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "HeldTable" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "fileName" TEXT,
    "bytes" BLOB NOT NULL,
    "codec" TEXT,
    "size" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "HeldTable_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "LinkShelf_userId_service_position_idx" ON "LinkShelf"("userId", "service", "position");

-- CreateIndex
CREATE UNIQUE INDEX "LinkShelf_userId_service_nameKey_key" ON "LinkShelf"("userId", "service", "nameKey");

-- CreateIndex
CREATE INDEX "LinkLogoUse_logoId_idx" ON "LinkLogoUse"("logoId");

-- CreateIndex
CREATE INDEX "HeldTable_userId_service_createdAt_idx" ON "HeldTable"("userId", "service", "createdAt");

-- CreateIndex
CREATE INDEX "HeldTable_expiresAt_idx" ON "HeldTable"("expiresAt");
