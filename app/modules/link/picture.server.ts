/** The pictures of categories and links, stored, counted and cleaned like those of channel lists' categories. */
import { findOwnPicture, storePicture, type Logo } from '~/modules/channel-list/channel-list.server'
import { fail, ok, type Result } from '~/errors/table'
import { db } from '~/platform/db.server'
import { checkLinkService } from './store.server'
import type { LinkActor, LinkService } from './types'

/** The media type and size in pixels, read from the bytes. */
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
 * When a picture became this account's: when it uploaded it, or when a shelf of its own first used it. Others may have
 * sent the same picture before.
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

/** A picture that the account sent, or that its links use. A0404. */
export const findLinkLogo = async ({ userId }: LinkActor, id: string): Promise<Result<LinkLogo>> => {
  const [found, createdAt] = await Promise.all([findOwnPicture(userId, id), findPictureTime(userId, id)])
  return found === null || createdAt === null ? fail('A0404') : ok({ ...found, createdAt })
}
