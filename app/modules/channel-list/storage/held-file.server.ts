/**
 * Files uploaded only to be used next to a list: to compare with it, merge into it, or give it an order. They are kept
 * for a day, belong to one account, and never become a list.
 */
import { limits } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { inMs, now } from '~/platform/clock.server'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { cleanFileName } from './create.server'
import { workOn } from '../engine/heavy.server'
import { importBytes } from '../files/import.server'
import { heldFileMs, heldFilesPerAccount } from '../limits'
import { makeSource } from './source.server'
import type { Actor } from '../types'

export type HeldFileKind = 'list' | 'lines'
export type HeldListFile = { id: string; kind: HeldFileKind; fileName: string | null; expiresAt: Date }

const shown = { id: true, kind: true, fileName: true, expiresAt: true } as const

/**
 * `mayBeLines`: also accept a spreadsheet. `mayBeNames`: treat a table of names as lines, even if it could be read as a
 * list.
 */
export type HeldFileRule = { mayBeLines: boolean; mayBeNames?: boolean }

type ReadHeldFile = { kind: HeldFileKind; bytes: Uint8Array }
/** Detects what the file is and returns the bytes to keep; for a spreadsheet, its cells. */
export const readHeldFile = async (
  actor: Actor,
  bytes: Uint8Array,
  { mayBeLines, mayBeNames = false }: HeldFileRule,
): Promise<Result<ReadHeldFile>> => {
  if (bytes.length > limits.fileBytes) return fail('A0413', { field: 'file', data: { limitBytes: limits.fileBytes } })
  if (mayBeNames && bytes.length > 0) {
    const lines = await workOn(actor.userId, 'readLines', { bytes })
    if (!lines.ok) return lines
    if (lines.value?.isNameTable === true) return ok({ kind: 'lines', bytes: lines.value.bytes })
  }
  const list = await importBytes(actor.userId, await makeSource(bytes), { whole: true })
  const linesOr = async (otherwise: Result<ReadHeldFile>): Promise<Result<ReadHeldFile>> => {
    const read = await workOn(actor.userId, 'readLines', { bytes })
    if (!read.ok) return read
    return read.value === null ? otherwise : ok({ kind: 'lines', bytes: read.value.bytes })
  }
  // For a file in another dialect, keep the text converted from it: that is what the engine opens.
  if (list.ok) {
    const kept = ok({ kind: 'list' as const, bytes: list.value.source.bytes })
    const { source, facts } = list.value
    // A table that doesn't say where any channel is received is a sheet of names, and matching by lines finds names
    // better.
    return mayBeLines && source.origin?.dialect === 'csv' && facts.transponders === 0 ? linesOr(kept) : kept
  }
  return list.code !== 'C1112' || !mayBeLines || bytes.length === 0 ? list : linesOr(list)
}

/** Stores a file next to the account's lists. A0413, C1112 with its cause, Q2205, I1009, A0503. */
export const holdFile = async (
  actor: Actor,
  file: { bytes: Uint8Array; fileName: string | null },
  rule: HeldFileRule,
): Promise<Result<HeldListFile>> => {
  const read = await readHeldFile(actor, file.bytes, rule)
  if (!read.ok) return read
  const { kind, bytes } = read.value
  const packed = await packBytes(bytes)
  return transact(async (tx): Promise<Result<HeldListFile>> => {
    await tx.listAside.deleteMany({ where: { expiresAt: { lt: now() } } })
    const older = await tx.listAside.findMany({
      where: { ownerId: actor.userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: heldFilesPerAccount - 1,
      select: { id: true },
    })
    await tx.listAside.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } })
    const row = await tx.listAside.create({
      data: {
        id: makeId(),
        ownerId: actor.userId,
        kind,
        bytes: packed.bytes,
        codec: packed.codec,
        size: bytes.length,
        fileName: cleanFileName(file.fileName),
        createdAt: now(),
        expiresAt: inMs(heldFileMs),
      },
      select: shown,
    })
    return ok({ ...row, kind })
  })
}

/** The account's files that are still kept, newest first. */
export const findHeldFiles = async (actor: Actor): Promise<HeldListFile[]> =>
  (
    await db.listAside.findMany({
      where: { ownerId: actor.userId, expiresAt: { gte: now() } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: shown,
    })
  ).map((row) => ({ ...row, kind: row.kind as HeldFileKind }))

/** One of the account's kept files with its bytes; null if it is another account's, deleted or expired. */
export const findHeldFile = async (
  actor: Actor,
  id: string,
): Promise<(HeldListFile & { bytes: Uint8Array }) | null> => {
  const row = await db.listAside.findFirst({ where: { id, ownerId: actor.userId, expiresAt: { gte: now() } } })
  if (row === null) return null
  const { kind, fileName, expiresAt } = row
  return { id, kind: kind as HeldFileKind, fileName, expiresAt, bytes: await unpackBytes(row, row.size) }
}
