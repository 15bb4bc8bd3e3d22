-- A payment is for an order or for a recharge, of its own customer; a deposit of a recharge pays no order and never waits.
SELECT a."id", a."target" FROM "PaymentAttempt" a
LEFT JOIN "Order" o ON o."id" = a."orderId" LEFT JOIN "Recharge" r ON r."id" = a."rechargeId"
WHERE (a."orderId" IS NULL) = (a."rechargeId" IS NULL)
  OR a."target" <> CASE WHEN a."orderId" IS NULL THEN 'recharge' ELSE 'order' END
  OR COALESCE(o."userId", r."userId") <> a."userId"
  OR (a."rechargeId" IS NOT NULL AND EXISTS (
    SELECT 1 FROM "Deposit" d WHERE d."attemptId" = a."id" AND (d."result" IS NULL OR d."result" = 'order')
  ))
