-- CreateTable
CREATE TABLE "ListShare" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "listId" TEXT NOT NULL,
    "makerId" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "endsAt" DATETIME,
    "withdrawnAt" DATETIME,
    "seenAt" DATETIME,
    CONSTRAINT "ListShare_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListShare_makerId_fkey" FOREIGN KEY ("makerId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ListShare_token" CHECK (LENGTH("tokenHash") = 64),
    CONSTRAINT "ListShare_end" CHECK ("endsAt" IS NULL OR "endsAt" > "createdAt")
);
CREATE UNIQUE INDEX "ListShare_tokenHash_key" ON "ListShare"("tokenHash");
CREATE INDEX "ListShare_listId_idx" ON "ListShare"("listId");
CREATE INDEX "ListShare_makerId_idx" ON "ListShare"("makerId");

-- CreateTable
CREATE TABLE "ListAside" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "ownerId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BLOB NOT NULL,
    "size" INTEGER NOT NULL,
    "codec" TEXT,
    "fileName" TEXT,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "ListAside_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListAside_kind" CHECK ("kind" IN ('list', 'lines'))
);
CREATE INDEX "ListAside_ownerId_idx" ON "ListAside"("ownerId");
CREATE INDEX "ListAside_expiresAt_idx" ON "ListAside"("expiresAt");
