/** What an account's boxes get of its links. */
import { ok, type Result } from '~/errors/table'
import { boxInlineBytes } from './limits'
import { findStored } from './store.server'
import { doBox } from './table-work'
import { askThread } from './tables.server'
import type { LinkService } from './types'

/** All links of an account as JSON. I1009 or A0503 if there are many and the thread is too busy. */
export const writeLinksForBox = async (userId: string, service: LinkService): Promise<Result<Uint8Array>> => {
  const asked = { service, shelves: await findStored(userId, service) }
  const isLong = asked.shelves.reduce((sum, { size }) => sum + size, 0) > boxInlineBytes
  return isLong ? askThread(userId, 'box', asked) : ok(await doBox(asked))
}
