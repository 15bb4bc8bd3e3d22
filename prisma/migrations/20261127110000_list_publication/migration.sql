-- CreateTable
CREATE TABLE "ListPublication" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "listId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "revision" INTEGER NOT NULL,
    "state" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "beforeId" TEXT,
    "dialect" TEXT NOT NULL,
    "version" TEXT,
    "encoding" TEXT NOT NULL,
    "channels" INTEGER NOT NULL,
    "tv" INTEGER NOT NULL,
    "radio" INTEGER NOT NULL,
    "satellites" INTEGER NOT NULL,
    "transponders" INTEGER NOT NULL,
    "errors" INTEGER NOT NULL,
    "warnings" INTEGER NOT NULL,
    "overLimit" BOOLEAN NOT NULL DEFAULT false,
    "shownSourceId" TEXT,
    "shown" BLOB,
    "codec" TEXT,
    "size" INTEGER,
    "logos" TEXT,
    "authorId" TEXT,
    "authorName" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "outAt" DATETIME,
    "endedAt" DATETIME,
    CONSTRAINT "ListPublication_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListPublication_shownSourceId_fkey" FOREIGN KEY ("shownSourceId") REFERENCES "ListSource" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "ListPublication_listId_number_key" ON "ListPublication"("listId", "number");
CREATE INDEX "ListPublication_shownSourceId_idx" ON "ListPublication"("shownSourceId");

-- CreateTable
CREATE TABLE "ListTaken" (
    "listId" TEXT NOT NULL,
    "sn" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "at" DATETIME NOT NULL,

    PRIMARY KEY ("listId", "sn"),
    CONSTRAINT "ListTaken_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListTaken_sn_fkey" FOREIGN KEY ("sn") REFERENCES "Device" ("sn") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE INDEX "ListTaken_listId_revision_sn_idx" ON "ListTaken"("listId", "revision", "sn");
CREATE INDEX "ListTaken_sn_idx" ON "ListTaken"("sn");

-- AlterTable
ALTER TABLE "ChannelList" ADD COLUMN "titles" TEXT;
ALTER TABLE "ChannelList" ADD COLUMN "publishedId" TEXT REFERENCES "ListPublication" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ChannelList" ADD COLUMN "stagedId" TEXT REFERENCES "ListPublication" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "ChannelList" ADD COLUMN "publishSeq" INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX "ChannelList_publishedId_key" ON "ChannelList"("publishedId");
CREATE UNIQUE INDEX "ChannelList_stagedId_key" ON "ChannelList"("stagedId");

-- What boxes had until now was the newest version of each list: it stays what they have. Deleted lists come back with it.
INSERT INTO "ListPublication" ("id", "listId", "number", "revision", "state", "percent", "dialect", "version", "encoding", "channels", "tv", "radio", "satellites", "transponders", "errors", "warnings", "overLimit", "createdAt", "outAt")
SELECT l."id" || '-1', l."id", 1, l."revision", 'out', 100, l."dialect", l."version", l."encoding", l."channels", l."tv", l."radio", l."satellites", l."transponders", l."errors", l."warnings", l."overLimit", r."createdAt", r."createdAt"
FROM "ChannelList" l JOIN "ListRevision" r ON r."listId" = l."id" AND r."number" = l."revision"
WHERE l."kind" <> 'user';
UPDATE "ChannelList" SET "publishedId" = "id" || '-1', "publishSeq" = 1 WHERE "id" IN (SELECT "listId" FROM "ListPublication");

-- What the boxes are known to have loaded last.
INSERT INTO "ListTaken" ("listId", "sn", "revision", "at")
SELECT d."fetchedListId", d."sn", d."fetchedRevision", d."fetchedAt" FROM "Device" d JOIN "ChannelList" l ON l."id" = d."fetchedListId" AND l."kind" <> 'user'
WHERE d."fetchedRevision" IS NOT NULL AND d."fetchedAt" IS NOT NULL;
