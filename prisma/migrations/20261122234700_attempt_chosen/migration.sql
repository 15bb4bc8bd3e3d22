-- AlterTable
ALTER TABLE "PaymentAttempt" ADD COLUMN "chosenAt" DATETIME;
ALTER TABLE "PaymentAttempt" ADD COLUMN "personWord" TEXT;
