-- No program has written to the table of before: its rows knew no price, so nobody has agreed to anything by them.
DROP TABLE "ServiceRenewal";

-- CreateTable
CREATE TABLE "ServiceRenewal" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "openKey" TEXT,
    "userId" TEXT NOT NULL,
    "sn" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "planId" TEXT NOT NULL,
    "months" INTEGER NOT NULL,
    "price" BIGINT NOT NULL,
    "agreedAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    "endReason" TEXT,
    "tryAt" DATETIME,
    "problem" TEXT,
    "problemPrice" BIGINT,
    "problemEnd" DATETIME,
    CONSTRAINT "ServiceRenewal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ServiceRenewal_sn_fkey" FOREIGN KEY ("sn") REFERENCES "RegisteredBox" ("sn") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ServiceRenewal_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ServiceRenewal_open" CHECK (("openKey" IS NULL) = ("endedAt" IS NOT NULL)),
    CONSTRAINT "ServiceRenewal_key" CHECK ("openKey" IS NULL OR "openKey" = "sn" || ' ' || "service"),
    CONSTRAINT "ServiceRenewal_end" CHECK (("endedAt" IS NULL) = ("endReason" IS NULL) AND ("endReason" IS NULL OR "endReason" IN
      ('owner', 'replaced', 'unbound', 'balance', 'price', 'not-sold', 'region', 'refunded', 'late'))),
    CONSTRAINT "ServiceRenewal_agreed" CHECK ("price" >= 0 AND "months" BETWEEN 1 AND 120),
    CONSTRAINT "ServiceRenewal_problem" CHECK (("problem" IS NULL) = ("problemEnd" IS NULL)
      AND ("problem" IS NULL OR "problem" IN ('balance', 'price', 'open-order')))
);

-- CreateTable
CREATE TABLE "RenewedPeriod" (
    "renewalId" TEXT NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "orderId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("renewalId", "endsAt"),
    CONSTRAINT "RenewedPeriod_renewalId_fkey" FOREIGN KEY ("renewalId") REFERENCES "ServiceRenewal" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "RenewedPeriod_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE UNIQUE INDEX "ServiceRenewal_openKey_key" ON "ServiceRenewal"("openKey");

-- CreateIndex
CREATE INDEX "ServiceRenewal_userId_idx" ON "ServiceRenewal"("userId");

-- CreateIndex
CREATE INDEX "ServiceRenewal_sn_idx" ON "ServiceRenewal"("sn");

-- CreateIndex
CREATE UNIQUE INDEX "RenewedPeriod_orderId_key" ON "RenewedPeriod"("orderId");

-- What was agreed to stays as it was; what has ended stays so. Only the box's number changes, when the operator moves it.
CREATE TRIGGER "ServiceRenewal_agreed" BEFORE UPDATE ON "ServiceRenewal"
WHEN NEW."id" <> OLD."id" OR NEW."userId" <> OLD."userId" OR NEW."service" <> OLD."service" OR NEW."planId" <> OLD."planId"
  OR NEW."months" <> OLD."months" OR NEW."price" <> OLD."price" OR NEW."agreedAt" <> OLD."agreedAt"
  OR (OLD."endedAt" IS NOT NULL AND (NEW."endedAt" IS NOT OLD."endedAt" OR NEW."endReason" IS NOT OLD."endReason"))
BEGIN SELECT RAISE(ABORT, 'what was agreed to is never changed'); END;
CREATE TRIGGER "ServiceRenewal_delete" BEFORE DELETE ON "ServiceRenewal"
BEGIN SELECT RAISE(ABORT, 'an agreement is ended, not deleted'); END;
-- A renewal costs at most what its owner agreed to, and is that owner's order.
CREATE TRIGGER "RenewedPeriod_insert" BEFORE INSERT ON "RenewedPeriod"
WHEN NOT EXISTS (
  SELECT 1 FROM "ServiceRenewal" r JOIN "Order" o ON o."id" = NEW."orderId"
  WHERE r."id" = NEW."renewalId" AND r."endedAt" IS NULL AND o."userId" = r."userId" AND o."payPrice" <= r."price"
)
BEGIN SELECT RAISE(ABORT, 'a renewal is not what was agreed to'); END;
CREATE TRIGGER "RenewedPeriod_update" BEFORE UPDATE ON "RenewedPeriod"
BEGIN SELECT RAISE(ABORT, 'what was renewed is never changed'); END;
CREATE TRIGGER "RenewedPeriod_delete" BEFORE DELETE ON "RenewedPeriod"
BEGIN SELECT RAISE(ABORT, 'what was renewed is never changed'); END;
