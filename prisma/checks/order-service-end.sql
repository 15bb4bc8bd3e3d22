-- A paid or refunded order says when the last of its periods ends, as it is now: taken back or moved ones included.
SELECT o."id", o."serviceEndsAt" FROM "Order" o
WHERE COALESCE(o."formerStatus", o."status") IN (1, 6) AND o."serviceEndsAt" IS DISTINCT FROM (
  SELECT MAX(p."endsAt") FROM "ServicePeriod" p JOIN "OrderLine" l ON l."id" = p."orderLineId"
  WHERE l."orderId" = o."id" AND p."voidedAt" IS NULL
)
