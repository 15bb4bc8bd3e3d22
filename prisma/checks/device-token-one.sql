-- A box has at most one token that opens an account's lists: confirming or proving a new one revokes the others.
SELECT "sn", COUNT(*) AS "tokens" FROM "DeviceToken" WHERE "revokedAt" IS NULL AND "trustedAt" IS NOT NULL GROUP BY "sn" HAVING COUNT(*) > 1
