/**
 * Pictures and videos that customers send with a feedback. They belong to their owner, are written to the disk as they
 * come, may be gone on with after a cut, count only when their content is what their name says, and wait a day for
 * their feedback.
 */
import type { Readable } from 'node:stream'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { dayMs, minuteMs, now, nowMs, secondMs } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import {
  appendFile,
  beginFile,
  findRoomBytes,
  finishFile,
  isBeingWritten,
  isFileThere,
  openFile,
  readPart,
  removeFile,
  storeFile,
  type AppendTrouble,
} from '~/platform/files.server'
import { consume } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import { plainFileName } from '~/text/plain-text'
import { makeId, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { checkContent, checkHead } from './content.server'
import { attachmentLimits, familyOfName, mostBytesOf, mostOf, type AttachmentKind } from './limits'

export { attachmentLimits } from './limits'

/** `done`: whole, checked, and to be shown. Sizes are bytes; width and height as a reader sees the picture. */
export type Attachment = {
  id: string
  feedbackId: string | null
  kind: AttachmentKind
  name: string
  /** The media type found by content; null until it is done. */
  type: string | null
  size: number
  received: number
  done: boolean
  width: number | null
  height: number | null
  createdAt: Date
}
/** A file that a page's form brought and that is on the disk already; `field` is the form's: image or video. */
export type StoredUpload = { field: AttachmentKind; fileId: string; name: string; size: number }
/** One that is not sent yet. `isMoving`: a request is writing to it. `sample` tells an unfinished one's file again. */
export type UnsentAttachment = Attachment & { isMoving: boolean; sample: string | null }
/** Whoever looks: the owner, or an operator, who sees all. */
export type Viewer = { userId: string } | { operator: true }

/** One that nothing came for so long makes way for a new one, where an account has its most. */
const silentMs = 10 * minuteMs
const unclaimedMs = dayMs
/** The head of a video is looked at once so much of it is there. */
const headSeenBytes = 4096

const shown = {
  id: true,
  userId: true,
  feedbackId: true,
  fileId: true,
  kind: true,
  type: true,
  name: true,
  width: true,
  height: true,
  createdAt: true,
  file: { select: { size: true, received: true, sha256: true, state: true } },
} as const
type Row = {
  id: string
  userId: string
  feedbackId: string | null
  fileId: string
  kind: string
  type: string | null
  name: string
  width: number | null
  height: number | null
  createdAt: Date
  file: { size: number; received: number; sha256: string | null; state: string }
}

const kindOf = (text: string): AttachmentKind => (text === 'video' ? 'video' : 'image')
/** At each end of what was received, for its sample. */
const sampleBytes = 65_536
/**
 * The digest (hex) of the first 65 536 bytes that were received and the last, one after the other; of a shorter part
 * all of it twice. By it a person's file is told again before it is gone on with. Null where nothing was received, or
 * all.
 */
const sampleOf = async ({ fileId, type, file }: Pick<Row, 'fileId' | 'type' | 'file'>): Promise<string | null> => {
  if (type !== null || file.received === 0) return null
  try {
    const head = await readPart(fileId, 0, Math.min(sampleBytes, file.received))
    const tail = await readPart(fileId, Math.max(0, file.received - sampleBytes), Math.min(sampleBytes, file.received))
    return sha256(Buffer.concat([head, tail]))
  } catch {
    // Removed meanwhile, or lost by the disk.
    return null
  }
}
const attachmentOf = ({ id, feedbackId, kind, name, type, width, height, createdAt, file }: Row): Attachment => ({
  id,
  feedbackId,
  kind: kindOf(kind),
  name,
  type,
  width,
  height,
  createdAt,
  size: file.size,
  received: file.received,
  done: type !== null,
})

/** A name to show and to save by. */
export const cleanFileName = (name: string): string => plainFileName(name, attachmentLimits.nameCharacters)

/** The owner's own: F1102 where there is none, F1104 where it is another's. */
const ownRow = async (userId: string, id: string): Promise<Result<Row>> => {
  const row = await db.attachment.findUnique({ where: { id }, select: shown })
  if (row === null) return fail('F1102')
  return row.userId === userId ? ok(row) : fail('F1104')
}

type Used = { files: number; bytes: number }
/** What an account has attached in the last 24 hours, and what of it is not sent yet counts in full. */
const usedToday = async (userId: string, tx: Transaction | typeof db): Promise<Used> => {
  const rows = await tx.attachment.findMany({
    where: { userId, createdAt: { gt: new Date(nowMs() - dayMs) } },
    select: { file: { select: { size: true } } },
  })
  return { files: rows.length, bytes: rows.reduce((sum, { file }) => sum + file.size, 0) }
}
const overQuota = (used: Used, more: Used): Failure | null =>
  used.files + more.files > env.attachmentDailyFiles || used.bytes + more.bytes > env.attachmentDailyBytes
    ? fail('C1202', {
        data: {
          context: 'attachments',
          files: used.files,
          bytes: used.bytes,
          limitFiles: env.attachmentDailyFiles,
          limitBytes: env.attachmentDailyBytes,
        },
      })
    : null

/** Removes an attachment and its file. */
const drop = async ({ id, fileId }: { id: string; fileId: string }): Promise<void> => {
  await db.attachment.deleteMany({ where: { id } })
  await removeFile(fileId)
}

/** The account's unfinished files: those that stand still make way for one more; C1202 where all are moving. */
const makeWay = async (userId: string): Promise<Failure | null> => {
  const unfinished = await db.attachment.findMany({
    where: { userId, type: null },
    orderBy: { file: { touchedAt: 'asc' } },
    select: { id: true, fileId: true, file: { select: { touchedAt: true } } },
  })
  let over = unfinished.length - attachmentLimits.unfinished + 1
  for (const one of unfinished) {
    if (over <= 0) break
    if (nowMs() - one.file.touchedAt.getTime() < silentMs) continue
    await drop(one)
    over--
  }
  return over > 0 ? fail('C1202', { data: { context: 'unfinished', limit: attachmentLimits.unfinished } }) : null
}

const countStart = async (userId: string, points = 1): Promise<Failure | null> => {
  const taken = await consume('attachment-start', userId, points)
  return taken.ok ? null : tooMany(taken)
}

const noRoom = (): Failure => fail('A0503', { data: { context: 'disk', retryAfterSeconds: 600 } })

/**
 * Begins a file that comes in parts. A0415 a name of another kind of file; A0413 too large; I1009 too many begun; C1202
 * the day's quota, or too many unfinished; A0503 no room on the disk.
 */
export const startAttachment = async (
  userId: string,
  { kind, name, size }: { kind: AttachmentKind; name: string; size: number },
): Promise<Result<Attachment>> => {
  const plain = cleanFileName(name)
  if (familyOfName(kind, plain) === null) return fail('A0415', { field: 'name', data: { context: 'name' } })
  if (size > mostBytesOf(kind))
    return fail('A0413', { field: 'size', data: { context: kind, limitBytes: mostBytesOf(kind) } })
  const refused =
    overQuota(await usedToday(userId, db), { files: 1, bytes: size }) ??
    (await makeWay(userId)) ??
    (await countStart(userId))
  if (refused !== null) return refused
  const file = await beginFile({ size })
  if (file === null) return noRoom()
  const made = await transact(async (tx) => {
    // Counted again where nobody else counts at the same time.
    const over = overQuota(await usedToday(userId, tx), { files: 1, bytes: size })
    return (
      over ??
      ok(
        await tx.attachment.create({
          data: { id: makeId(), userId, fileId: file.id, kind, name: plain, createdAt: now() },
          select: shown,
        }),
      )
    )
  })
  if (made.ok) return ok(attachmentOf(made.value))
  await removeFile(file.id)
  return made
}

/**
 * Takes a checked file's facts over: a picture's cleaned bytes are a new file, which takes the first one's place in one
 * step.
 */
const settle = async (row: Row): Promise<Result<Attachment>> => {
  const kind = kindOf(row.kind)
  const checked = await checkContent(row.userId, kind, row.name, row.fileId, row.file.received)
  if (!checked.ok) {
    await drop(row)
    return checked
  }
  const { type, width, height, bytes } = checked.value
  const file = bytes === null ? await finishFile(row.fileId) : await storeFile(bytes)
  if (file === null) return noRoom()
  const { count } = await db.attachment.updateMany({
    where: { id: row.id, type: null },
    data: { type, width, height, fileId: file.id },
  })
  if (count === 0) {
    await removeFile(file.id)
    return fail('F1102')
  }
  if (file.id !== row.fileId) await removeFile(row.fileId)
  return ok(
    attachmentOf({
      ...row,
      type,
      width,
      height,
      fileId: file.id,
      file: { ...row.file, size: file.size, received: file.size, sha256: file.sha256, state: 'kept' },
    }),
  )
}

const settling = new Map<string, Promise<Result<Attachment>>>()
/** Settles a file once, however many ask for it at the same time. */
const settleOnce = (row: Row): Promise<Result<Attachment>> => {
  const running = settling.get(row.id)
  if (running !== undefined) return running
  const run = settle(row).finally(() => settling.delete(row.id))
  settling.set(row.id, run)
  return run
}

const troubleOf = (reason: AppendTrouble, received: number): Failure => {
  if (reason === 'missing') return fail('F1102')
  if (reason === 'offset') return fail('A0409', { field: 'offset', data: { received, done: false } })
  if (reason === 'busy')
    return fail('A0409', { field: 'offset', data: { received, done: false, busy: true, retryAfterSeconds: 1 } })
  if (reason === 'too-large') return fail('A0413', { data: { received, limitBytes: attachmentLimits.chunkBytes } })
  return reason === 'cut' ? fail('A0400', { data: { received } }) : noRoom()
}

/**
 * Writes the next part of a file; the part that makes it whole decides by its content what it is. A0409 with
 * data.received: it does not end at this offset, or another request is writing to it (data.busy); A0413: more than a
 * part or than was announced; A0415: its content is not what its name says, and it is gone. `onBytes` is told of its
 * bytes as they come.
 */
export const appendAttachment = async (
  userId: string,
  id: string,
  offset: number,
  source: Readable,
  onBytes?: () => void,
): Promise<Result<Attachment>> => {
  const found = await ownRow(userId, id)
  if (!found.ok) return found
  const row = found.value
  if (row.type !== null) return fail('A0409', { field: 'offset', data: { received: row.file.size, done: true } })
  const appended = await appendFile(row.fileId, offset, source, {
    mostBytes: attachmentLimits.chunkBytes,
    ...(onBytes === undefined ? {} : { onBytes }),
  })
  if (!appended.ok) return troubleOf(appended.reason, appended.received)
  const now = { ...row, file: { ...row.file, received: appended.received } }
  if (appended.whole) return settleOnce(now)
  if (offset < headSeenBytes && appended.received >= headSeenBytes) {
    const head = await checkHead(kindOf(row.kind), row.name, row.fileId)
    if (!head.ok) {
      await drop(row)
      return head
    }
  }
  return ok(attachmentOf(now))
}

const unsentOf = async (row: Row): Promise<UnsentAttachment> => ({
  ...attachmentOf(row),
  isMoving: isBeingWritten(row.fileId),
  sample: await sampleOf(row),
})

/** One attachment of its owner, done or not. F1102, F1104. */
export const findAttachment = async (userId: string, id: string): Promise<Result<UnsentAttachment>> => {
  const found = await ownRow(userId, id)
  return found.ok ? ok(await unsentOf(found.value)) : found
}

/** More are never offered: an account's day has fewer that are worth it. */
const mostOffered = 20

/**
 * What the account has begun or brought and not sent yet, the newest first: offered again after a session has ended, or
 * on another device.
 */
export const listUnsent = async (userId: string): Promise<UnsentAttachment[]> => {
  const rows: Row[] = await db.attachment.findMany({
    where: { userId, feedbackId: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: mostOffered,
    select: shown,
  })
  return Promise.all(rows.map(unsentOf))
}

/** Throws away what the account has not sent yet. How many. */
export const dropUnsent = async (userId: string): Promise<number> => {
  const rows = await db.attachment.findMany({ where: { userId, feedbackId: null }, select: { id: true, fileId: true } })
  for (const row of rows) await drop(row)
  return rows.length
}

/** Throws away what is not sent yet, also while it is coming. F1102, F1104; A0409: it is part of a feedback. */
export const cancelAttachment = async (userId: string, id: string): Promise<Result<null>> => {
  const found = await ownRow(userId, id)
  if (!found.ok) return found
  if (found.value.feedbackId !== null) return fail('A0409', { data: { reason: 'sent' } })
  await drop(found.value)
  return ok(null)
}

/**
 * Whether an account may send a form with files of so many bytes: looked at before anything of it is read. C1202,
 * I1009, A0503.
 */
export const mayTakeForm = async (userId: string, bytes: number): Promise<Result<null>> => {
  const refused = overQuota(await usedToday(userId, db), { files: 1, bytes }) ?? (await countStart(userId))
  if (refused !== null) return refused
  return (await findRoomBytes()) < bytes ? noRoom() : ok(null)
}

/**
 * Makes attachments of the files that a form brought. Those whose content is right are the account's, to be claimed by
 * their ids; the others are gone, each with a failure that names its field (image, video) and its file.
 */
export const takeStored = async (
  userId: string,
  stored: readonly StoredUpload[],
): Promise<{ taken: Attachment[]; failures: Failure[] }> => {
  const taken: Attachment[] = []
  const failures: Failure[] = []
  for (const { field: kind, fileId, name, size } of stored) {
    const plain = cleanFileName(name)
    const made = await transact(async (tx) => {
      const over = overQuota(await usedToday(userId, tx), { files: 1, bytes: size })
      return (
        over ??
        ok(
          await tx.attachment.create({
            data: { id: makeId(), userId, fileId, kind, name: plain === '' ? kind : plain, createdAt: now() },
            select: shown,
          }),
        )
      )
    })
    const settled = made.ok ? await settleOnce(made.value) : made
    if (settled.ok) taken.push(settled.value)
    else {
      if (!made.ok) await removeFile(fileId)
      failures.push({ ...settled, field: kind, data: { ...settled.data, fileName: plain } })
    }
  }
  return { taken, failures }
}

/**
 * Makes attachments part of a feedback, all or none. F1102, F1104; A0409 (field attachment) one that is not done; A0422
 * on `image` or `video` when there would be more than three pictures or one video. Give the transaction that makes the
 * feedback, and roll it back on a failure.
 */
export const claimAttachments = async (
  userId: string,
  ids: readonly string[],
  feedbackId: string,
  tx: Transaction | typeof db = db,
): Promise<Result<Attachment[]>> => {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return ok([])
  const rows: Row[] = await tx.attachment.findMany({ where: { id: { in: wanted } }, select: shown })
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const id of wanted) {
    const row = byId.get(id)
    if (row === undefined) return fail('F1102', { field: 'attachment', data: { id } })
    if (row.userId !== userId) return fail('F1104', { field: 'attachment', data: { id } })
    if (row.feedbackId !== null && row.feedbackId !== feedbackId)
      return fail('F1102', { field: 'attachment', data: { id } })
    if (row.type === null) return fail('A0409', { field: 'attachment', data: { id, context: 'unfinished' } })
  }
  const there = await tx.attachment.findMany({ where: { feedbackId, id: { notIn: wanted } }, select: { kind: true } })
  for (const kind of ['image', 'video'] as const) {
    const count = [...there, ...rows].filter((row) => row.kind === kind).length
    if (count > mostOf(kind)) return fail('A0422', { field: kind, data: { context: `${kind}s`, limit: mostOf(kind) } })
  }
  await tx.attachment.updateMany({ where: { id: { in: wanted }, userId }, data: { feedbackId } })
  return ok(wanted.flatMap((id) => byId.get(id) ?? []).map((row) => attachmentOf({ ...row, feedbackId })))
}

/**
 * The attachments of some feedbacks, each list in the order of sending. Whoever asks has proven that the feedbacks may
 * be seen.
 */
export const findAttachmentsOf = async (feedbackIds: readonly string[]): Promise<Map<string, Attachment[]>> => {
  const rows = await db.attachment.findMany({
    where: { feedbackId: { in: [...feedbackIds] } },
    orderBy: { createdAt: 'asc' },
    select: shown,
  })
  const found = new Map<string, Attachment[]>()
  for (const row of rows)
    if (row.feedbackId !== null) found.set(row.feedbackId, [...(found.get(row.feedbackId) ?? []), attachmentOf(row)])
  return found
}

/**
 * Attachments that a form holds by their ids and that are not sent yet, for showing the form again: only the account's
 * own.
 */
export const findUnsent = async (userId: string, ids: readonly string[]): Promise<Attachment[]> => {
  const rows = await db.attachment.findMany({
    where: { id: { in: ids.slice(0, 20) }, userId, feedbackId: null, type: { not: null } },
    orderBy: { createdAt: 'asc' },
    select: shown,
  })
  return rows.map(attachmentOf)
}

export type OpenedAttachment = {
  name: string
  kind: AttachmentKind
  type: string
  size: number
  etag: string
  lastModified: Date
  open: (range: { start: number; end: number }) => Readable
}

/** A done attachment's content. F1102, F1104 (not for operators). */
export const openAttachment = async (viewer: Viewer, id: string): Promise<Result<OpenedAttachment>> => {
  const row = await db.attachment.findUnique({ where: { id }, select: shown })
  if (row === null) return fail('F1102')
  if (!('operator' in viewer) && row.userId !== viewer.userId) return fail('F1104')
  if (row.type === null || row.file.sha256 === null) return fail('F1102')
  const { fileId } = row
  if (!(await isFileThere(fileId, row.file.size))) {
    log.warn({ attachment: id, file: fileId }, 'a file is missing in the uploads')
    return fail('F1102')
  }
  return ok({
    name: row.name,
    kind: kindOf(row.kind),
    type: row.type,
    size: row.file.size,
    etag: `"${row.file.sha256.slice(0, 32)}"`,
    lastModified: new Date(Math.floor(row.createdAt.getTime() / secondMs) * secondMs),
    open: (range) => openFile(fileId, range),
  })
}

/** Removes what was begun or made and not sent within a day. How many. */
export const clearOldAttachments = async (): Promise<number> => {
  const before = new Date(nowMs() - unclaimedMs)
  const old = await db.attachment.findMany({
    where: { feedbackId: null, createdAt: { lt: before }, file: { touchedAt: { lt: before } } },
    select: { id: true, fileId: true },
    take: 1000,
  })
  for (const one of old) await drop(one)
  return old.length
}
