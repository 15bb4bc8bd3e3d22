-- AlterTable
ALTER TABLE "Device" ADD COLUMN "adultSwitchOnAt" DATETIME;

-- AlterTable
ALTER TABLE "RegisteredBox" ADD COLUMN "movedToSn" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN "countryDeclaredAt" DATETIME;
ALTER TABLE "User" ADD COLUMN "remindersOffAt" DATETIME;

-- CreateTable
CREATE TABLE "SoftwareVersion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "modelId" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "releasedAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "SoftwareVersion_modelId_fkey" FOREIGN KEY ("modelId") REFERENCES "BoxModel" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Service" (
    "key" TEXT NOT NULL PRIMARY KEY,
    "grantedToAll" BOOLEAN NOT NULL DEFAULT false,
    "appLink" TEXT,
    "sortOrder" INTEGER NOT NULL
);

-- CreateTable
CREATE TABLE "ServiceText" (
    "serviceKey" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sentence" TEXT NOT NULL,

    PRIMARY KEY ("serviceKey", "language"),
    CONSTRAINT "ServiceText_serviceKey_fkey" FOREIGN KEY ("serviceKey") REFERENCES "Service" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Product" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "sortOrder" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "ProductService" (
    "productId" TEXT NOT NULL,
    "serviceKey" TEXT NOT NULL,

    PRIMARY KEY ("productId", "serviceKey"),
    CONSTRAINT "ProductService_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ProductService_serviceKey_fkey" FOREIGN KEY ("serviceKey") REFERENCES "Service" ("key") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ProductText" (
    "productId" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,

    PRIMARY KEY ("productId", "language"),
    CONSTRAINT "ProductText_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Plan" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "productId" TEXT NOT NULL,
    "months" INTEGER NOT NULL,
    "price" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'on-sale',
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Plan_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Plan_price" CHECK ("price" >= 0),
    CONSTRAINT "Plan_months" CHECK ("months" BETWEEN 1 AND 120)
);

-- CreateTable
CREATE TABLE "Promotion" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "name" TEXT NOT NULL,
    "nameKey" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'draft',
    "startsAt" DATETIME NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Promotion_time" CHECK ("startsAt" < "endsAt")
);

-- CreateTable
CREATE TABLE "PromotionPrice" (
    "promotionId" TEXT NOT NULL,
    "planId" TEXT NOT NULL,
    "price" BIGINT NOT NULL,

    PRIMARY KEY ("promotionId", "planId"),
    CONSTRAINT "PromotionPrice_promotionId_fkey" FOREIGN KEY ("promotionId") REFERENCES "Promotion" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PromotionPrice_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PromotionPrice_price" CHECK ("price" >= 0)
);

-- CreateTable
CREATE TABLE "ServicePeriod" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "sn" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "startsAt" DATETIME NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "anchorDay" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "orderLineId" TEXT,
    "note" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "voidedAt" DATETIME,
    "voidReason" TEXT,
    CONSTRAINT "ServicePeriod_sn_fkey" FOREIGN KEY ("sn") REFERENCES "RegisteredBox" ("sn") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ServicePeriod_orderLineId_fkey" FOREIGN KEY ("orderLineId") REFERENCES "OrderLine" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "ServicePeriod_time" CHECK ("startsAt" <= "endsAt"),
    CONSTRAINT "ServicePeriod_anchor" CHECK ("anchorDay" BETWEEN 1 AND 31),
    CONSTRAINT "ServicePeriod_source" CHECK (("source" = 'order') = ("orderLineId" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "ServiceSwitch" (
    "sn" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "offAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("sn", "service"),
    CONSTRAINT "ServiceSwitch_sn_fkey" FOREIGN KEY ("sn") REFERENCES "RegisteredBox" ("sn") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ServiceReminder" (
    "sn" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "endsAt" DATETIME NOT NULL,
    "days" INTEGER NOT NULL,
    "sentAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,

    PRIMARY KEY ("sn", "service", "endsAt", "days")
);

-- CreateTable
CREATE TABLE "ServiceRenewal" (
    "sn" TEXT NOT NULL,
    "productId" TEXT NOT NULL,
    "planId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "triedEnd" DATETIME,
    "outcome" TEXT,

    PRIMARY KEY ("sn", "productId"),
    CONSTRAINT "ServiceRenewal_productId_fkey" FOREIGN KEY ("productId") REFERENCES "Product" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "ServiceRenewal_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "LedgerAccount" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "ownerKey" TEXT NOT NULL DEFAULT '',
    "currency" TEXT NOT NULL,
    "userId" TEXT,
    "floor" BIGINT,
    "balance" BIGINT NOT NULL DEFAULT 0,
    "held" BIGINT NOT NULL DEFAULT 0,
    "lastSeq" INTEGER NOT NULL DEFAULT 0,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "LedgerAccount_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "LedgerAccount_held" CHECK ("held" >= 0),
    CONSTRAINT "LedgerAccount_floor" CHECK ("floor" IS NULL OR "balance" - "held" >= "floor"),
    CONSTRAINT "LedgerAccount_currency" CHECK ("currency" IN ('MANGO', 'POINTS', 'USD'))
);

-- CreateTable
CREATE TABLE "LedgerTransfer" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "kind" TEXT NOT NULL,
    "at" DATETIME NOT NULL,
    "lines" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "orderId" TEXT,
    "attemptId" TEXT,
    "refundId" TEXT,
    "reversesId" TEXT,
    "note" TEXT,
    CONSTRAINT "LedgerTransfer_reversesId_fkey" FOREIGN KEY ("reversesId") REFERENCES "LedgerTransfer" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "LedgerTransfer_lines" CHECK ("lines" >= 2)
);

-- CreateTable
CREATE TABLE "LedgerEntry" (
    "transferId" TEXT NOT NULL,
    "line" INTEGER NOT NULL,
    "accountId" TEXT NOT NULL,
    "seq" INTEGER NOT NULL,
    "amount" BIGINT NOT NULL,
    "balanceAfter" BIGINT NOT NULL,

    PRIMARY KEY ("transferId", "line"),
    CONSTRAINT "LedgerEntry_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "LedgerEntry_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "LedgerEntry_amount" CHECK ("amount" <> 0),
    CONSTRAINT "LedgerEntry_line" CHECK ("line" >= 1)
);

-- CreateTable
CREATE TABLE "LedgerHold" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "endsAt" DATETIME NOT NULL,
    "orderId" TEXT,
    "transferId" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "endedAt" DATETIME,
    CONSTRAINT "LedgerHold_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "LedgerAccount" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "LedgerHold_transferId_fkey" FOREIGN KEY ("transferId") REFERENCES "LedgerTransfer" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "LedgerHold_amount" CHECK ("amount" > 0),
    CONSTRAINT "LedgerHold_state" CHECK ("state" IN ('open', 'posted', 'voided', 'expired')),
    CONSTRAINT "LedgerHold_posted" CHECK (("state" = 'posted') = ("transferId" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "Order" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "number" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "sn" TEXT NOT NULL,
    "boxName" TEXT NOT NULL,
    "status" INTEGER NOT NULL DEFAULT 0,
    "formerStatus" INTEGER,
    "currency" INTEGER NOT NULL DEFAULT 1,
    "originalPrice" BIGINT NOT NULL,
    "activityPrice" BIGINT,
    "payPrice" BIGINT NOT NULL,
    "actuallyPaid" BIGINT NOT NULL DEFAULT 0,
    "outcomePrice" BIGINT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "payUntil" DATETIME NOT NULL,
    "paidAt" DATETIME,
    "serviceEndsAt" DATETIME,
    "reason" TEXT,
    CONSTRAINT "Order_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Order_status" CHECK ("status" BETWEEN 0 AND 8 AND ("status" = 3) = ("formerStatus" IS NOT NULL)),
    CONSTRAINT "Order_amounts" CHECK ("payPrice" >= 0 AND "originalPrice" >= "payPrice" AND "actuallyPaid" >= 0)
);

-- CreateTable
CREATE TABLE "OrderLine" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "orderId" TEXT NOT NULL,
    "productId" TEXT NOT NULL,
    "planId" TEXT NOT NULL,
    "productNames" TEXT NOT NULL,
    "services" TEXT NOT NULL,
    "months" INTEGER NOT NULL,
    "originalPrice" BIGINT NOT NULL,
    "activityPrice" BIGINT,
    "payPrice" BIGINT NOT NULL,
    CONSTRAINT "OrderLine_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "OpenOrderService" (
    "sn" TEXT NOT NULL,
    "service" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,

    PRIMARY KEY ("sn", "service"),
    CONSTRAINT "OpenOrderService_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "PaymentPart" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "orderId" TEXT NOT NULL,
    "method" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "units" BIGINT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'planned',
    "holdId" TEXT,
    "transferId" TEXT,
    "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "PaymentPart_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PaymentPart_amounts" CHECK ("amount" > 0 AND "units" > 0)
);

-- CreateTable
CREATE TABLE "PaymentMethod" (
    "method" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "countries" TEXT,
    "updatedAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP
);

-- CreateTable
CREATE TABLE "PaymentAttempt" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "target" TEXT NOT NULL,
    "orderId" TEXT,
    "userId" TEXT NOT NULL,
    "method" INTEGER NOT NULL,
    "provider" TEXT NOT NULL,
    "providerId" TEXT,
    "openKey" TEXT,
    "state" TEXT NOT NULL DEFAULT 'creating',
    "statusId" INTEGER NOT NULL DEFAULT 0,
    "label" TEXT NOT NULL DEFAULT 'waiting',
    "amount" BIGINT NOT NULL,
    "coin" TEXT,
    "network" TEXT,
    "payAddress" TEXT,
    "payExtraId" TEXT,
    "payAmount" TEXT,
    "rate" TEXT,
    "fixedRate" BOOLEAN NOT NULL DEFAULT true,
    "feePaidByUser" BOOLEAN NOT NULL DEFAULT false,
    "validUntil" DATETIME,
    "url" TEXT,
    "purchaseId" TEXT,
    "lastWord" TEXT,
    "actuallyPaid" TEXT,
    "actuallyPaidUsd" BIGINT,
    "payinHash" TEXT,
    "outcomeAmount" TEXT,
    "outcomeCurrency" TEXT,
    "serviceFee" TEXT,
    "confirmingSince" DATETIME,
    "nextPollAt" DATETIME,
    "pollUntil" DATETIME NOT NULL,
    "polls" INTEGER NOT NULL DEFAULT 0,
    "personReason" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    "closedAt" DATETIME,
    CONSTRAINT "PaymentAttempt_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "PaymentAttempt_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Deposit" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "attemptId" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "providerPaymentId" TEXT NOT NULL,
    "coin" TEXT,
    "amount" TEXT NOT NULL,
    "usd" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "result" TEXT,
    "transferId" TEXT,
    "hash" TEXT,
    "returnAddress" TEXT,
    "returnHash" TEXT,
    "at" DATETIME NOT NULL,
    "settledAt" DATETIME,
    CONSTRAINT "Deposit_attemptId_fkey" FOREIGN KEY ("attemptId") REFERENCES "PaymentAttempt" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ProviderEvent" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "eventKey" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "receivedAt" DATETIME NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'new',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextTryAt" DATETIME,
    "leaseUntil" DATETIME,
    "attemptId" TEXT,
    "error" TEXT,
    "doneAt" DATETIME
);

-- CreateTable
CREATE TABLE "ProviderCursor" (
    "provider" TEXT NOT NULL PRIMARY KEY,
    "cursor" TEXT,
    "readAt" DATETIME NOT NULL
);

-- CreateTable
CREATE TABLE "OrderRefund" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "orderId" TEXT NOT NULL,
    "attemptId" TEXT,
    "amount" BIGINT NOT NULL,
    "to" TEXT NOT NULL,
    "providerRefundId" TEXT,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "transferId" TEXT,
    "actor" TEXT NOT NULL,
    "why" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "doneAt" DATETIME,
    CONSTRAINT "OrderRefund_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "OrderRefund_amount" CHECK ("amount" > 0)
);

-- CreateTable
CREATE TABLE "Dispute" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "provider" TEXT NOT NULL,
    "providerDisputeId" TEXT NOT NULL,
    "attemptId" TEXT NOT NULL,
    "orderId" TEXT,
    "amount" BIGINT NOT NULL,
    "state" TEXT NOT NULL,
    "withdrawnTransferId" TEXT,
    "reinstatedTransferId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "updatedAt" DATETIME NOT NULL,
    CONSTRAINT "Dispute_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order" ("id") ON DELETE SET NULL ON UPDATE CASCADE,
    CONSTRAINT "Dispute_amount" CHECK ("amount" > 0)
);

-- CreateIndex
CREATE INDEX "SoftwareVersion_modelId_releasedAt_idx" ON "SoftwareVersion"("modelId", "releasedAt");

-- CreateIndex
CREATE UNIQUE INDEX "SoftwareVersion_modelId_version_key" ON "SoftwareVersion"("modelId", "version");

-- CreateIndex
CREATE UNIQUE INDEX "Product_key_key" ON "Product"("key");

-- CreateIndex
CREATE UNIQUE INDEX "ProductText_language_nameKey_key" ON "ProductText"("language", "nameKey");

-- CreateIndex
CREATE UNIQUE INDEX "Plan_productId_months_key" ON "Plan"("productId", "months");

-- CreateIndex
CREATE UNIQUE INDEX "Promotion_nameKey_key" ON "Promotion"("nameKey");

-- CreateIndex
CREATE INDEX "Promotion_state_startsAt_idx" ON "Promotion"("state", "startsAt");

-- CreateIndex
CREATE INDEX "PromotionPrice_planId_idx" ON "PromotionPrice"("planId");

-- CreateIndex
CREATE INDEX "ServicePeriod_sn_service_endsAt_idx" ON "ServicePeriod"("sn", "service", "endsAt");

-- CreateIndex
CREATE INDEX "ServicePeriod_endsAt_idx" ON "ServicePeriod"("endsAt");

-- CreateIndex
CREATE UNIQUE INDEX "ServicePeriod_orderLineId_service_key" ON "ServicePeriod"("orderLineId", "service");

-- CreateIndex
CREATE INDEX "ServiceRenewal_userId_idx" ON "ServiceRenewal"("userId");

-- CreateIndex
CREATE INDEX "LedgerAccount_userId_idx" ON "LedgerAccount"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerAccount_kind_ownerKey_currency_key" ON "LedgerAccount"("kind", "ownerKey", "currency");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerTransfer_reversesId_key" ON "LedgerTransfer"("reversesId");

-- CreateIndex
CREATE INDEX "LedgerTransfer_orderId_idx" ON "LedgerTransfer"("orderId");

-- CreateIndex
CREATE INDEX "LedgerTransfer_attemptId_idx" ON "LedgerTransfer"("attemptId");

-- CreateIndex
CREATE INDEX "LedgerTransfer_at_idx" ON "LedgerTransfer"("at");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerEntry_accountId_seq_key" ON "LedgerEntry"("accountId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "LedgerHold_transferId_key" ON "LedgerHold"("transferId");

-- CreateIndex
CREATE INDEX "LedgerHold_state_endsAt_idx" ON "LedgerHold"("state", "endsAt");

-- CreateIndex
CREATE INDEX "LedgerHold_accountId_state_idx" ON "LedgerHold"("accountId", "state");

-- CreateIndex
CREATE UNIQUE INDEX "Order_number_key" ON "Order"("number");

-- CreateIndex
CREATE INDEX "Order_userId_createdAt_idx" ON "Order"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "Order_status_payUntil_idx" ON "Order"("status", "payUntil");

-- CreateIndex
CREATE INDEX "Order_sn_idx" ON "Order"("sn");

-- CreateIndex
CREATE INDEX "OrderLine_orderId_idx" ON "OrderLine"("orderId");

-- CreateIndex
CREATE INDEX "OpenOrderService_orderId_idx" ON "OpenOrderService"("orderId");

-- CreateIndex
CREATE INDEX "PaymentPart_orderId_idx" ON "PaymentPart"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentAttempt_openKey_key" ON "PaymentAttempt"("openKey");

-- CreateIndex
CREATE INDEX "PaymentAttempt_orderId_idx" ON "PaymentAttempt"("orderId");

-- CreateIndex
CREATE INDEX "PaymentAttempt_userId_createdAt_idx" ON "PaymentAttempt"("userId", "createdAt");

-- CreateIndex
CREATE INDEX "PaymentAttempt_nextPollAt_idx" ON "PaymentAttempt"("nextPollAt");

-- CreateIndex
CREATE UNIQUE INDEX "PaymentAttempt_provider_providerId_key" ON "PaymentAttempt"("provider", "providerId");

-- CreateIndex
CREATE INDEX "Deposit_attemptId_idx" ON "Deposit"("attemptId");

-- CreateIndex
CREATE INDEX "Deposit_result_idx" ON "Deposit"("result");

-- CreateIndex
CREATE UNIQUE INDEX "Deposit_provider_providerPaymentId_key" ON "Deposit"("provider", "providerPaymentId");

-- CreateIndex
CREATE INDEX "ProviderEvent_state_nextTryAt_idx" ON "ProviderEvent"("state", "nextTryAt");

-- CreateIndex
CREATE UNIQUE INDEX "ProviderEvent_provider_eventKey_key" ON "ProviderEvent"("provider", "eventKey");

-- CreateIndex
CREATE INDEX "OrderRefund_orderId_idx" ON "OrderRefund"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "OrderRefund_orderId_providerRefundId_key" ON "OrderRefund"("orderId", "providerRefundId");

-- CreateIndex
CREATE INDEX "Dispute_orderId_idx" ON "Dispute"("orderId");

-- CreateIndex
CREATE UNIQUE INDEX "Dispute_provider_providerDisputeId_key" ON "Dispute"("provider", "providerDisputeId");

-- The ledger is only ever added to: the database itself refuses anything else, whatever program asks.
CREATE TRIGGER "LedgerTransfer_update" BEFORE UPDATE ON "LedgerTransfer"
BEGIN SELECT RAISE(ABORT, 'a transfer of the ledger is never changed'); END;
CREATE TRIGGER "LedgerTransfer_delete" BEFORE DELETE ON "LedgerTransfer"
BEGIN SELECT RAISE(ABORT, 'a transfer of the ledger is never deleted'); END;
CREATE TRIGGER "LedgerEntry_update" BEFORE UPDATE ON "LedgerEntry"
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never changed'); END;
CREATE TRIGGER "LedgerEntry_delete" BEFORE DELETE ON "LedgerEntry"
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger is never deleted'); END;
CREATE TRIGGER "LedgerAccount_delete" BEFORE DELETE ON "LedgerAccount"
BEGIN SELECT RAISE(ABORT, 'an account of the ledger is never deleted'); END;
CREATE TRIGGER "LedgerAccount_identity" BEFORE UPDATE ON "LedgerAccount"
WHEN NEW."id" <> OLD."id" OR NEW."kind" <> OLD."kind" OR NEW."ownerKey" <> OLD."ownerKey" OR NEW."currency" <> OLD."currency"
BEGIN SELECT RAISE(ABORT, 'an account of the ledger keeps its kind, owner and currency'); END;
-- Its account is moved first, so an entry can say and prove the balance after it, and its number.
CREATE TRIGGER "LedgerEntry_insert" BEFORE INSERT ON "LedgerEntry"
WHEN NOT EXISTS (SELECT 1 FROM "LedgerAccount" a WHERE a."id" = NEW."accountId" AND a."balance" = NEW."balanceAfter" AND a."lastSeq" = NEW."seq")
  OR NEW."line" > (SELECT t."lines" FROM "LedgerTransfer" t WHERE t."id" = NEW."transferId")
BEGIN SELECT RAISE(ABORT, 'an entry of the ledger does not meet its account or transfer'); END;
-- With its last line a transfer is whole: it sums to zero in each currency.
CREATE TRIGGER "LedgerEntry_balanced" AFTER INSERT ON "LedgerEntry"
WHEN NEW."line" = (SELECT t."lines" FROM "LedgerTransfer" t WHERE t."id" = NEW."transferId")
  AND EXISTS (
    SELECT a."currency" FROM "LedgerEntry" e JOIN "LedgerAccount" a ON a."id" = e."accountId"
    WHERE e."transferId" = NEW."transferId" GROUP BY a."currency" HAVING SUM(e."amount") <> 0
  )
BEGIN SELECT RAISE(ABORT, 'a transfer of the ledger does not sum to zero'); END;
-- A hold ends once.
CREATE TRIGGER "LedgerHold_end" BEFORE UPDATE ON "LedgerHold" WHEN OLD."state" <> 'open'
BEGIN SELECT RAISE(ABORT, 'an ended hold is never changed'); END;
CREATE TRIGGER "LedgerHold_delete" BEFORE DELETE ON "LedgerHold"
BEGIN SELECT RAISE(ABORT, 'a hold is never deleted'); END;
-- Two periods of one service never run on one box at the same time.
CREATE TRIGGER "ServicePeriod_insert" BEFORE INSERT ON "ServicePeriod"
WHEN NEW."voidedAt" IS NULL AND EXISTS (
  SELECT 1 FROM "ServicePeriod" p WHERE p."sn" = NEW."sn" AND p."service" = NEW."service" AND p."voidedAt" IS NULL
    AND p."startsAt" < NEW."endsAt" AND NEW."startsAt" < p."endsAt"
)
BEGIN SELECT RAISE(ABORT, 'periods of one service overlap'); END;
CREATE TRIGGER "ServicePeriod_move" BEFORE UPDATE ON "ServicePeriod"
WHEN NEW."voidedAt" IS NULL AND EXISTS (
  SELECT 1 FROM "ServicePeriod" p WHERE p."id" <> NEW."id" AND p."sn" = NEW."sn" AND p."service" = NEW."service"
    AND p."voidedAt" IS NULL AND p."startsAt" < NEW."endsAt" AND NEW."startsAt" < p."endsAt"
)
BEGIN SELECT RAISE(ABORT, 'periods of one service overlap'); END;

-- SPEC's services; CHMax and API are granted to all until the operator sells them.
INSERT INTO "Service" ("key", "grantedToAll", "sortOrder") VALUES
    ('tv', false, 1),
    ('stream', false, 2),
    ('satellite', false, 3),
    ('data', false, 4),
    ('vip', false, 5),
    ('af', false, 6),
    ('adult', false, 7),
    ('sat2ip', false, 8),
    ('biss', false, 9),
    ('epg', false, 10),
    ('chmax', true, 11),
    ('subtitle', false, 12),
    ('translate', false, 13),
    ('audio', false, 14),
    ('quran', false, 15),
    ('mylink', false, 16),
    ('cloud', false, 17),
    ('skin', false, 18),
    ('api', true, 19),
    ('vpn', false, 20),
    ('match', false, 21);
