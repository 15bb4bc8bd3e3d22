-- AlterTable
ALTER TABLE "Device" ADD COLUMN "settingsVersion" INTEGER NOT NULL DEFAULT 0;
ALTER TABLE "Device" ADD COLUMN "settingsChanges" TEXT;
