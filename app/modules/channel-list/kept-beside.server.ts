/** The event that a box's save was kept beside its list's newest version; the listener writes to the owner. */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'

/**
 * The save is the revision `revision` of the list; `nickname` is the owner's name for the box. The same save may be
 * reported again, when a box repeats it.
 */
export type KeptBeside = {
  userId: string
  listId: string
  name: string
  revision: number
  sn: string
  nickname: string | null
}
/** Awaited: once the box has its answer, its owner has the message. */
export const saveKeptBeside = makeEvent<KeptBeside>('a box’s save was kept beside its list', { awaited: true })

/** A box took another one's place: what that one saved beside a list is its own save now. */
export const moveBesideBox = async (tx: Transaction, from: string, to: string): Promise<void> => {
  await tx.channelList.updateMany({ where: { besideSn: from }, data: { besideSn: to } })
}
