-- A list names its newest revision, and that revision is there.
SELECT l."id", l."revision" FROM "ChannelList" l WHERE l."revision" <> COALESCE((SELECT MAX(r."number") FROM "ListRevision" r WHERE r."listId" = l."id"), -1)
