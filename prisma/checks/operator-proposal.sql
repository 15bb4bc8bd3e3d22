-- operator-proposal
-- What two operators have given was confirmed by another one than who asked for it, and what was confirmed was given.
SELECT g."id" FROM "OperatorGrant" g
WHERE g."isAlone" = 0 AND NOT EXISTS (
  SELECT 1 FROM "OperatorProposal" p
  WHERE p."id" = g."id" AND p."state" = 'confirmed' AND p."total" = g."total" AND p."proposerId" = g."operatorId"
    AND p."deciderId" <> p."proposerId"
)
UNION ALL
SELECT p."id" FROM "OperatorProposal" p
WHERE p."state" = 'confirmed' AND NOT EXISTS (SELECT 1 FROM "OperatorGrant" g WHERE g."id" = p."id" AND g."isAlone" = 0)
