/**
 * Which boxes load a list: when nobody gets the list any more, their choice is removed; it comes back with the list.
 */
import type { Transaction } from '~/platform/db.server'
import type { ListKind } from '../channel-list.schema'

/** No box loads the list any more; the boxes remember that they did. */
export const dropChoices = async (tx: Transaction, listId: string): Promise<void> => {
  await tx.device.updateMany({ where: { activeListId: listId }, data: { activeListId: null, formerListId: listId } })
}

/** Boxes that had the list load it again, unless something else was chosen for them in the meantime. */
export const returnChoices = async (
  tx: Transaction,
  listId: string,
  { kind, ownerId }: { kind: ListKind; ownerId: string },
): Promise<void> => {
  await tx.device.updateMany({
    where: { formerListId: listId, activeListId: null, ...(kind === 'user' ? { userId: ownerId } : {}) },
    data: { activeListId: listId },
  })
  await tx.device.updateMany({ where: { formerListId: listId }, data: { formerListId: null } })
}
