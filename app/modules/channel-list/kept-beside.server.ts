/** Tells that a box's save was kept beside its list's newest version; who writes to the owner listens. */
import { makeEvent } from '~/platform/event.server'

/**
 * The save is the revision `revision` of the list; `nickname` is what its owner calls the box. The same save may be
 * told again: a box that sends it again tells it again.
 */
export type KeptBeside = {
  userId: string
  listId: string
  name: string
  revision: number
  sn: string
  nickname: string | null
}
/** Awaited: once the box is answered, its owner has the message. */
export const saveKeptBeside = makeEvent<KeptBeside>('a box’s save was kept beside its list', { awaited: true })
