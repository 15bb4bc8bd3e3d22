-- A list of another dialect is kept as the text that was made from its file, and the file itself beside it.
ALTER TABLE "ListSource" ADD COLUMN "originalId" TEXT CONSTRAINT "ListSource_originalId_fkey" REFERENCES "ListSource" ("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "ListSource" ADD COLUMN "dialect" TEXT;

-- CreateIndex
CREATE INDEX "ListSource_originalId_idx" ON "ListSource"("originalId");
