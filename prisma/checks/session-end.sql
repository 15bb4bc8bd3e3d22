-- An ended session says why, a living one does not.
SELECT "id", "endedAt", "endReason" FROM "Session" WHERE ("endedAt" IS NULL) <> ("endReason" IS NULL)
