-- A source is as long as it says: as it came, or as it is stored where it is compressed.
SELECT "id", "size" FROM "ListSource" WHERE LENGTH("bytes") <> COALESCE("stored", "size")
