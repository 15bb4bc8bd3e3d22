/** What an account's boxes get of its links, and which pictures those use. */
import { ok, type Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { boxInlineBytes } from './limits'
import { findPictureTime } from './picture.server'
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

export type ShownPicture = { type: string; bytes: Uint8Array; createdAt: Date; services: LinkService[] }
/** A picture that an account's links use, and whether MyLink or audio uses it; null if they use none with this id. */
export const findShownPicture = async (userId: string, id: string): Promise<ShownPicture | null> => {
  const row = await db.listLogo.findFirst({
    where: { id, linkUses: { some: { shelf: { userId, deletedAt: null } } } },
    select: {
      type: true,
      bytes: true,
      linkUses: { where: { shelf: { userId, deletedAt: null } }, select: { shelf: { select: { service: true } } } },
    },
  })
  const createdAt = await findPictureTime(userId, id)
  if (row === null || createdAt === null) return null
  const { linkUses, ...picture } = row
  const services = new Set<LinkService>(linkUses.map(({ shelf }) => (shelf.service === 'audio' ? 'audio' : 'mylink')))
  return { ...picture, createdAt, services: [...services] }
}
