-- AlterTable
ALTER TABLE "ChannelList" ADD COLUMN "besideRevision" INTEGER;
ALTER TABLE "ChannelList" ADD COLUMN "besideSn" TEXT;

-- AlterTable
ALTER TABLE "Device" ADD COLUMN "formerListId" TEXT;
