-- What two customers know of a transfer is what the ledger has moved, and no transfer between wallets is without it.
SELECT t."id", w."number" FROM "LedgerTransfer" t LEFT JOIN "WalletTransfer" w ON w."transferId" = t."id"
WHERE t."kind" = 'transfer-mango' AND (
  w."transferId" IS NULL OR w."number" IS NOT t."number"
  OR NOT EXISTS (
    SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = t."id"
    AND e."accountId" = 'wallet/MANGO/' || w."fromId" AND e."amount" = -(w."amount" + w."fee")
  )
  OR NOT EXISTS (
    SELECT 1 FROM "LedgerEntry" e WHERE e."transferId" = t."id"
    AND e."accountId" = 'wallet/MANGO/' || w."toId" AND e."amount" = w."amount"
  )
)
UNION ALL
SELECT w."transferId", w."number" FROM "WalletTransfer" w JOIN "LedgerTransfer" t ON t."id" = w."transferId"
WHERE t."kind" <> 'transfer-mango'
