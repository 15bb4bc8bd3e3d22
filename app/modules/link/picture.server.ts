/** The pictures of categories and links: those of lists' categories, kept, counted and cleaned the same way. */
import { findOwnPicture, storePicture, type Logo } from '~/modules/channel-list/channel-list.server'
import { fail, ok, type Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { checkLinkService } from './store.server'
import type { LinkActor, LinkService } from './types'

/** Its media type and size in pixels are those of its bytes. */
export type LinkLogo = Logo

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
 * When a picture came, as far as this account has to do with it: with its own upload, else with the first shelf of its
 * own that shows it. Others may have sent the same before.
 */
export const findPictureTime = async (userId: string, id: string): Promise<Date | null> => {
  const upload = await db.listLogoUpload.findFirst({
    where: { logoId: id, uploaderId: userId },
    select: { createdAt: true },
  })
  if (upload !== null) return upload.createdAt
  const shelf = await db.linkShelf.findFirst({
    where: { userId, logos: { some: { logoId: id } } },
    orderBy: { createdAt: 'asc' },
    select: { createdAt: true },
  })
  return shelf?.createdAt ?? null
}

/** A picture that the account sent, or that its links show. A0404. */
export const findLinkLogo = async ({ userId }: LinkActor, id: string): Promise<Result<LinkLogo>> => {
  const [found, createdAt] = await Promise.all([findOwnPicture(userId, id), findPictureTime(userId, id)])
  return found === null || createdAt === null ? fail('A0404') : ok({ ...found, createdAt })
}
