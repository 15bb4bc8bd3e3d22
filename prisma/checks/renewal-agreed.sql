-- A renewal was paid whole with Mango, by the one who agreed to it, for at most the price that was agreed to, and gave
-- the service that it was about.
SELECT n."orderId", r."id", o."payPrice", r."price" FROM "RenewedPeriod" n
JOIN "ServiceRenewal" r ON r."id" = n."renewalId" JOIN "Order" o ON o."id" = n."orderId"
WHERE o."userId" <> r."userId" OR o."payPrice" > r."price" OR o."paidAt" IS NULL
  OR EXISTS (SELECT 1 FROM "PaymentPart" p WHERE p."orderId" = o."id" AND p."currency" <> 'MANGO')
  OR NOT EXISTS (
    SELECT 1 FROM "OrderLine" l
    WHERE l."orderId" = o."id" AND l."months" = r."months" AND ',' || l."services" || ',' LIKE '%,' || r."service" || ',%'
  )
