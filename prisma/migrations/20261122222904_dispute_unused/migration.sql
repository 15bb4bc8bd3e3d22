-- AlterTable
ALTER TABLE "Dispute" ADD COLUMN "unusedMs" BIGINT;
ALTER TABLE "Dispute" ADD COLUMN "wholeMs" BIGINT;


-- Orders whose periods were taken back or moved since they were paid said the end that had been planned.
UPDATE "Order" SET "serviceEndsAt" = (
  SELECT MAX(p."endsAt") FROM "ServicePeriod" p JOIN "OrderLine" l ON l."id" = p."orderLineId"
  WHERE l."orderId" = "Order"."id" AND p."voidedAt" IS NULL
) WHERE COALESCE("formerStatus", "status") IN (1, 6);
