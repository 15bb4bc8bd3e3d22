-- A completed order has the money for its price: points, Mango and deposits that pay it, but for the tolerance of 0.5 %.
SELECT o."id", o."payPrice", o."actuallyPaid" FROM "Order" o
WHERE COALESCE(o."formerStatus", o."status") = 1 AND (
  SELECT COALESCE(SUM(p."amount"), 0) FROM "PaymentPart" p
  WHERE p."orderId" = o."id" AND p."currency" <> 'USD' AND p."state" IN ('paid', 'refunded')
) + (
  SELECT COALESCE(SUM(d."usd"), 0) FROM "Deposit" d JOIN "PaymentAttempt" a ON a."id" = d."attemptId"
  WHERE a."orderId" = o."id" AND d."state" = 'confirmed' AND d."result" = 'order'
) < o."payPrice" - o."payPrice" * 5 / 1000
