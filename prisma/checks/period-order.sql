-- A period that was bought has the line of an order that was paid, and is one of its services.
SELECT p."id", p."orderLineId" FROM "ServicePeriod" p
WHERE p."source" = 'order' AND NOT EXISTS (
  SELECT 1 FROM "OrderLine" l JOIN "Order" o ON o."id" = l."orderId"
  WHERE l."id" = p."orderLineId" AND o."paidAt" IS NOT NULL
    AND COALESCE(o."formerStatus", o."status") IN (1, 6)
    AND ',' || l."services" || ',' LIKE '%,' || p."service" || ',%'
)
