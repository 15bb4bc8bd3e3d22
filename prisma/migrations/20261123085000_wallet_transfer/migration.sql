-- Mango that one customer has given to another: what its two owners know of a transfer of the ledger.
CREATE TABLE "WalletTransfer" (
    "transferId" TEXT NOT NULL PRIMARY KEY,
    "number" TEXT NOT NULL,
    "fromId" TEXT NOT NULL,
    "toId" TEXT NOT NULL,
    "typed" TEXT NOT NULL,
    "typedKey" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "fee" BIGINT NOT NULL,
    "note" TEXT,
    "at" DATETIME NOT NULL,
    CONSTRAINT "WalletTransfer_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "WalletTransfer_fromId_fkey" FOREIGN KEY ("fromId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "WalletTransfer_toId_fkey" FOREIGN KEY ("toId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "WalletTransfer_amount" CHECK ("amount" >= 100 AND "fee" >= 0),
    CONSTRAINT "WalletTransfer_other" CHECK ("fromId" <> "toId")
);
CREATE UNIQUE INDEX "WalletTransfer_number_key" ON "WalletTransfer"("number");
CREATE INDEX "WalletTransfer_fromId_at_idx" ON "WalletTransfer"("fromId", "at");
CREATE INDEX "WalletTransfer_fromId_typedKey_at_idx" ON "WalletTransfer"("fromId", "typedKey", "at");
CREATE INDEX "WalletTransfer_toId_idx" ON "WalletTransfer"("toId");

CREATE TRIGGER "WalletTransfer_update" BEFORE UPDATE ON "WalletTransfer"
BEGIN SELECT RAISE(ABORT, 'a transfer between wallets is never changed'); END;
CREATE TRIGGER "WalletTransfer_delete" BEFORE DELETE ON "WalletTransfer"
BEGIN SELECT RAISE(ABORT, 'a transfer between wallets is never deleted'); END;
