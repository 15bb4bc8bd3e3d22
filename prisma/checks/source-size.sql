-- A source is as long as it says.
SELECT "id", "size" FROM "ListSource" WHERE LENGTH("bytes") <> "size"
