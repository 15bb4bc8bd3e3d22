/**
 * Tells that a box's save was kept beside its list's newest version, after it is on the disk. Who tells the owner is
 * connected at start.
 */
import { log } from '~/platform/log.server'

/**
 * The save is the revision `revision` of the list; `nickname` is what its owner calls the box. The same save may be
 * told again.
 */
export type KeptBeside = {
  userId: string
  listId: string
  name: string
  revision: number
  sn: string
  nickname: string | null
}

let teller: ((kept: KeptBeside) => Promise<void>) | null = null
/** Given once, at start. It must take the same save twice without telling it twice. */
export const useBesideTeller = (tell: (kept: KeptBeside) => Promise<void>): void => {
  teller = tell
}

/**
 * The save is stored whatever happens here; the list's page says it in any case, and a box that sends it again tells it
 * again.
 */
export const keptBeside = async (kept: KeptBeside): Promise<void> => {
  await teller?.(kept).catch((error: unknown) =>
    log.error({ err: error, listId: kept.listId }, 'telling an owner of a save kept beside failed'),
  )
}
