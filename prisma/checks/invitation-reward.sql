-- A rewarded invitation has its transfer of so many points to the inviter, and every such transfer has its invitation.
SELECT i."invitedId", i."transferId", e."amount" FROM "Invitation" i
LEFT JOIN "LedgerEntry" e ON e."transferId" = i."transferId" AND e."accountId" = 'points/POINTS/' || i."inviterId"
WHERE i."state" = 'rewarded' AND (e."amount" IS NULL OR e."amount" <> i."points")
UNION ALL
SELECT t."actor", t."id", NULL FROM "LedgerTransfer" t
WHERE t."kind" = 'invitation-rewarded' AND NOT EXISTS (SELECT 1 FROM "Invitation" i WHERE i."transferId" = t."id")
