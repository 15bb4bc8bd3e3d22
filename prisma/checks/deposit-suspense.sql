-- What waits in the ledger is the sum of the deposits that wait: for their rest, or for a person.
SELECT s."waits", s."deposits" FROM (
  SELECT
    COALESCE((SELECT a."balance" FROM "LedgerAccount" a WHERE a."id" = 'suspense/USD'), 0) AS "waits",
    COALESCE((
      SELECT SUM(d."usd") FROM "Deposit" d
      WHERE d."state" IN ('confirmed', 'wrong-asset') AND (d."result" IS NULL OR d."result" = 'person')
    ), 0) AS "deposits"
) s
WHERE s."waits" <> s."deposits"
