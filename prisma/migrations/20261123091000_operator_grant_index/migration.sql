-- What operators gave in the last day is summed over all of them.
CREATE INDEX "OperatorGrant_at_idx" ON "OperatorGrant"("at");
