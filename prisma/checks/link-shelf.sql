-- Links are as long as they say, of one of the two services, at most 2000 a shelf, and audio entries have no category.
SELECT "id" FROM "LinkShelf" WHERE LENGTH("entries") <> "stored" OR "count" < 0 OR "count" > 2000 OR "lastId" < "count" OR "service" NOT IN ('mylink', 'audio') OR ("service" = 'audio') <> ("nameKey" = '')
