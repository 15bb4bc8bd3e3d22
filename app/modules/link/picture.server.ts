/** The pictures of categories and links, stored, counted and cleaned like those of channel lists' categories. */
import { storePicture, type Logo } from '~/modules/channel-list/channel-list.server'
import { fail, ok, type Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { checkLinkService, wherePicture } from './store.server'
import type { LinkActor, LinkService } from './types'

/** The media type was read from the bytes. */
export type LinkLogo = Pick<Logo, 'id' | 'type' | 'bytes' | 'createdAt'>

/** A0413, A0415 (context logo), C1202 (contexts logos, room-beside), C1109, I1009, A0503; all with the field file. */
export const storeLinkLogo = async (
  actor: LinkActor,
  service: LinkService,
  bytes: Uint8Array,
): Promise<Result<{ id: string }>> => {
  const entitled = await checkLinkService(actor, service)
  return entitled.ok ? storePicture(actor.userId, bytes) : entitled
}

/**
 * A picture that the account sent or its links use, and the services of the links that show it. `createdAt`: when it
 * became this account's, by its upload or a shelf that uses it; others may have sent the same picture before.
 */
const findPicture = async (userId: string, id: string): Promise<(LinkLogo & { services: LinkService[] }) | null> => {
  const row = await db.listLogo.findFirst({
    where: wherePicture(userId, id),
    select: {
      id: true,
      type: true,
      bytes: true,
      uploads: { where: { uploaderId: userId }, select: { createdAt: true } },
      linkUses: {
        where: { shelf: { userId } },
        orderBy: { shelf: { createdAt: 'asc' } },
        select: { shelf: { select: { service: true, createdAt: true, deletedAt: true } } },
      },
    },
  })
  if (row === null) return null
  const { uploads, linkUses, ...picture } = row
  const shelves = linkUses.map((use) => use.shelf)
  const [since] = [...uploads, ...shelves]
  const shown = shelves.flatMap(({ service, deletedAt }) => (deletedAt === null ? [service] : []))
  const services = (['mylink', 'audio'] as const).filter((service) => shown.includes(service))
  return since === undefined ? null : { ...picture, createdAt: since.createdAt, services }
}

/** A picture that the account sent, or that its links use. A0404. */
export const findLinkLogo = async ({ userId }: LinkActor, id: string): Promise<Result<LinkLogo>> => {
  const found = await findPicture(userId, id)
  return found === null ? fail('A0404') : ok(found)
}

/** A picture that an account's links show to its boxes; null if they show none with this id. */
export const findShownPicture = async (userId: string, id: string) => {
  const found = await findPicture(userId, id)
  return found === null || found.services.length === 0 ? null : found
}
