/**
 * Stores uploaded files outside the database: a row (StoredFile) and a file on the disk. Bytes go to the disk as
 * they arrive. Bytes that a row counts as received are on the disk, even after a power cut. Failures are returned,
 * never thrown.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { dayMs, hourMs, now, nowMs, secondMs } from './clock.server'
import { db } from './db.server'
import { env } from './env.server'
import { log } from './log.server'
import { makeId, sha256 } from './random.server'

/** `receiving`: more bytes may come. `kept`: the file is complete and its digest is known. Sizes are in bytes. */
export type FileFacts = {
  id: string
  state: 'receiving' | 'kept'
  size: number
  received: number
  sha256: string | null
}
/**
 * Why bytes were not accepted. offset: the file does not end there. busy: another request is writing to it. too-large:
 * more bytes came than allowed, and none were kept. cut: the sender disconnected; the bytes so far are kept. no-room:
 * the disk is full.
 */
export type AppendProblem = 'missing' | 'offset' | 'busy' | 'too-large' | 'cut' | 'no-room'
export type Appended =
  | { ok: true; received: number; whole: boolean }
  | { ok: false; reason: AppendProblem; received: number }

/** A writer that is silent for this long is treated as gone: its sender has lost the connection and may reconnect. */
const silentWriterMs = 10 * secondMs
/** An interrupted upload can be resumed for a day. A complete file that nothing refers to is kept as long. */
const keptBrokenMs = dayMs
/** A file on the disk may be older than its row by a moment, but never by this much. */
const keptWithoutRowMs = hourMs
const readBytes = 262_144
const idPattern = /^[0-9a-z]{26}$/

/**
 * Uses the last letters of an id, which are random. The first ones are the time and would put all files into one
 * folder.
 */
const placeOf = (id: string): string => path.join(env.uploadsDir, id.slice(-2), id)

const shown = { id: true, state: true, size: true, received: true, sha256: true } as const
const factsOf = (row: Omit<FileFacts, 'state'> & { state: string }): FileFacts => ({
  ...row,
  state: row.state === 'kept' ? 'kept' : 'receiving',
})

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'
const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** A new file's name is only durable once its folder has been synced too. */
const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Returns how many bytes may still be accepted: the free space, less the minimum, less what running uploads will add.
 */
export const findRoomBytes = async (): Promise<number> => {
  await mkdir(env.uploadsDir, { recursive: true, mode: 0o700 })
  const { bavail, bsize } = await statfs(env.uploadsDir)
  const { _sum: open } = await db.storedFile.aggregate({
    where: { state: 'receiving' },
    _sum: { size: true, received: true },
  })
  return bavail * bsize - env.minFreeDiskBytes - Math.max(0, (open.size ?? 0) - (open.received ?? 0))
}

const makePlace = async (id: string): Promise<void> => {
  const place = placeOf(id)
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  await (await open(place, 'wx', 0o600)).close()
  await syncFolder(path.dirname(place))
}

/** Begins a file of at most `size` bytes. Null if the disk has no room for it. */
export const beginFile = async ({ size }: { size: number }): Promise<FileFacts | null> => {
  if ((await findRoomBytes()) < size) return null
  const id = makeId()
  try {
    await makePlace(id)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    return null
  }
  return factsOf(await db.storedFile.create({ data: { id, size, createdAt: now(), touchedAt: now() }, select: shown }))
}

/** Stores a small file that is already in memory. Null if the disk has no room for it. */
export const storeFile = async (bytes: Uint8Array): Promise<FileFacts | null> => {
  const begun = await beginFile({ size: bytes.length })
  if (begun === null) return null
  const handle = await open(placeOf(begun.id), 'r+')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } catch (error) {
    if (!isDiskFull(error)) throw error
    await handle.close()
    await removeFile(begun.id)
    return null
  }
  await handle.close()
  return factsOf(
    await db.storedFile.update({
      where: { id: begun.id },
      data: { state: 'kept', received: bytes.length, sha256: sha256(bytes), touchedAt: now() },
      select: shown,
    }),
  )
}

/** Returns the facts of a file; null if it does not exist. */
export const findFile = async (id: string): Promise<FileFacts | null> => {
  const row = await db.storedFile.findUnique({ where: { id }, select: shown })
  return row && factsOf(row)
}

type Writer = { touchedAtMs: number; stop: () => void; ended: Promise<void> }
/** One writer per file: two writers at one offset would mix their bytes. */
const writers = new Map<string, Writer>()

/** True while a request is writing to the file. */
export const isBeingWritten = (id: string): boolean => writers.has(id)

const stopWriter = async (id: string): Promise<void> => {
  const writer = writers.get(id)
  if (writer === undefined) return
  writer.stop()
  await writer.ended
}

/** Writes bytes to the disk. The returned `at` is the new end of the file. */
const pour = async (
  handle: FileHandle,
  from: number,
  source: Readable,
  maxBytes: number,
  touched: () => void,
): Promise<{ at: number; reason: Extract<AppendProblem, 'too-large' | 'cut' | 'no-room'> | null }> => {
  let at = from
  try {
    // The iterator must not destroy the request, which is still to be answered.
    for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (at + chunk.length > from + maxBytes) return { at, reason: 'too-large' }
      for (let done = 0; done < chunk.length;) {
        const { bytesWritten } = await handle.write(chunk, done, chunk.length - done, at + done)
        done += bytesWritten
      }
      at += chunk.length
      touched()
    }
    return { at, reason: null }
  } catch (error) {
    return { at, reason: isDiskFull(error) ? 'no-room' : 'cut' }
  }
}

const append = async (
  id: string,
  offset: number,
  source: Readable,
  maxBytes: number,
  touched: () => void,
): Promise<Appended> => {
  const row = await db.storedFile.findUnique({ where: { id }, select: { size: true, received: true, state: true } })
  if (row?.state !== 'receiving') return { ok: false, reason: 'missing', received: row?.received ?? 0 }
  if (offset !== row.received) return { ok: false, reason: 'offset', received: row.received }
  let handle: FileHandle
  try {
    handle = await open(placeOf(id), 'r+')
  } catch (error) {
    if (!isMissing(error)) throw error
    return { ok: false, reason: 'missing', received: 0 }
  }
  try {
    const poured = await pour(handle, offset, source, Math.min(maxBytes, row.size - offset), touched)
    const received = poured.reason === 'too-large' ? offset : poured.at
    // Bytes beyond this point were never acknowledged: they were left by a writer whose process ended, or exceed the
    // limit.
    await handle.truncate(received)
    await handle.sync()
    const { count } = await db.storedFile.updateMany({
      where: { id, state: 'receiving' },
      data: { received, touchedAt: now() },
    })
    if (count === 0) return { ok: false, reason: 'missing', received: 0 }
    return poured.reason === null
      ? { ok: true, received, whole: received === row.size }
      : { ok: false, reason: poured.reason, received }
  } finally {
    await handle.close()
  }
}

/**
 * Appends a stream to the file. `offset` must equal the length received so far. Answers busy while another request is
 * writing. If that request has been silent for ten seconds, it is ended and its bytes are kept. A stream that is not
 * read to its end is left where it stands. `onBytes` is called for each chunk written.
 */
export const appendFile = async (
  id: string,
  offset: number,
  source: Readable,
  { maxBytes, onBytes }: { maxBytes: number; onBytes?: () => void },
): Promise<Appended> => {
  const before = writers.get(id)
  if (before !== undefined && nowMs() - before.touchedAtMs >= silentWriterMs) await stopWriter(id)
  if (writers.has(id)) return { ok: false, reason: 'busy', received: (await findFile(id))?.received ?? 0 }
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const writer: Writer = { touchedAtMs: nowMs(), stop: () => void source.destroy(), ended }
  writers.set(id, writer)
  try {
    return await append(id, offset, source, maxBytes, () => {
      writer.touchedAtMs = nowMs()
      onBytes?.()
    })
  } finally {
    writers.delete(id)
    end()
  }
}

/** Reads a part of a file, by default all of it. A missing file is a stream error. */
export const openFile = (id: string, range?: { start: number; end: number }): Readable =>
  range !== undefined && range.end <= range.start
    ? Readable.from([])
    : createReadStream(placeOf(id), {
        highWaterMark: readBytes,
        ...(range === undefined ? {} : { start: range.start, end: range.end - 1 }),
      })

/**
 * False if a row's file is missing on the disk: the database was restored without its uploads, or somebody removed it.
 */
export const isFileThere = async (id: string, size: number): Promise<boolean> => {
  const facts = await stat(placeOf(id)).catch(() => null)
  return facts?.size === size
}

/** Reads at most `most` bytes from `start`; fewer if the file ends before. */
export const readPart = async (id: string, start: number, most: number): Promise<Buffer> => {
  const handle = await open(placeOf(id), 'r')
  try {
    const bytes = Buffer.alloc(most)
    let done = 0
    while (done < most) {
      const { bytesRead } = await handle.read(bytes, done, most - done, start + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return bytes.subarray(0, done)
  } finally {
    await handle.close()
  }
}

/** Overwrites bytes inside an unfinished file, without changing its length. */
export const overwritePart = async (id: string, start: number, bytes: Uint8Array): Promise<void> => {
  const handle = await open(placeOf(id), 'r+')
  try {
    for (let done = 0; done < bytes.length;)
      done += (await handle.write(bytes, done, bytes.length - done, start + done)).bytesWritten
  } finally {
    await handle.close()
  }
}

/**
 * Completes a file: fixes its length, computes its digest, and accepts no more bytes. Null if no such file is being
 * received.
 */
export const finishFile = async (id: string): Promise<FileFacts | null> => {
  await stopWriter(id)
  const row = await db.storedFile.findUnique({ where: { id }, select: shown })
  if (row?.state !== 'receiving') return null
  const digest = createHash('sha256')
  for await (const chunk of openFile(id, { start: 0, end: row.received }) as AsyncIterable<Buffer>) digest.update(chunk)
  const handle = await open(placeOf(id), 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
  const data = { state: 'kept', size: row.received, sha256: digest.digest('hex'), touchedAt: now() }
  const { count } = await db.storedFile.updateMany({ where: { id, state: 'receiving' }, data })
  return count === 0 ? null : factsOf({ ...row, ...data })
}

/** Removes a file that nothing refers to any more, and ends any request that is writing to it. */
export const removeFile = async (id: string): Promise<void> => {
  await stopWriter(id)
  // The row goes first. A file without a row is removed later; a row without its file would be an error.
  await db.storedFile.deleteMany({ where: { id } })
  await rm(placeOf(id), { force: true })
}

/** Removes files without a row, left on the disk when the process ended between two steps. */
const removeUnknown = async (): Promise<number> => {
  let removed = 0
  const folders = await readdir(env.uploadsDir).catch(() => [])
  for (const folder of folders) {
    const names = (await readdir(path.join(env.uploadsDir, folder)).catch(() => [])).filter((name) =>
      idPattern.test(name),
    )
    const known = new Set(
      (await db.storedFile.findMany({ where: { id: { in: names } }, select: { id: true } })).map(({ id }) => id),
    )
    for (const name of names) {
      if (known.has(name)) continue
      const place = path.join(env.uploadsDir, folder, name)
      const facts = await stat(place).catch(() => null)
      if (facts === null || nowMs() - facts.mtimeMs < keptWithoutRowMs) continue
      await rm(place, { force: true })
      removed++
    }
  }
  return removed
}

/** Removes those of the given files that nothing refers to: uploaded by a request but not used. */
export const removeUnused = async (ids: readonly string[]): Promise<void> => {
  const unused = await db.storedFile.findMany({
    where: { id: { in: [...ids] }, attachment: null, instruction: null },
    select: { id: true },
  })
  for (const { id } of unused) await removeFile(id)
}

/**
 * Removes the files of forms that were being sent when the process ended: nobody can resume them, and their room stays
 * reserved. Call it before the first request, while nobody is writing. Returns how many.
 */
export const clearCutForms = async (): Promise<number> => {
  const cut = await db.storedFile.findMany({
    where: { state: 'receiving', attachment: null, instruction: null },
    select: { id: true },
  })
  for (const { id } of cut) await removeFile(id)
  if (cut.length > 0) log.info({ removed: cut.length }, 'files removed that a form was bringing when the server ended')
  return cut.length
}

/** Removes abandoned uploads, unreferenced files, and files without a row. Returns how many. */
export const clearOldFiles = async (): Promise<number> => {
  const before = new Date(nowMs() - keptBrokenMs)
  const old = await db.storedFile.findMany({
    where: { touchedAt: { lt: before }, attachment: null, instruction: null },
    select: { id: true },
    take: 1000,
  })
  for (const { id } of old) {
    if (writers.has(id)) continue
    await removeFile(id)
  }
  const removed = old.length + (await removeUnknown())
  if (removed > 0) log.info({ removed }, 'files removed that nothing refers to')
  return removed
}
