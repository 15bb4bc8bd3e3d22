-- AlterTable
ALTER TABLE "Feedback" ADD COLUMN "searchKey" TEXT;

-- AlterTable
ALTER TABLE "FeedbackReply" ADD COLUMN "searchKey" TEXT;

-- AlterTable
ALTER TABLE "MessageText" ADD COLUMN "searchKey" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "searchKey" TEXT;
