-- What a line of a provider's settlement says is booked of it stands in the ledger: its fee in fees, what was passed on in
-- bank. Nothing else moves these two accounts.
SELECT s."provider", s."booked", s."posted" FROM (
  SELECT p."provider",
    COALESCE((SELECT SUM(l."bookedFee" + l."bookedPayout") FROM "SettlementLine" l WHERE l."provider" = p."provider"), 0) AS "booked",
    COALESCE((
      SELECT SUM(e."amount") FROM "LedgerEntry" e JOIN "LedgerTransfer" t ON t."id" = e."transferId"
      WHERE e."accountId" = 'clearing/USD/' || p."provider"
        AND t."kind" IN ('provider-fee', 'provider-fee-returned', 'provider-payout', 'provider-payout-returned')
    ), 0) AS "posted"
  FROM (SELECT DISTINCT "ownerKey" AS "provider" FROM "LedgerAccount" WHERE "kind" = 'clearing') p
) s
WHERE s."booked" <> s."posted"
