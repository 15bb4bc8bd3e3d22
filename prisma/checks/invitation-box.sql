-- The box of an invitation has counted for it, and was bound to the invited.
SELECT i."invitedId", i."sn" FROM "Invitation" i
WHERE i."sn" IS NOT NULL AND (
  NOT EXISTS (SELECT 1 FROM "InvitedBox" b WHERE b."sn" = i."sn" AND b."invitedId" = i."invitedId")
  OR NOT EXISTS (SELECT 1 FROM "BoxBinding" b WHERE b."sn" = i."sn" AND b."userId" = i."invitedId")
)
