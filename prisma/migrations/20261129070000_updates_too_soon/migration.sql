-- AlterTable
ALTER TABLE "Device" ADD COLUMN "updatedSoonAt" DATETIME;
