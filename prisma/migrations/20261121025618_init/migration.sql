-- CreateTable
CREATE TABLE "Vno" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userName" TEXT NOT NULL,
    "userNameKey" TEXT NOT NULL,
    "passwordHash" TEXT NOT NULL,
    "role" TEXT NOT NULL DEFAULT 'customer',
    "vnoId" TEXT,
    "email" TEXT,
    "emailKey" TEXT,
    "phoneArea" TEXT,
    "phone" TEXT,
    "phoneKey" TEXT,
    "country" TEXT,
    "language" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabledAt" DATETIME,
    CONSTRAINT "User_vnoId_fkey" FOREIGN KEY ("vnoId") REFERENCES "Vno" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "tokenHash" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastActAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "userAgent" TEXT,
    "address" TEXT,
    "endedAt" DATETIME,
    "endReason" TEXT,
    CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ApiToken" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "scopes" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME,
    "lastUsedAt" DATETIME,
    "revokedAt" DATETIME,
    CONSTRAINT "ApiToken_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BoxModel" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL
);

-- CreateTable
CREATE TABLE "RegisteredBox" (
    "sn" TEXT NOT NULL PRIMARY KEY,
    "modelId" TEXT NOT NULL,
    "vnoId" TEXT,
    "secretSealed" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "RegisteredBox_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "BoxModel" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RegisteredBox_vnoId_fkey" FOREIGN KEY ("vnoId") REFERENCES "Vno" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Device" (
    "sn" TEXT NOT NULL PRIMARY KEY,
    "userId" TEXT,
    "boundAt" DATETIME,
    "nickname" TEXT,
    "activeListId" TEXT,
    "deviceId" TEXT,
    "modelName" TEXT,
    "cpu" TEXT,
    "memory" TEXT,
    "flash" TEXT,
    "softwareVersion" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSeenAt" DATETIME,
    "fetchedListId" TEXT,
    "fetchedRevision" INTEGER,
    "fetchedAt" DATETIME,
    CONSTRAINT "Device_sn_fkey" FOREIGN KEY ("sn") REFERENCES "RegisteredBox" ("sn") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Device_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Device_activeListId_fkey" FOREIGN KEY ("activeListId") REFERENCES "ChannelList" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "DeviceToken" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sn" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revokedAt" DATETIME,
    CONSTRAINT "DeviceToken_sn_fkey" FOREIGN KEY ("sn") REFERENCES "Device" ("sn") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Pairing" (
    "sn" TEXT NOT NULL PRIMARY KEY,
    "userCodeHash" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "triesLeft" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastPolledAt" DATETIME,
    CONSTRAINT "Pairing_sn_fkey" FOREIGN KEY ("sn") REFERENCES "Device" ("sn") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PairingNonce" (
    "nonce" TEXT NOT NULL PRIMARY KEY,
    "sn" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "ChannelList" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "ownerId" TEXT NOT NULL,
    "vnoId" TEXT,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "dialect" TEXT NOT NULL,
    "version" TEXT,
    "encoding" TEXT NOT NULL,
    "channels" INTEGER NOT NULL,
    "tv" INTEGER NOT NULL,
    "radio" INTEGER NOT NULL,
    "satellites" INTEGER NOT NULL,
    "transponders" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL DEFAULT 0,
    "warnings" INTEGER NOT NULL DEFAULT 0,
    "overLimit" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL,
    "deletedAt" DATETIME,
    CONSTRAINT "ChannelList_ownerId_fkey" FOREIGN KEY ("ownerId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ChannelList_vnoId_fkey" FOREIGN KEY ("vnoId") REFERENCES "Vno" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ListSource" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "bytes" BLOB NOT NULL,
    "size" INTEGER NOT NULL,
    "fileName" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "ListRevision" (
    "listId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "sourceId" TEXT NOT NULL,
    "state" BLOB NOT NULL,
    "kind" TEXT NOT NULL,
    "operations" TEXT,
    "summary" TEXT,
    "undoTo" INTEGER,
    "redoTo" INTEGER,
    "channels" INTEGER NOT NULL,
    "authorId" TEXT,
    "authorName" TEXT,
    "authorSn" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("listId", "number"),
    CONSTRAINT "ListRevision_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListRevision_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "ListSource" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RateLimit" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "points" INTEGER NOT NULL,
    "expire" DATETIME
);

-- CreateTable
CREATE TABLE "AuditEntry" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "actor" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" TEXT
);

-- CreateTable
CREATE TABLE "Setting" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "value" TEXT NOT NULL,
    "updatedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "Vno_name_key" ON "Vno"("name");

-- CreateIndex
CREATE UNIQUE INDEX "User_userNameKey_key" ON "User"("userNameKey");

-- CreateIndex
CREATE UNIQUE INDEX "User_emailKey_key" ON "User"("emailKey");

-- CreateIndex
CREATE UNIQUE INDEX "User_phoneKey_key" ON "User"("phoneKey");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "ApiToken_tokenHash_key" ON "ApiToken"("tokenHash");

-- CreateIndex
CREATE INDEX "ApiToken_userId_idx" ON "ApiToken"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "BoxModel_name_key" ON "BoxModel"("name");

-- CreateIndex
CREATE INDEX "RegisteredBox_vnoId_idx" ON "RegisteredBox"("vnoId");

-- CreateIndex
CREATE INDEX "Device_userId_idx" ON "Device"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "DeviceToken_tokenHash_key" ON "DeviceToken"("tokenHash");

-- CreateIndex
CREATE INDEX "DeviceToken_sn_idx" ON "DeviceToken"("sn");

-- CreateIndex
CREATE UNIQUE INDEX "Pairing_userCodeHash_key" ON "Pairing"("userCodeHash");

-- CreateIndex
CREATE INDEX "ChannelList_ownerId_deletedAt_idx" ON "ChannelList"("ownerId", "deletedAt");

-- CreateIndex
CREATE INDEX "ChannelList_kind_deletedAt_idx" ON "ChannelList"("kind", "deletedAt");

-- CreateIndex
CREATE INDEX "ChannelList_vnoId_idx" ON "ChannelList"("vnoId");

-- CreateIndex
CREATE INDEX "ListRevision_sourceId_idx" ON "ListRevision"("sourceId");

-- CreateIndex
CREATE INDEX "AuditEntry_subject_idx" ON "AuditEntry"("subject");

-- CreateIndex
CREATE INDEX "AuditEntry_at_idx" ON "AuditEntry"("at");
