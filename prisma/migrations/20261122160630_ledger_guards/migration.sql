-- A row of the ledger is written once: INSERT OR REPLACE would delete the first one without asking its triggers.
CREATE TRIGGER "LedgerTransfer_insert" BEFORE INSERT ON "LedgerTransfer"
WHEN EXISTS (SELECT 1 FROM "LedgerTransfer" t WHERE t."id" = NEW."id" OR t."reversesId" = NEW."reversesId")
BEGIN SELECT RAISE(ABORT, 'a transfer of the ledger is never replaced'); END;
CREATE TRIGGER "LedgerEntry_once" BEFORE INSERT ON "LedgerEntry"
WHEN EXISTS (SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = NEW."transferId" AND e."line" = NEW."line")
  OR EXISTS (SELECT 1 FROM "LedgerEntry" e WHERE e."accountId" = NEW."accountId" AND e."seq" = NEW."seq")
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never replaced'); END;
CREATE TRIGGER "LedgerHold_insert" BEFORE INSERT ON "LedgerHold"
WHEN NEW."state" <> 'open' OR EXISTS (SELECT 1 FROM "LedgerHold" h WHERE h."id" = NEW."id" OR h."transferId" = NEW."transferId")
BEGIN SELECT RAISE(ABORT, 'a hold begins open and is never replaced'); END;
CREATE TRIGGER "LedgerAccount_insert" BEFORE INSERT ON "LedgerAccount"
WHEN NEW."balance" <> 0 OR NEW."held" <> 0 OR NEW."lastSeq" <> 0 OR EXISTS (
  SELECT 1 FROM "LedgerAccount" a WHERE a."id" = NEW."id"
    OR (a."kind" = NEW."kind" AND a."ownerKey" = NEW."ownerKey" AND a."currency" = NEW."currency")
)
BEGIN SELECT RAISE(ABORT, 'an account of the ledger begins with nothing and is never replaced'); END;

-- The lines of a transfer come in order, so that with the last one all are there and are summed.
CREATE TRIGGER "LedgerEntry_order" BEFORE INSERT ON "LedgerEntry"
WHEN NEW."line" > 1
  AND NOT EXISTS (SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = NEW."transferId" AND e."line" = NEW."line" - 1)
BEGIN SELECT RAISE(ABORT, 'the lines of a transfer come in order'); END;
-- Each entry goes on from the one before it.
CREATE TRIGGER "LedgerEntry_chain" BEFORE INSERT ON "LedgerEntry"
WHEN NEW."balanceAfter" - NEW."amount" <> COALESCE(
  (SELECT e."balanceAfter" FROM "LedgerEntry" e WHERE e."accountId" = NEW."accountId" AND e."seq" = NEW."seq" - 1), 0)
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger does not go on from the one before it'); END;

-- A balance moves by one entry at a time, and not again before that entry stands.
CREATE TRIGGER "LedgerAccount_move" BEFORE UPDATE ON "LedgerAccount"
WHEN (NEW."balance" <> OLD."balance" OR NEW."lastSeq" <> OLD."lastSeq") AND NOT (
  NEW."balance" <> OLD."balance" AND NEW."lastSeq" = OLD."lastSeq" + 1 AND (OLD."lastSeq" = 0 OR EXISTS (
    SELECT 1 FROM "LedgerEntry" e
    WHERE e."accountId" = OLD."id" AND e."seq" = OLD."lastSeq" AND e."balanceAfter" = OLD."balance"
  ))
)
BEGIN SELECT RAISE(ABORT, 'a balance of the ledger moves by its entries'); END;
-- A hold keeps what it holds, on which account and for what.
CREATE TRIGGER "LedgerHold_identity" BEFORE UPDATE ON "LedgerHold"
WHEN NEW."id" <> OLD."id" OR NEW."accountId" <> OLD."accountId" OR NEW."amount" <> OLD."amount"
  OR NEW."orderId" IS NOT OLD."orderId"
BEGIN SELECT RAISE(ABORT, 'a hold keeps its account and amount'); END;
