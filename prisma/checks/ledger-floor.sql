-- No account is below its floor, and what customers have is never below nothing, whatever its row says.
SELECT a."id", a."balance", a."held", a."floor" FROM "LedgerAccount" a
WHERE a."balance" - a."held" < a."floor"
  OR (a."kind" IN ('wallet', 'points') AND (a."floor" IS NULL OR a."floor" <> 0 OR a."balance" - a."held" < 0))
