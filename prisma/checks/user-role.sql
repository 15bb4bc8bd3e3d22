-- An account has a known role, and a VNO account a brand.
SELECT "id", "role", "vnoId" FROM "User" WHERE "role" NOT IN ('customer', 'vno', 'administrator', 'operator') OR ("role" = 'vno' AND "vnoId" IS NULL)
