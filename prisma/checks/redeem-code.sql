-- redeem-code
-- A code that was used has brought its batch's value to whoever used it, and no code has without being used.
SELECT c."batchId", c."place" FROM "RedeemCode" c JOIN "RedeemBatch" b ON b."id" = c."batchId"
WHERE c."userId" IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM "LedgerTransfer" t JOIN "LedgerEntry" e ON e."transferId" = t."id"
  WHERE t."id" = c."transferId" AND t."kind" = 'code-redeemed' AND e."accountId" = 'wallet/MANGO/' || c."userId"
    AND e."amount" = b."value"
)
UNION ALL
SELECT t."id", 0 FROM "LedgerTransfer" t
WHERE t."kind" = 'code-redeemed' AND NOT EXISTS (SELECT 1 FROM "RedeemCode" c WHERE c."transferId" = t."id")
