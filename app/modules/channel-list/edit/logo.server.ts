/**
 * The pictures of categories: cleaned, immutable, named by their SHA-256. A list's cells contain only the name; the
 * lists that have named a picture decide who may see it, and when it is deleted.
 */
import { readPicture } from '~/modules/attachment/attachment.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { now, nowMs } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { findDatabaseRoom } from '~/platform/disk.server'
import { consume } from '~/platform/limits.server'
import { sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import type { Operation } from '~/engine/types'
import { checkListService } from '../storage/entitled.server'
import { logoBytesMax, logoPixelsMax, logosMax, logoUnusedMs } from '../limits'
import { makeRoom } from '../storage/room.server'
import { findShownLogos } from '../storage/shown.server'
import { findChangeable, findVisible } from '../storage/store.server'
import type { Actor } from '../types'

/** An uploaded picture: media type and size in pixels are read from its bytes. */
export type Logo = { id: string; type: string; width: number; height: number; bytes: Uint8Array; createdAt: Date }

/**
 * Stores a picture for an account, which then names its id in a list, a category of MyLink or a link. A0413: over 200
 * K. A0415: not a complete png or jpg, or too many pixels. C1202: the account has too many, or no room. A0503, I1009.
 */
export const storePicture = async (userId: string, bytes: Uint8Array): Promise<Result<{ id: string }>> => {
  if (bytes.length > logoBytesMax)
    return fail('A0413', { field: 'file', data: { context: 'logo', limitBytes: logoBytesMax } })
  const points = await consume('list-logo', userId)
  if (!points.ok) return tooMany(points, 'file')
  const read = await readPicture(userId, Buffer.from(bytes), logoPixelsMax)
  if (!read.ok)
    return {
      ...read,
      field: 'file',
      data: { ...read.data, ...(read.data?.['context'] === 'content' ? { context: 'logo' } : {}) },
    }
  const { type, width, height, bytes: cleaned } = read.value
  if ((await findDatabaseRoom(1)) < cleaned.length)
    return fail('A0503', { field: 'file', data: { context: 'disk', retryAfterSeconds: 600 } })
  const id = sha256(cleaned)
  return transact(async (tx): Promise<Result<{ id: string }>> => {
    // Counted, stored and answered for each account as if nobody else had the same picture.
    const own = { logoId_uploaderId: { logoId: id, uploaderId: userId } }
    const isKnown = (await tx.listLogoUpload.findUnique({ where: own, select: { logoId: true } })) !== null
    const kept = await tx.listLogoUpload.count({ where: { uploaderId: userId } })
    if (!isKnown && kept >= logosMax)
      return fail('C1202', { field: 'file', data: { context: 'logos', limit: logosMax } })
    const room = isKnown ? ok(null) : await makeRoom(tx, userId, cleaned.length, false)
    if (!room.ok) return { ...room, field: 'file', data: { ...room.data, context: 'room-beside' } }
    const createdAt = now()
    await tx.listLogo.upsert({
      where: { id },
      create: {
        id,
        type,
        width: width ?? 0,
        height: height ?? 0,
        bytes: new Uint8Array(cleaned),
        size: cleaned.length,
        createdAt,
      },
      update: {},
    })
    // It counts as new again, because a form that is still open may name it for another day.
    await tx.listLogoUpload.upsert({
      where: own,
      create: { logoId: id, uploaderId: userId, createdAt },
      update: { createdAt },
    })
    return ok({ id })
  })
}

/** A picture for a category of this list. As `storePicture`, and why a list may not be changed. */
export const storeLogo = async (actor: Actor, listId: string, bytes: Uint8Array): Promise<Result<{ id: string }>> => {
  const found = await findChangeable(actor, listId)
  if (!found.ok) return found
  const entitled = await checkListService(actor)
  return entitled.ok ? storePicture(actor.userId, bytes) : entitled
}

/** The pictures that a batch names. */
export const logosOf = (operations: readonly Operation[]): string[] => [
  ...new Set(
    operations.flatMap((operation) =>
      (operation.op === 'set' || operation.op === 'add') && operation.target === 'category'
        ? (operation.values.logo ?? [])
        : [],
    ),
  ),
]

/** The pictures that an account uploaded itself, or that a list uses. */
const whereSeen = ({ userId }: Actor, listId: string): Prisma.ListLogoWhereInput[] => [
  { uploads: { some: { uploaderId: userId } } },
  { uses: { some: { listId } } },
]

/** Refuses a batch that names a picture which doesn't exist, or which the account never saw. C1106. */
export const checkLogos = async (actor: Actor, listId: string, ids: readonly string[]): Promise<Failure | null> => {
  if (ids.length === 0) return null
  const there = await db.listLogo.count({
    where: { id: { in: [...ids] }, OR: whereSeen(actor, listId) },
  })
  return there === ids.length ? null : fail('C1106', { data: { reason: 'unknown-logo' } })
}

/** Records that a list names these pictures, in the same transaction. */
export const useLogos = async (tx: Transaction, listId: string, ids: readonly string[]): Promise<void> => {
  for (const logoId of ids)
    await tx.listLogoUse.upsert({
      where: { listId_logoId: { listId, logoId } },
      create: { listId, logoId },
      update: {},
    })
}

/** A copy of a list may use the list's pictures. */
export const copyLogos = async (tx: Transaction, from: string, to: string): Promise<void> => {
  const uses = await tx.listLogoUse.findMany({ where: { listId: from }, select: { logoId: true } })
  await useLogos(
    tx,
    to,
    uses.map(({ logoId }) => logoId),
  )
}

/** A picture of a list that the account may see. C1101, A0404. */
export const findLogo = async (actor: Actor, listId: string, logoId: string): Promise<Result<Logo>> => {
  const found = await findVisible(actor, listId)
  if (!found.ok) return found
  const shown = await findShownLogos(actor, found.value)
  if (!shown.ok) return shown
  const isShown = shown.value === null || shown.value.includes(logoId)
  const seen = isShown ? whereSeen(actor, listId) : [{ uploads: { some: { uploaderId: actor.userId } } }]
  const row = await db.listLogo.findFirst({
    where: { id: logoId, OR: seen },
    select: {
      id: true,
      type: true,
      width: true,
      height: true,
      bytes: true,
      createdAt: true,
      uploads: { where: { uploaderId: actor.userId }, select: { createdAt: true } },
    },
  })
  if (row === null) return fail('A0404')
  const { uploads, ...logo } = row
  // When it became this account's.
  return ok({ ...logo, createdAt: uploads[0]?.createdAt ?? logo.createdAt })
}

/** Removes pictures that nothing names any more. Returns how many. */
export const clearOldLogos = async (): Promise<number> => {
  const before = new Date(nowMs() - logoUnusedMs)
  const unused = { uses: { none: {} }, linkUses: { none: {} } }
  await db.listLogoUpload.deleteMany({ where: { createdAt: { lt: before }, logo: unused } })
  const { count } = await db.listLogo.deleteMany({
    where: { ...unused, uploads: { none: {} }, createdAt: { lt: before } },
  })
  return count
}
