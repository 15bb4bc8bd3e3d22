-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "runAt" DATETIME NOT NULL,
    "dueAt" DATETIME NOT NULL,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "payload" TEXT,
    "lastError" TEXT,
    "failedAt" DATETIME,
    "createdAt" DATETIME NOT NULL,
    "endedAt" DATETIME
);

-- CreateIndex
CREATE UNIQUE INDEX "Job_name_key_key" ON "Job"("name", "key");

-- CreateIndex
CREATE INDEX "Job_state_dueAt_idx" ON "Job"("state", "dueAt");
