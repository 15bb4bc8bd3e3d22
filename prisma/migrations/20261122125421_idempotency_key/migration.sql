-- CreateTable
CREATE TABLE "IdempotencyKey" (
    "owner" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "digest" TEXT,
    "answer" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" DATETIME NOT NULL,

    PRIMARY KEY ("owner", "purpose", "key")
);

-- CreateIndex
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey"("expiresAt");

-- What was named before is recognised for as long as if it were named now. What it asked for is not known any more.
INSERT INTO "IdempotencyKey" ("owner", "purpose", "key", "answer", "createdAt", "expiresAt")
SELECT r."authorId", 'list.change ' || r."listId", r."batch",
  json_object('revision', r."number", 'source', r."sourceId",
    'merged', json(CASE WHEN json_extract(r."summary", '$.merged') = 1 THEN 'true' ELSE 'false' END),
    'undoTo', r."undoTo", 'redoTo', r."redoTo", 'channels', r."channels", 'warnings', json('[]')),
  r."createdAt", strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+30 days')
FROM "ListRevision" r WHERE r."batch" IS NOT NULL AND r."authorId" IS NOT NULL AND r."number" > 1;

-- Of several lists that one key made of different files the first counts.
INSERT OR IGNORE INTO "IdempotencyKey" ("owner", "purpose", "key", "answer", "createdAt", "expiresAt")
SELECT l."ownerId", 'list.create', r."batch", json_object('id', r."listId"),
  r."createdAt", strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+30 days')
FROM "ListRevision" r JOIN "ChannelList" l ON l."id" = r."listId"
WHERE r."batch" IS NOT NULL AND r."number" = 1 AND l."deletedAt" IS NULL ORDER BY r."createdAt";

INSERT INTO "IdempotencyKey" ("owner", "purpose", "key", "answer", "createdAt", "expiresAt")
SELECT f."userId", 'feedback.send', f."batch", json_object('id', f."id"),
  f."createdAt", strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+30 days')
FROM "Feedback" f WHERE f."batch" IS NOT NULL;

INSERT INTO "IdempotencyKey" ("owner", "purpose", "key", "answer", "createdAt", "expiresAt")
SELECT CASE r."side" WHEN 'customer' THEN f."userId" ELSE r."authorId" END,
  CASE r."side" WHEN 'customer' THEN 'feedback.reply ' ELSE 'feedback.answer ' END || r."feedbackId", r."batch",
  CASE r."side" WHEN 'customer' THEN json_object('id', r."id") ELSE json_object('id', r."id", 'mailed', json('false')) END,
  r."createdAt", strftime('%Y-%m-%dT%H:%M:%f+00:00', 'now', '+30 days')
FROM "FeedbackReply" r JOIN "Feedback" f ON f."id" = r."feedbackId"
WHERE r."batch" IS NOT NULL AND (r."side" = 'customer' OR r."authorId" IS NOT NULL);
