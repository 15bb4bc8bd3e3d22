-- AlterTable
ALTER TABLE "ListPublication" ADD COLUMN "models" TEXT;
ALTER TABLE "ListPublication" ADD COLUMN "softwareFrom" TEXT;
