-- A box has at most one token that counts: pairing again revokes the old one.
SELECT "sn", COUNT(*) AS "tokens" FROM "DeviceToken" WHERE "revokedAt" IS NULL GROUP BY "sn" HAVING COUNT(*) > 1
