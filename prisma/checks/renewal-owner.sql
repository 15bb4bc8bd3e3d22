-- A renewal that is on belongs to the one to whom its box is bound.
SELECT r."id", r."sn", r."userId", d."userId" AS "owner" FROM "ServiceRenewal" r LEFT JOIN "Device" d ON d."sn" = r."sn"
WHERE r."endedAt" IS NULL AND (d."userId" IS NULL OR d."userId" <> r."userId")
