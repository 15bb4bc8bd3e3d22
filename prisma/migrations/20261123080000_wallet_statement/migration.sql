-- Entries know their time and what they are seen as, so that a wallet's statement is searched by its own index; the
-- table is made anew, and its triggers with it. Transfers get a number for people.
DROP TRIGGER "LedgerTransfer_update";
ALTER TABLE "LedgerTransfer" ADD COLUMN "number" TEXT;
UPDATE "LedgerTransfer" SET "number" =
  REPLACE(SUBSTR("at", 1, 10), '-', '') || '-' || UPPER(REPLACE(REPLACE(HEX(RANDOMBLOB(5)), '0', 'K'), '1', 'M'));
CREATE UNIQUE INDEX "LedgerTransfer_number_key" ON "LedgerTransfer"("number");
CREATE TRIGGER "LedgerTransfer_update" BEFORE UPDATE ON "LedgerTransfer"
BEGIN SELECT RAISE(ABORT, 'a transfer of the ledger is never changed'); END;

-- Other triggers that name the table are made anew too: a table that they name can't be renamed under them.
DROP TRIGGER "LedgerEntry_update";
DROP TRIGGER "LedgerEntry_delete";
DROP TRIGGER "LedgerEntry_insert";
DROP TRIGGER "LedgerEntry_balanced";
DROP TRIGGER "LedgerEntry_once";
DROP TRIGGER "LedgerEntry_order";
DROP TRIGGER "LedgerEntry_chain";
DROP TRIGGER "LedgerAccount_move";

CREATE TABLE "new_LedgerEntry" (
    "transferId" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "accountId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "balanceAfter" BIGINT NOT NULL,
    "at" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "type" INTEGER,

    PRIMARY KEY ("transferId", "line"),
    CONSTRAINT "LedgerEntry_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "LedgerEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "LedgerEntry_amount" CHECK ("amount" <> 0),
    CONSTRAINT "LedgerEntry_line" CHECK ("line" >= 1)
);
INSERT INTO "new_LedgerEntry" ("transferId", "line", "accountId", "seq", "amount", "balanceAfter", "at", "type")
SELECT e."transferId", e."line", e."accountId", e."seq", e."amount", e."balanceAfter", t."at",
  CASE a."kind"
    WHEN 'wallet' THEN CASE REPLACE(t."kind", '-reversed', '')
      WHEN 'mango-pays-order' THEN CASE WHEN EXISTS (
          SELECT 1 FROM "OrderLine" l WHERE l."orderId" = t."orderId" AND ',' || l."services" || ',' LIKE '%,api,%'
        ) THEN 6 ELSE 2 END
      WHEN 'deposit-credited' THEN 4
      WHEN 'operator-credits-mango' THEN 7
      ELSE 5 END
    WHEN 'points' THEN CASE REPLACE(t."kind", '-reversed', '')
      WHEN 'points-pay-order' THEN 2
      WHEN 'refund-of-points' THEN 3
      ELSE 1 END
  END
FROM "LedgerEntry" e JOIN "LedgerTransfer" t ON t."id" = e."transferId" JOIN "LedgerAccount" a ON a."id" = e."accountId";
DROP TABLE "LedgerEntry";
ALTER TABLE "new_LedgerEntry" RENAME TO "LedgerEntry";
CREATE UNIQUE INDEX "LedgerEntry_accountId_seq_key" ON "LedgerEntry"("accountId", "seq");
CREATE INDEX "LedgerEntry_accountId_at_idx" ON "LedgerEntry"("accountId", "at");
CREATE INDEX "LedgerEntry_accountId_type_seq_idx" ON "LedgerEntry"("accountId", "type", "seq");

CREATE TRIGGER "LedgerEntry_update" BEFORE UPDATE ON "LedgerEntry"
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never changed'); END;
CREATE TRIGGER "LedgerEntry_delete" BEFORE DELETE ON "LedgerEntry"
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never deleted'); END;
CREATE TRIGGER "LedgerEntry_insert" BEFORE INSERT ON "LedgerEntry"
WHEN NOT EXISTS (SELECT 1 FROM "LedgerAccount" a WHERE a."id" = NEW."accountId" AND a."balance" = NEW."balanceAfter" AND a."lastSeq" = NEW."seq")
  OR NEW."line" > (SELECT t."lines" FROM "LedgerTransfer" t WHERE t."id" = NEW."transferId")
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger does not meet its account or transfer'); END;
CREATE TRIGGER "LedgerEntry_balanced" AFTER INSERT ON "LedgerEntry"
WHEN NEW."line" = (SELECT t."lines" FROM "LedgerTransfer" t WHERE t."id" = NEW."transferId")
  AND EXISTS (
    SELECT a."currency" FROM "LedgerEntry" e JOIN "LedgerAccount" a ON a."id" = e."accountId"
    WHERE e."transferId" = NEW."transferId" GROUP BY a."currency" HAVING SUM(e."amount") <> 0
  )
BEGIN SELECT RAISE(ABORT, 'a transfer of the ledger does not sum to zero'); END;
CREATE TRIGGER "LedgerEntry_once" BEFORE INSERT ON "LedgerEntry"
WHEN EXISTS (SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = NEW."transferId" AND e."line" = NEW."line")
  OR EXISTS (SELECT 1 FROM "LedgerEntry" e WHERE e."accountId" = NEW."accountId" AND e."seq" = NEW."seq")
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never replaced'); END;
CREATE TRIGGER "LedgerEntry_order" BEFORE INSERT ON "LedgerEntry"
WHEN NEW."line" > 1
  AND NOT EXISTS (SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = NEW."transferId" AND e."line" = NEW."line" - 1)
BEGIN SELECT RAISE(ABORT, 'the lines of a transfer come in order'); END;
CREATE TRIGGER "LedgerEntry_chain" BEFORE INSERT ON "LedgerEntry"
WHEN NEW."balanceAfter" - NEW."amount" <> COALESCE(
  (SELECT e."balanceAfter" FROM "LedgerEntry" e WHERE e."accountId" = NEW."accountId" AND e."seq" = NEW."seq" - 1), 0)
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger does not go on from the one before it'); END;
CREATE TRIGGER "LedgerAccount_move" BEFORE UPDATE ON "LedgerAccount"
WHEN (NEW."balance" <> OLD."balance" OR NEW."lastSeq" <> OLD."lastSeq") AND NOT (
  NEW."balance" <> OLD."balance" AND NEW."lastSeq" = OLD."lastSeq" + 1 AND (OLD."lastSeq" = 0 OR EXISTS (
    SELECT 1 FROM "LedgerEntry" e
    WHERE e."accountId" = OLD."id" AND e."seq" = OLD."lastSeq" AND e."balanceAfter" = OLD."balance"
  ))
)
BEGIN SELECT RAISE(ABORT, 'a balance of the ledger moves by its entries'); END;

CREATE TABLE "Wallet" (
    "userId" TEXT NOT NULL PRIMARY KEY,
    "openedAt" DATETIME NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "reason" TEXT,
    "passwordHash" TEXT,
    "passwordSetAt" DATETIME,
    "wrongEntries" INTEGER NOT NULL DEFAULT 0,
    "lockedUntil" DATETIME,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Wallet_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Wallet_state" CHECK ("state" IN ('open', 'frozen', 'closed')),
    CONSTRAINT "Wallet_wrongEntries" CHECK ("wrongEntries" >= 0)
);
