-- A statement of income or expense alone: by type and sign, so that a filter that few of a million entries pass reads
-- those few. Accounts that nobody sees have no type, and no place in it.
CREATE INDEX "LedgerEntry_statement_idx" ON "LedgerEntry"("accountId", "type", ("amount" > 0), "seq")
WHERE "type" IS NOT NULL;
