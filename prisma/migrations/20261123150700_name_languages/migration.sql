-- CreateTable
CREATE TABLE "ListNames" (
    "listId" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "entries" BLOB NOT NULL,
    "codec" TEXT,
    "size" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "channels" INTEGER NOT NULL,
    "updatedAt" DATETIME NOT NULL,

    PRIMARY KEY ("listId", "language"),
    CONSTRAINT "ListNames_listId_fkey" FOREIGN KEY ("listId") REFERENCES "ChannelList" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "NameChoice" (
    "userId" TEXT NOT NULL,
    "about" TEXT NOT NULL,
    "language" TEXT NOT NULL,

    PRIMARY KEY ("userId", "about"),
    CONSTRAINT "NameChoice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
