-- An account of a customer names that customer, and its id is made of its kind, currency and owner.
SELECT a."id" FROM "LedgerAccount" a
WHERE (a."kind" IN ('wallet', 'points', 'receivable') AND (a."userId" IS NULL OR a."userId" <> a."ownerKey"))
  OR a."id" <> a."kind" || '/' || a."currency" || CASE WHEN a."ownerKey" = '' THEN '' ELSE '/' || a."ownerKey" END
