-- CreateTable
CREATE TABLE "InviteCode" (
    "userId" TEXT NOT NULL PRIMARY KEY,
    "code" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "InviteCode_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "InviteCode_code_key" ON "InviteCode"("code");

-- CreateTable
CREATE TABLE "Invitation" (
    "invitedId" TEXT NOT NULL PRIMARY KEY,
    "inviterId" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'registered',
    "reason" TEXT,
    "sn" TEXT,
    "points" BIGINT,
    "createdAt" DATETIME NOT NULL,
    "boundAt" DATETIME,
    "decidedAt" DATETIME,
    "transferId" TEXT,
    CONSTRAINT "Invitation_invitedId_fkey" FOREIGN KEY ("invitedId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Invitation_inviterId_fkey" FOREIGN KEY ("inviterId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Invitation_self" CHECK ("inviterId" <> "invitedId"),
    CONSTRAINT "Invitation_state" CHECK ("state" IN ('registered', 'bound', 'rewarded', 'refused')),
    CONSTRAINT "Invitation_reason" CHECK ("reason" IS NULL OR "reason" IN ('counted', 'own', 'inviter-disabled', 'invited-disabled', 'same-person')),
    CONSTRAINT "Invitation_bound" CHECK (("state" = 'registered') = ("sn" IS NULL) AND ("sn" IS NULL) = ("boundAt" IS NULL)
      AND ("sn" IS NULL) = ("points" IS NULL) AND ("points" IS NULL OR "points" > 0)),
    CONSTRAINT "Invitation_decided" CHECK (("state" IN ('rewarded', 'refused')) = ("decidedAt" IS NOT NULL)),
    CONSTRAINT "Invitation_rewarded" CHECK (("state" = 'rewarded') = ("transferId" IS NOT NULL))
);
CREATE UNIQUE INDEX "Invitation_sn_key" ON "Invitation"("sn");
CREATE UNIQUE INDEX "Invitation_transferId_key" ON "Invitation"("transferId");
CREATE INDEX "Invitation_inviterId_createdAt_idx" ON "Invitation"("inviterId", "createdAt");
CREATE INDEX "Invitation_inviterId_decidedAt_idx" ON "Invitation"("inviterId", "decidedAt");
CREATE TRIGGER "Invitation_tie" BEFORE UPDATE OF "invitedId", "inviterId" ON "Invitation"
BEGIN SELECT RAISE(ABORT, 'who invited whom is never changed'); END;

-- CreateTable
CREATE TABLE "InvitedBox" (
    "sn" TEXT NOT NULL PRIMARY KEY,
    "invitedId" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    CONSTRAINT "InvitedBox_sn_fkey" FOREIGN KEY ("sn") REFERENCES "RegisteredBox" ("sn") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE TRIGGER "InvitedBox_delete" BEFORE DELETE ON "InvitedBox"
BEGIN SELECT RAISE(ABORT, 'a box counts for one invitation for ever'); END;

-- CreateTable
CREATE TABLE "BoxBinding" (
    "sn" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "firstAt" DATETIME NOT NULL,

    PRIMARY KEY ("sn", "userId"),
    CONSTRAINT "BoxBinding_sn_fkey" FOREIGN KEY ("sn") REFERENCES "RegisteredBox" ("sn") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "BoxBinding_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE INDEX "BoxBinding_userId_idx" ON "BoxBinding"("userId");

-- Bindings of before: those that stand, and those that the audit log knows.
INSERT OR IGNORE INTO "BoxBinding" ("sn", "userId", "firstAt")
SELECT a."subject", a."actor", MIN(a."at") FROM "AuditEntry" a
JOIN "User" u ON u."id" = a."actor" JOIN "RegisteredBox" b ON b."sn" = a."subject"
WHERE a."action" = 'device.bind' GROUP BY a."subject", a."actor";
INSERT OR IGNORE INTO "BoxBinding" ("sn", "userId", "firstAt")
SELECT "sn", "userId", COALESCE("boundAt", "createdAt") FROM "Device" WHERE "userId" IS NOT NULL;

-- CreateTable
CREATE TABLE "PointsNotice" (
    "userId" TEXT NOT NULL,
    "endsOn" DATETIME NOT NULL,
    "before" DATETIME NOT NULL,
    "months" INTEGER NOT NULL,
    "points" BIGINT NOT NULL,
    "toldAt" DATETIME NOT NULL,

    PRIMARY KEY ("userId", "endsOn"),
    CONSTRAINT "PointsNotice_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
