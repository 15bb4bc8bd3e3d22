-- Whoever invites has an account before the invited: nobody is invited by somebody whom they have invited.
SELECT i."invitedId", i."inviterId" FROM "Invitation" i
JOIN "User" a ON a."id" = i."inviterId" JOIN "User" b ON b."id" = i."invitedId"
WHERE a."createdAt" > b."createdAt"
