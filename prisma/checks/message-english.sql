-- Every message can be read in English, which is what everybody gets whose language it lacks.
SELECT m."id" FROM "Message" m
WHERE NOT EXISTS (SELECT 1 FROM "MessageText" t WHERE t."messageId" = m."id" AND t."language" = 'en')
