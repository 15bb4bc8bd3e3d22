/** The event that a box's save was kept beside its list's newest version; the listener writes to the owner. */
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
