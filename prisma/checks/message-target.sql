-- A message to a model names the model, one to a user the user, one to all neither.
SELECT "id", "audience" FROM "Message"
WHERE "audience" NOT IN ('all', 'model', 'user')
  OR ("audience" = 'model') <> ("modelId" IS NOT NULL)
  OR ("audience" = 'user') <> ("userId" IS NOT NULL)
