-- AlterTable
ALTER TABLE "Session" ADD COLUMN "refreshBeforeHash" TEXT;
