-- A file of a feedback belongs to the feedback's customer and is whole; a feedback has at most three pictures and one video.
SELECT a."id", a."feedbackId" FROM "Attachment" a JOIN "Feedback" f ON f."id" = a."feedbackId"
WHERE a."userId" <> f."userId" OR a."type" IS NULL
UNION ALL
SELECT a."kind", a."feedbackId" FROM "Attachment" a WHERE a."feedbackId" IS NOT NULL
GROUP BY a."feedbackId", a."kind" HAVING count(*) > CASE WHEN a."kind" = 'image' THEN 3 ELSE 1 END
