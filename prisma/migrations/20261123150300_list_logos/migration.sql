-- CreateTable
CREATE TABLE "ListLogo" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,
    "size" INTEGER NOT NULL,
    "uploaderId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "ListLogo_uploaderId_fkey" FOREIGN KEY ("uploaderId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ListLogoUse" (
    "listId" TEXT NOT NULL,
    "logoId" TEXT NOT NULL,

    PRIMARY KEY ("listId", "logoId"),
    CONSTRAINT "ListLogoUse_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListLogoUse_logoId_fkey" FOREIGN KEY ("logoId") REFERENCES "ListLogo" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ListLogo_uploaderId_createdAt_idx" ON "ListLogo"("uploaderId", "createdAt");

-- CreateIndex
CREATE INDEX "ListLogoUse_logoId_idx" ON "ListLogoUse"("logoId");
