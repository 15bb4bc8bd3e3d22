-- AlterTable
ALTER TABLE "Device" ADD COLUMN "fetchedLanguage" TEXT;
