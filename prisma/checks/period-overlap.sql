-- Periods of one service never run on one box at the same time.
SELECT p."id", q."id" AS "other" FROM "ServicePeriod" p
JOIN "ServicePeriod" q ON q."sn" = p."sn" AND q."service" = p."service" AND q."id" <> p."id"
WHERE p."voidedAt" IS NULL AND q."voidedAt" IS NULL AND p."startsAt" <= q."startsAt"
  AND p."startsAt" < p."endsAt" AND q."startsAt" < q."endsAt" AND q."startsAt" < p."endsAt"
