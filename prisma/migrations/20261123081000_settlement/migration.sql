-- What providers say that they have settled: each line of theirs once, with what the ledger has booked of it.
CREATE TABLE "SettlementLine" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "lineId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "word" TEXT NOT NULL,
    "payment" TEXT,
    "attemptId" TEXT,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "net" BIGINT NOT NULL,
    "currency" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "paidOut" BIGINT NOT NULL DEFAULT 0,
    "bookedFee" BIGINT NOT NULL DEFAULT 0,
    "bookedPayout" BIGINT NOT NULL DEFAULT 0,
    "bookings" INTEGER NOT NULL DEFAULT 0,
    "readAt" DATETIME NOT NULL,
    CONSTRAINT "SettlementLine_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "SettlementLine_net" CHECK ("net" = "amount" - "fee")
);

-- CreateIndex
CREATE UNIQUE INDEX "SettlementLine_provider_lineId_key" ON "SettlementLine"("provider", "lineId");

-- CreateIndex
CREATE INDEX "SettlementLine_provider_at_idx" ON "SettlementLine"("provider", "at");

-- CreateIndex
CREATE INDEX "SettlementLine_attemptId_idx" ON "SettlementLine"("attemptId");
