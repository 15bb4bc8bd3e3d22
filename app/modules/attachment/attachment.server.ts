/**
 * Pictures and videos that customers send with a feedback. They belong to their owner and are written to disk as they
 * arrive. An interrupted upload can be resumed. A file is accepted only if its content matches its name, and waits a
 * day for its feedback.
 */
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { dayMs, minuteMs, now, nowMs, secondMs } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
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
  type AppendProblem,
} from '~/platform/files.server'
import { consume } from '~/platform/limits.server'
import { log } from '~/platform/log.server'
import type { StreamBody } from '~/platform/http.server'
import { plainFileName } from '~/text/plain-text'
import { makeId, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import type { attachmentOutput } from './attachment.schema'
import { checkContent, checkHead } from './content.server'
import { attachmentLimits, familyOfName, maxBytesOf, maxFilesOf, type AttachmentKind } from './limits'

export { attachmentLimits } from './limits'
export { readPicture } from './content.server'

/**
 * `done`: complete, checked and ready to show. Sizes are in bytes; width and height are as the reader sees the picture.
 */
export type Attachment = Omit<z.output<typeof attachmentOutput>, 'chunkBytes' | 'isMoving' | 'sample'>
/** A file that a page's form has uploaded to disk; `field` is the form's: image or video. */
export type StoredUpload = { field: AttachmentKind; fileId: string; name: string; size: number }
/**
 * A file that is not sent yet. `isMoving`: a request is writing to it. `sample` identifies the original of an
 * unfinished file.
 */
export type UnsentAttachment = Attachment & { isMoving: boolean; sample: string | null }
/** Who is looking: the owner, or an operator, who sees all. */
export type Viewer = { userId: string } | { operator: true }

/** If an account has its maximum of unfinished files, one without activity for this long is dropped for a new one. */
const silentMs = 10 * minuteMs
const unclaimedMs = dayMs
/** The head of a video is checked once this much has arrived. */
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
} as const satisfies Prisma.AttachmentSelect
type Row = Prisma.AttachmentGetPayload<{ select: typeof shown }>

const kindOf = (text: string): AttachmentKind => (text === 'video' ? 'video' : 'image')
/** How much of each end of what was received goes into the sample. */
const sampleBytes = 65_536
/**
 * The digest (hex) of the first and the last 65 536 bytes received; if less was received, all of it counts twice. It
 * identifies a person's file before the upload is resumed. Null if nothing was received, or everything.
 */
const sampleOf = async ({ fileId, type, file }: Pick<Row, 'fileId' | 'type' | 'file'>): Promise<string | null> => {
  if (type !== null || file.received === 0) return null
  try {
    const head = await readPart(fileId, 0, Math.min(sampleBytes, file.received))
    const tail = await readPart(fileId, Math.max(0, file.received - sampleBytes), Math.min(sampleBytes, file.received))
    return sha256(Buffer.concat([head, tail]))
  } catch {
    // Removed in the meantime, or lost by the disk.
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

/** A file name for display and saving. */
export const cleanFileName = (name: string): string => plainFileName(name, attachmentLimits.nameCharacters)

/** The owner's own attachment: F1102 if it does not exist, F1104 if it is another account's. */
const ownRow = async (userId: string, id: string): Promise<Result<Row>> => {
  const row = await db.attachment.findUnique({ where: { id }, select: shown })
  if (row === null) return fail('F1102')
  return row.userId === userId ? ok(row) : fail('F1104')
}

type Used = { files: number; bytes: number }
/** What an account has attached in the last 24 hours. Unsent files count in full. */
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

/** Makes room for one more unfinished file by dropping inactive ones; C1202 if all are being written. */
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

const countStart = async (userId: string): Promise<Failure | null> => {
  const taken = await consume('attachment-start', userId, 1)
  return taken.ok ? null : tooMany(taken)
}

/** Stores a file's row if the quota has room: inside the transaction, no other request counts at the same time. */
const store = ({
  size,
  ...data
}: {
  userId: string
  fileId: string
  kind: AttachmentKind
  name: string
  size: number
}): Promise<Result<Row>> =>
  transact(async (tx): Promise<Result<Row>> => {
    const over = overQuota(await usedToday(data.userId, tx), { files: 1, bytes: size })
    return over ?? ok(await tx.attachment.create({ data: { ...data, id: makeId(), createdAt: now() }, select: shown }))
  })

const noRoom = (): Failure => fail('A0503', { data: { context: 'disk', retryAfterSeconds: 600 } })

/**
 * Starts a file that arrives in parts. A0415 the name is of another kind of file; A0413 too large; I1009 too many
 * started; C1202 the day's quota, or too many unfinished; A0503 no room on the disk.
 */
export const startAttachment = async (
  userId: string,
  { kind, name, size }: { kind: AttachmentKind; name: string; size: number },
): Promise<Result<Attachment>> => {
  const plain = cleanFileName(name)
  if (familyOfName(kind, plain) === null) return fail('A0415', { field: 'name', data: { context: 'name' } })
  if (size > maxBytesOf(kind))
    return fail('A0413', { field: 'size', data: { context: kind, limitBytes: maxBytesOf(kind) } })
  const refused =
    overQuota(await usedToday(userId, db), { files: 1, bytes: size }) ??
    (await makeWay(userId)) ??
    (await countStart(userId))
  if (refused !== null) return refused
  const file = await beginFile({ size })
  if (file === null) return noRoom()
  const made = await store({ userId, fileId: file.id, kind, name: plain, size })
  if (made.ok) return ok(attachmentOf(made.value))
  await removeFile(file.id)
  return made
}

/**
 * Checks a complete file and stores the result. A picture's cleaned bytes are a new file, which replaces the first in
 * one step.
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
/** Settles a file once, however many requests ask for it at the same time. */
const settleOnce = (row: Row): Promise<Result<Attachment>> => {
  const running = settling.get(row.id)
  if (running !== undefined) return running
  const run = settle(row).finally(() => settling.delete(row.id))
  settling.set(row.id, run)
  return run
}

const problemOf = (reason: AppendProblem, received: number): Failure => {
  if (reason === 'missing') return fail('F1102')
  if (reason === 'offset') return fail('A0409', { field: 'offset', data: { received, done: false } })
  if (reason === 'busy')
    return fail('A0409', { field: 'offset', data: { received, done: false, busy: true, retryAfterSeconds: 1 } })
  if (reason === 'too-large') return fail('A0413', { data: { received, limitBytes: attachmentLimits.chunkBytes } })
  return reason === 'cut' ? fail('A0400', { data: { received } }) : noRoom()
}

/**
 * Writes the next part of a file. The part that completes it triggers the content check. A0409 with data.received: the
 * file does not end at this offset, or another request is writing to it (data.busy). A0413: larger than a part may be
 * or than was announced. A0415: the content does not match the name, and the file is removed. `onBytes` is called as
 * bytes arrive.
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
    maxBytes: attachmentLimits.chunkBytes,
    ...(onBytes === undefined ? {} : { onBytes }),
  })
  if (!appended.ok) return problemOf(appended.reason, appended.received)
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

/** Maximum number offered; an account rarely has more in a day. */
const maxOffered = 20

/**
 * The files that the account has started or uploaded but not sent, newest first: they are offered again after a session
 * has ended, or on another device.
 */
export const listUnsent = async (userId: string): Promise<UnsentAttachment[]> => {
  const rows: Row[] = await db.attachment.findMany({
    where: { userId, feedbackId: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxOffered,
    select: shown,
  })
  return Promise.all(rows.map(unsentOf))
}

/** Discards the account's unsent files. Returns how many. */
export const dropUnsent = async (userId: string): Promise<number> => {
  const rows = await db.attachment.findMany({ where: { userId, feedbackId: null }, select: { id: true, fileId: true } })
  for (const row of rows) await drop(row)
  return rows.length
}

/** Discards an unsent file, even while it is arriving. F1102, F1104; A0409: it is part of a feedback. */
export const cancelAttachment = async (userId: string, id: string): Promise<Result<null>> => {
  const found = await ownRow(userId, id)
  if (!found.ok) return found
  if (found.value.feedbackId !== null) return fail('A0409', { data: { reason: 'sent' } })
  await drop(found.value)
  return ok(null)
}

/** Checks, before reading it, whether an account may send a form with files of this size. C1202, I1009, A0503. */
export const mayTakeForm = async (userId: string, bytes: number): Promise<Result<null>> => {
  const refused = overQuota(await usedToday(userId, db), { files: 1, bytes }) ?? (await countStart(userId))
  if (refused !== null) return refused
  return (await findRoomBytes()) < bytes ? noRoom() : ok(null)
}

/**
 * Turns the files that a form uploaded into attachments. Valid ones belong to the account and are claimed by their ids.
 * The others are removed, each with a failure that names its field (image, video) and its file.
 */
export const takeStored = async (
  userId: string,
  stored: readonly StoredUpload[],
): Promise<{ taken: Attachment[]; failures: Failure[] }> => {
  const taken: Attachment[] = []
  const failures: Failure[] = []
  for (const { field: kind, fileId, name, size } of stored) {
    const plain = cleanFileName(name)
    const made = await store({ userId, fileId, kind, name: plain === '' ? kind : plain, size })
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
 * Makes attachments part of a feedback, all or none. F1102, F1104; A0409 (field attachment): one is not done; A0422 on
 * `image` or `video`: more than three pictures or one video. Pass the transaction that creates the feedback, and roll
 * it back on a failure.
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
    if (count > maxFilesOf(kind))
      return fail('A0422', { field: kind, data: { context: `${kind}s`, limit: maxFilesOf(kind) } })
  }
  await tx.attachment.updateMany({ where: { id: { in: wanted }, userId }, data: { feedbackId } })
  return ok(wanted.flatMap((id) => byId.get(id) ?? []).map((row) => attachmentOf({ ...row, feedbackId })))
}

/** The attachments of some feedbacks, each list in sending order. The caller has checked access to the feedbacks. */
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

/** Unsent attachments that a form refers to by id, to show the form again: only the account's own. */
export const findUnsent = async (userId: string, ids: readonly string[]): Promise<Attachment[]> => {
  const rows = await db.attachment.findMany({
    where: { id: { in: ids.slice(0, 20) }, userId, feedbackId: null, type: { not: null } },
    orderBy: { createdAt: 'asc' },
    select: shown,
  })
  return rows.map(attachmentOf)
}

export type OpenedAttachment = StreamBody & { name: string; kind: AttachmentKind }

/** The content of a finished attachment. F1102, F1104 (not for operators). */
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

/** Removes files that were started or completed but not sent within a day. Returns how many. */
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
