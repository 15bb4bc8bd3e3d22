-- CreateTable
CREATE TABLE "BoxPairing" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sn" TEXT NOT NULL,
    "tokenId" TEXT NOT NULL,
    "userCodeHash" TEXT NOT NULL,
    "address" TEXT,
    "modelName" TEXT,
    "softwareVersion" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "BoxPairing_sn_fkey" FOREIGN KEY ("sn") REFERENCES "Device" ("sn") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "BoxPairing_tokenId_fkey" FOREIGN KEY ("tokenId") REFERENCES "DeviceToken" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "BoxPairing_tokenId_key" ON "BoxPairing"("tokenId");

-- CreateIndex
CREATE UNIQUE INDEX "BoxPairing_userCodeHash_key" ON "BoxPairing"("userCodeHash");

-- CreateIndex
CREATE INDEX "BoxPairing_sn_expiresAt_idx" ON "BoxPairing"("sn", "expiresAt");

-- Codes that wait keep waiting; each belonged to the box's newest token.
INSERT INTO "BoxPairing" ("id", "sn", "tokenId", "userCodeHash", "createdAt", "expiresAt")
SELECT "Pairing"."sn", "Pairing"."sn", (SELECT "id" FROM "DeviceToken" WHERE "DeviceToken"."sn" = "Pairing"."sn" AND "revokedAt" IS NULL ORDER BY "id" DESC LIMIT 1) AS "newest", "userCodeHash", "createdAt", "expiresAt"
FROM "Pairing" WHERE "newest" IS NOT NULL AND "triesLeft" > 0;

-- DropTable
DROP TABLE "Pairing";
