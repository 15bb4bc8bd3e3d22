-- CreateTable
CREATE TABLE "FurtherPayment" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "providerId" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "lastWord" TEXT,
    "onItsWaySince" DATETIME,
    "nextPollAt" DATETIME,
    "pollUntil" DATETIME NOT NULL,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "FurtherPayment_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "FurtherPayment_provider_providerId_key" ON "FurtherPayment"("provider", "providerId");

-- CreateIndex
CREATE INDEX "FurtherPayment_attemptId_idx" ON "FurtherPayment"("attemptId");

-- CreateIndex
CREATE INDEX "FurtherPayment_nextPollAt_idx" ON "FurtherPayment"("nextPollAt");
