-- What a recharge says it was credited is what its deposits became in the ledger, and it stands open only while it can be
-- paid; one that has brought money is not said to be waiting for some.
SELECT r."id", r."credited", r."status", r."openKey" FROM "Recharge" r
WHERE r."credited" <> (
    SELECT COALESCE(SUM(d."usd"), 0) FROM "Deposit" d JOIN "PaymentAttempt" a ON a."id" = d."attemptId"
    WHERE a."rechargeId" = r."id" AND d."result" = 'credit'
  )
  OR (r."openKey" IS NOT NULL AND (r."openKey" <> r."userId" OR r."status" NOT IN (0, 4, 5, 7)))
  OR (r."openKey" IS NULL AND r."status" IN (0, 5, 7))
  OR (r."credited" > 0 AND r."status" NOT IN (1, 6, 8))
  OR (r."credited" = 0 AND r."status" IN (1, 6, 8))
