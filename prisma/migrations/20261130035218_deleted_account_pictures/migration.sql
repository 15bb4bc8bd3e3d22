-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_ListLogo" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "type" TEXT NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,
    "size" INTEGER NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);
INSERT INTO "new_ListLogo" ("bytes", "createdAt", "height", "id", "size", "type", "width") SELECT "bytes", "createdAt", "height", "id", "size", "type", "width" FROM "ListLogo";
DROP TABLE "ListLogo";
ALTER TABLE "new_ListLogo" RENAME TO "ListLogo";
CREATE TABLE "new_ListLogoUpload" (
    "logoId" TEXT NOT NULL,
    "uploaderId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("logoId", "uploaderId"),
    CONSTRAINT "ListLogoUpload_logoId_fkey" FOREIGN KEY ("logoId") REFERENCES "ListLogo" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListLogoUpload_uploaderId_fkey" FOREIGN KEY ("uploaderId") REFERENCES "User" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_ListLogoUpload" ("createdAt", "logoId", "uploaderId") SELECT "createdAt", "logoId", "uploaderId" FROM "ListLogoUpload";
DROP TABLE "ListLogoUpload";
ALTER TABLE "new_ListLogoUpload" RENAME TO "ListLogoUpload";
CREATE INDEX "ListLogoUpload_uploaderId_createdAt_idx" ON "ListLogoUpload"("uploaderId", "createdAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
