-- CreateTable
CREATE TABLE "Recharge" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "number" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "method" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "credited" BIGINT NOT NULL DEFAULT 0,
    "givenBack" BIGINT NOT NULL DEFAULT 0,
    "status" INTEGER NOT NULL DEFAULT 0,
    "openKey" TEXT,
    "orderId" TEXT,
    "reason" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "payUntil" DATETIME NOT NULL,
    "paidAt" DATETIME,
    CONSTRAINT "Recharge_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Recharge_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "Recharge_number_key" ON "Recharge"("number");

-- CreateIndex
CREATE UNIQUE INDEX "Recharge_openKey_key" ON "Recharge"("openKey");

-- CreateIndex
CREATE INDEX "Recharge_userId_createdAt_idx" ON "Recharge"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Recharge_status_payUntil_idx" ON "Recharge"("status", "payUntil");

-- CreateIndex
CREATE INDEX "Recharge_orderId_idx" ON "Recharge"("orderId");

-- A payment and a dispute are of an order or of a recharge.
ALTER TABLE "PaymentAttempt" ADD COLUMN "rechargeId" TEXT REFERENCES "Recharge" ("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "Dispute" ADD COLUMN "rechargeId" TEXT REFERENCES "Recharge" ("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "PaymentAttempt_rechargeId_idx" ON "PaymentAttempt"("rechargeId");

-- CreateIndex
CREATE INDEX "Dispute_rechargeId_idx" ON "Dispute"("rechargeId");
