-- A box is bound to somebody since some moment, or to nobody.
SELECT "sn", "userId", "boundAt" FROM "Device" WHERE ("userId" IS NULL) <> ("boundAt" IS NULL)
