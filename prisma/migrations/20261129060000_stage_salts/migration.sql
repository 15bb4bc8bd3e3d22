-- AlterTable: a stage that is open keeps the boxes that it has; it has no salt.
ALTER TABLE "ListPublication" ADD COLUMN "salt" TEXT;
