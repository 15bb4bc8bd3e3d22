-- CreateIndex
CREATE INDEX "ListRevision_listId_cost_namesId_idx" ON "ListRevision"("listId", "cost", "namesId");
