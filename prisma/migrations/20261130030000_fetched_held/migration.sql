-- AlterTable
ALTER TABLE "Device" ADD COLUMN "fetchedHeld" INTEGER;
