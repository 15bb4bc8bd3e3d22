-- AlterTable
ALTER TABLE "ListNames" ADD COLUMN "leftAt" DATETIME;
