-- AlterTable
ALTER TABLE "DeviceToken" ADD COLUMN "trustedAt" DATETIME;
