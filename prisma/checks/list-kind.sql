-- A list is of a known kind; only VNO lists name a brand.
SELECT "id", "kind", "vnoId" FROM "ChannelList" WHERE "kind" NOT IN ('system', 'vno', 'user') OR ("kind" = 'vno' AND "vnoId" IS NULL) OR ("kind" <> 'vno' AND "vnoId" IS NOT NULL)
