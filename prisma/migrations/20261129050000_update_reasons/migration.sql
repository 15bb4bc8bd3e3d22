-- AlterTable
ALTER TABLE "Device" ADD COLUMN "reportedReason" TEXT;
