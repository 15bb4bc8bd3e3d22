/** Tables of links: held for their owner's word, looked at, imported; templates and exports. */
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { inMs, now, nowMs } from '~/platform/clock.server'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeEtag } from '~/platform/http.server'
import { consume } from '~/platform/limits.server'
import { digestOf, makeId } from '~/platform/random.server'
import { linksChanged } from './changed.server'
import { heldTableMs, heldTablesMax, tableBytesMax } from './limits'
import {
  change,
  checkDisk,
  checkLinkService,
  checkRoom,
  findStored,
  lost,
  usePictures,
  type StoredShelf,
} from './store.server'
import { writeTable } from './table'
import type { PackedShelf, Planned, StoredStanding } from './table-work'
import { planOnThread, writeOnThread } from './tables.server'
import type { ImportAsk, ImportMode, ImportReport, LinkActor, LinkService, TableFile, TableFormat } from './types'

export type HeldTable = { id: string; fileName: string | null; size: number; expiresAt: Date }

export const standingOf = ({
  id,
  name,
  nameKey,
  logoId,
  lastId,
  revision,
  entries,
  codec,
  size,
}: StoredShelf): StoredStanding => ({
  id,
  name,
  nameKey,
  logo: logoId,
  lastId,
  revision,
  entries,
  codec,
  size,
})

/** The pictures that the account may name. */
const findPictures = async (userId: string): Promise<string[]> => {
  const [sent, used] = await Promise.all([
    db.listLogoUpload.findMany({ where: { uploaderId: userId }, select: { logoId: true } }),
    db.linkLogoUse.findMany({ where: { shelf: { userId } }, distinct: ['logoId'], select: { logoId: true } }),
  ])
  return [...new Set([...sent, ...used].map(({ logoId }) => logoId))]
}

type Looked = { standing: StoredStanding[]; planned: Extract<Planned, { ok: true }> }
/** What an import of these bytes would do to what stands now. Q2301, I1009, A0503. */
const look = async (
  userId: string,
  service: LinkService,
  bytes: Uint8Array,
  mode: ImportMode,
  packs: boolean,
): Promise<Result<Looked>> => {
  const [stored, pictures] = await Promise.all([findStored(userId, service), findPictures(userId)])
  const standing = stored.map(standingOf)
  const asked = { piece: 'plan', service, bytes, mode, packs, pictures, shelves: standing, atMs: nowMs() } as const
  const planned = await planOnThread(userId, asked)
  if (!planned.ok) return planned
  return planned.value.ok
    ? ok({ standing, planned: planned.value })
    : fail('Q2301', { field: 'file', data: { cause: planned.value.cause, context: planned.value.cause } })
}

const reportOf = ({ report, obstacle }: Looked['planned']): ImportReport => ({
  ...report,
  obstacle: obstacle === null ? null : fail(obstacle.code, { field: 'file', data: obstacle.data }),
})

const isTooLarge = (bytes: Uint8Array): Failure | null =>
  bytes.length > tableBytesMax
    ? fail('A0413', { field: 'file', data: { context: 'table', limitBytes: tableBytesMax } })
    : null

/** Removes tables that have waited long enough. Returns how many. */
export const clearOldTables = async (): Promise<number> =>
  (await db.heldTable.deleteMany({ where: { expiresAt: { lte: now() } } })).count

/** Q2301, A0413, C1109, I1009, A0503. */
export const holdTable = async (
  actor: LinkActor,
  service: LinkService,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string | null },
): Promise<Result<HeldTable>> => {
  const { userId } = actor
  const entitled = await checkLinkService(actor, service)
  if (!entitled.ok) return entitled
  const large = isTooLarge(bytes)
  if (large !== null) return large
  const points = await consume('upload', userId)
  if (!points.ok) return tooMany(points, 'file')
  // What is no table is told at once, and not kept.
  const looked = await look(userId, service, bytes, 'add', false)
  if (!looked.ok) return looked
  const packed = await packBytes(bytes)
  const full = await checkDisk(packed.bytes.length)
  if (full !== null) return full
  const held = {
    id: makeId(),
    fileName: fileName?.slice(0, 200) ?? null,
    size: bytes.length,
    expiresAt: inMs(heldTableMs),
  }
  await db.heldTable.create({
    data: { ...held, userId, service, bytes: packed.bytes, codec: packed.codec, createdAt: now() },
  })
  const older = await db.heldTable.findMany({
    where: { userId, service },
    orderBy: { createdAt: 'desc' },
    skip: heldTablesMax,
    select: { id: true },
  })
  await db.heldTable.deleteMany({ where: { id: { in: older.map(({ id }) => id) } } })
  return ok(held)
}

const whereHeld = (userId: string, service: LinkService, id: string) => ({
  id,
  userId,
  service,
  expiresAt: { gt: now() },
})
export const findHeldTable = ({ userId }: LinkActor, service: LinkService, id: string): Promise<HeldTable | null> =>
  db.heldTable.findFirst({
    where: whereHeld(userId, service, id),
    select: { id: true, fileName: true, size: true, expiresAt: true },
  })
export const dropHeldTable = async ({ userId }: LinkActor, service: LinkService, id: string): Promise<void> => {
  await db.heldTable.deleteMany({ where: { id, userId, service } })
}

/** The bytes of a table that was sent, or of one that waits. A0404, A0413. */
const bytesOf = async (
  userId: string,
  service: LinkService,
  table: string | Uint8Array,
): Promise<Result<Uint8Array>> => {
  if (typeof table !== 'string') {
    const large = isTooLarge(table)
    return large ?? ok(table)
  }
  const row = await db.heldTable.findFirst({
    where: whereHeld(userId, service, table),
    select: { bytes: true, codec: true, size: true },
  })
  return row === null ? fail('A0404') : ok(await unpackBytes(row, row.size))
}

/** C1109, A0404, A0413, Q2301, I1009, A0503. */
export const planImport = async (
  actor: LinkActor,
  service: LinkService,
  table: string | Uint8Array,
  mode: ImportMode,
): Promise<Result<ImportReport>> => {
  const { userId } = actor
  const entitled = await checkLinkService(actor, service)
  if (!entitled.ok) return entitled
  const points = await consume('link-table', userId)
  if (!points.ok) return tooMany(points, 'file')
  const bytes = await bytesOf(userId, service, table)
  if (!bytes.ok) return bytes
  const looked = await look(userId, service, bytes.value, mode, false)
  return looked.ok ? ok(reportOf(looked.value.planned)) : looked
}

/** Stores the shelves of a plan, in the transaction of the import. Null where something came between. */
const storeShelves = async (
  tx: Transaction,
  { userId, service }: { userId: string; service: LinkService },
  standing: readonly StoredStanding[],
  shelves: readonly PackedShelf[],
): Promise<null | 'lost'> => {
  const stands = await tx.linkShelf.findMany({ where: { userId, service }, select: { id: true, revision: true } })
  const before = new Map(standing.map(({ id, revision }) => [id, revision]))
  if (stands.length !== before.size || stands.some(({ id, revision }) => before.get(id) !== revision)) return 'lost'
  const kept = new Set(shelves.map(({ id }) => id))
  const gone = standing.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
  if (gone.length > 0) await tx.linkShelf.deleteMany({ where: { id: { in: gone }, userId } })
  for (const [at, shelf] of shelves.entries()) {
    const { name, nameKey, lastId, count, bytes, codec, size } = shelf
    const position = at + 1
    if (shelf.id !== null && shelf.isSame) {
      await tx.linkShelf.update({ where: { id: shelf.id }, data: { position } })
      continue
    }
    const data = {
      position,
      lastId,
      count,
      logoId: shelf.logo,
      entries: bytes,
      codec,
      size,
      stored: bytes.length,
      updatedAt: now(),
    }
    const id = shelf.id ?? (service === 'audio' ? `audio-${userId}` : makeId())
    if (shelf.id === null) await tx.linkShelf.create({ data: { ...data, id, userId, service, name, nameKey } })
    else await tx.linkShelf.update({ where: { id }, data: { ...data, revision: (before.get(id) ?? 0) + 1 } })
    await usePictures(tx, id, new Set(shelf.logo === null ? shelf.logos : [...shelf.logos, shelf.logo]))
  }
  return null
}

const storedBytes = (shelves: readonly { bytes?: Uint8Array; entries?: Uint8Array }[]): number =>
  shelves.reduce((sum, { bytes, entries }) => sum + (bytes ?? entries)!.length, 0)

/** A0422 (file, data.report), A0404, A0413, Q2301, Q2205, Q2102, Q2203, C1109, C1202, A0409, I1009, A0503. */
export const importTable = async (
  actor: LinkActor,
  service: LinkService,
  table: string | Uint8Array,
  { mode, partial, batch }: ImportAsk,
): Promise<Result<ImportReport>> => {
  const { userId } = actor
  // Before any work, though the change asks once more.
  const entitled = await checkLinkService(actor, service)
  if (!entitled.ok) return entitled
  const points = await consume('link-table', userId)
  if (!points.ok) return tooMany(points, 'file')
  const file = typeof table === 'string' ? table : await digestOf(table)
  // The answer that is kept is short: what was done can be told by counts, and its lines were shown before.
  let whole: ImportReport | null = null
  const asked = { actor, service, what: 'import', asked: { file, mode, partial }, batch }
  type Counts = {
    lines: number
    channels: number
    categories: ImportReport['categories']
    gone: ImportReport['gone']
    refused: number
    noted: number
  }
  const done = await change<Counts>(asked, async (commit) => {
    const bytes = await bytesOf(userId, service, table)
    if (!bytes.ok) return bytes
    const looked = await look(userId, service, bytes.value, mode, true)
    if (!looked.ok) return looked
    const { planned, standing } = looked.value
    const report = reportOf(planned)
    const withReport = (failure: Failure): Failure => ({
      ...failure,
      field: 'file',
      data: { ...failure.data, report: { ...report, obstacle: null } },
    })
    if (report.obstacle !== null) return withReport(report.obstacle)
    if (report.refused > 0 && !partial)
      return withReport(fail('A0422', { data: { context: 'lines', count: report.refused } }))
    const more = storedBytes(planned.shelves) - storedBytes(standing)
    const full = await checkDisk(more)
    if (full !== null) return full
    return commit<Failure>(async (tx) => {
      if ((await storeShelves(tx, { userId, service }, standing, planned.shelves)) === 'lost') return lost
      const room = await checkRoom(tx, userId, more)
      if (room !== null) return withReport(room)
      if (typeof table === 'string') await tx.heldTable.deleteMany({ where: { id: table, userId, service } })
      linksChanged.notifyAfter(tx, { userId, service })
      whole = report
      const { lines, channels, categories, gone, refused, noted } = report
      return ok({ lines, channels, categories, gone, refused, noted })
    })
  })
  if (!done.ok) return done
  return ok(whole ?? { ...done.value, refusedLines: [], notedLines: [], obstacle: null })
}

const types: Record<TableFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
}
const titles: Record<LinkService, string> = { mylink: 'mylink', audio: 'audio' }
const fileOf = (bytes: Uint8Array, format: TableFormat, name: string, lastModified: Date): TableFile => ({
  bytes,
  type: types[format],
  fileName: `${name}.${format}`,
  etag: makeEtag(bytes),
  lastModified,
})

/** The headings have not changed since. */
const templateSince = new Date(Date.UTC(2026, 10, 27))
/** The empty table. */
export const makeTemplate = (service: LinkService, format: TableFormat, language: string): Promise<TableFile> =>
  Promise.resolve(
    fileOf(writeTable(service, [], { format, language }), format, `${titles[service]}-template`, templateSince),
  )

/** I1009, A0503. */
export const exportTable = async (
  { userId }: LinkActor,
  service: LinkService,
  format: TableFormat,
  language: string,
): Promise<Result<TableFile>> => {
  const points = await consume('link-table', userId)
  if (!points.ok) return tooMany(points)
  const stored = await findStored(userId, service)
  const asked = { piece: 'write', service, format, language, shelves: stored.map(standingOf) } as const
  const written = await writeOnThread(userId, asked)
  if (!written.ok) return written
  const changed = stored.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), templateSince)
  return ok(fileOf(written.value, format, titles[service], changed))
}
