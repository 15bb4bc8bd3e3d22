-- AlterTable
ALTER TABLE "Device" ADD COLUMN "provenAt" DATETIME;

-- A token that was trusted as it was made came with a proof of the box's secret.
UPDATE "Device" SET "provenAt" = (
  SELECT MAX(t."trustedAt") FROM "DeviceToken" t WHERE t."sn" = "Device"."sn" AND t."trustedAt" = t."createdAt"
);
