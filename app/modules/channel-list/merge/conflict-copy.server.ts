/** The event that a box's save is kept beside its list's newest version. The listener writes to the owner. */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'

/**
 * The save is the list's revision `revision`; `nickname` is the owner's name for the box. If a box repeats its save,
 * the event may fire again.
 */
export type ConflictCopy = {
  userId: string
  listId: string
  name: string
  revision: number
  sn: string
  nickname: string | null
}
/** Awaited, so that the owner has the message before the box gets its answer. */
export const conflictCopyKept = makeEvent<ConflictCopy>('a box’s save was kept beside its list', { awaited: true })

/** When a box replaces another one, the old box's waiting saves count as its own. */
export const moveConflictCopies = async (tx: Transaction, from: string, to: string): Promise<void> => {
  await tx.channelList.updateMany({ where: { besideSn: from }, data: { besideSn: to } })
}
