-- AlterTable
ALTER TABLE "ChannelList" ADD COLUMN "besideEarlier" INTEGER;
