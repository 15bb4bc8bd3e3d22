-- AlterTable
ALTER TABLE "Deposit" ADD COLUMN "returnAskedAt" DATETIME;
ALTER TABLE "Deposit" ADD COLUMN "returnTag" TEXT;
ALTER TABLE "Deposit" ADD COLUMN "returnGivenAt" DATETIME;
-- What a person sent back has a result of its own.
UPDATE "Deposit" SET "result" = 'returned' WHERE "result" = 'refund' AND "returnHash" IS NOT NULL;
