-- CreateTable
CREATE TABLE "ListLogoUpload" (
    "logoId" TEXT NOT NULL,
    "uploaderId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("logoId", "uploaderId"),
    CONSTRAINT "ListLogoUpload_logoId_fkey" FOREIGN KEY ("logoId") REFERENCES "ListLogo" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "ListLogoUpload_uploaderId_fkey" FOREIGN KEY ("uploaderId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "ListLogoUpload_uploaderId_createdAt_idx" ON "ListLogoUpload"("uploaderId", "createdAt");

-- Whoever brought a picture before has uploaded it.
INSERT INTO "ListLogoUpload" ("logoId", "uploaderId", "createdAt") SELECT "id", "uploaderId", "createdAt" FROM "ListLogo";
