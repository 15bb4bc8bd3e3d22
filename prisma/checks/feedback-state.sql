-- A feedback is open, answered or closed; an answered one has a word of the provider; only the provider's words are marked as read.
SELECT f."id", f."state" FROM "Feedback" f WHERE f."state" NOT IN ('open', 'answered', 'closed')
UNION ALL
SELECT f."id", f."state" FROM "Feedback" f
WHERE f."state" = 'answered' AND NOT EXISTS (SELECT 1 FROM "FeedbackReply" r WHERE r."feedbackId" = f."id" AND r."side" = 'provider')
UNION ALL
SELECT r."feedbackId", r."side" FROM "FeedbackReply" r
WHERE r."side" NOT IN ('provider', 'customer') OR (r."side" = 'customer' AND r."readAt" IS NOT NULL)
