-- DropIndex
DROP INDEX "FeedbackReply_side_readAt_idx";
