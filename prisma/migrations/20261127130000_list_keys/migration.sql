-- CreateTable
CREATE TABLE "ListKey" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "state" TEXT NOT NULL,
    "publicKey" TEXT NOT NULL,
    "privateSealed" TEXT,
    "introducedBy" TEXT,
    "introduction" TEXT,
    "createdAt" DATETIME NOT NULL,
    "currentAt" DATETIME,
    "retiredAt" DATETIME
);

-- CreateIndex
CREATE INDEX "ListKey_state_idx" ON "ListKey"("state");
