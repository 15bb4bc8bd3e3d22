-- AlterTable
ALTER TABLE "ListSource" ADD COLUMN "codec" TEXT;
ALTER TABLE "ListSource" ADD COLUMN "stored" INTEGER;

-- AlterTable
ALTER TABLE "ListRevision" ADD COLUMN "cost" INTEGER;

-- AlterTable
ALTER TABLE "HeldUpload" ADD COLUMN "codec" TEXT;
