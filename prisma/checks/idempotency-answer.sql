-- A key stands with its act and its answer, or not at all.
SELECT k."owner", k."purpose", k."key" FROM "IdempotencyKey" k WHERE k."answer" = ''
