/** Tables of links: held until their owner decides, reported on, imported; templates and exports. */
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import { inMs, now, nowMs } from '~/platform/clock.server'
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { db, type Transaction } from '~/platform/db.server'
import { makeEtag } from '~/platform/http.server'
import { consume } from '~/platform/limits.server'
import { digestOf, makeId } from '~/platform/random.server'
import { keepDeleted, setDeleted } from './deleted.server'
import { heldTableMs, heldTablesMax, tableBytesMax } from './limits'
import {
  change,
  checkDisk,
  checkLinkService,
  checkRoom,
  entryColumns,
  findStored,
  linksChanged,
  lost,
  usePictures,
  type StoredShelf,
} from './store.server'
import { writeTemplate, type RefusedWords, type TemplateWords } from './table'
import type { PackedShelf } from './table-work'
import { askThread } from './tables.server'
import type {
  ImportAsk,
  ImportMode,
  ImportReport,
  ImportWay,
  LinkActor,
  LinkService,
  TableFile,
  TableFormat,
  TemplateFormat,
} from './types'

export type HeldTable = { id: string; fileName: string | null; expiresAt: Date }

const findPictures = async (userId: string): Promise<string[]> => {
  const [sent, used] = await Promise.all([
    db.listLogoUpload.findMany({ where: { uploaderId: userId }, select: { logoId: true } }),
    db.linkLogoUse.findMany({ where: { shelf: { userId } }, distinct: ['logoId'], select: { logoId: true } }),
  ])
  return [...new Set([...sent, ...used].map(({ logoId }) => logoId))]
}

const standingFor = async (
  { userId }: LinkActor,
  service: LinkService,
  bytes: Uint8Array,
  { mode, duplicates = 'add' }: ImportWay,
) => {
  const [shelves, pictures] = await Promise.all([findStored(userId, service), findPictures(userId)])
  return { service, bytes, mode, duplicates, pictures, shelves, atMs: nowMs() }
}

/** `shelves`: those to be stored, with `packs`. */
type Looked = { standing: StoredShelf[]; shelves: PackedShelf[]; report: ImportReport }
/** What importing these bytes would change. Q2301, I1009, A0503. */
const preview = async (
  actor: LinkActor,
  service: LinkService,
  bytes: Uint8Array,
  { packs, ...way }: ImportWay & { packs: boolean },
): Promise<Result<Looked>> => {
  const asked = { packs, ...(await standingFor(actor, service, bytes, way)) }
  const planned = await askThread(actor.userId, 'plan', asked)
  if (!planned.ok) return planned
  if (!planned.value.ok)
    return fail('Q2301', { field: 'file', data: { cause: planned.value.cause, context: planned.value.cause } })
  const { report, obstacle: found, shelves } = planned.value
  const obstacle = found === null ? null : fail(found.code, { field: 'file', data: found.data })
  return ok({ standing: asked.shelves, shelves, report: { ...report, obstacle } })
}

type TableLimit = 'upload' | 'link-table'
/** C1109, I1009. */
const admit = async (actor: LinkActor, service: LinkService, limit: TableLimit): Promise<Result<null>> => {
  const entitled = await checkLinkService(actor, service)
  if (!entitled.ok) return entitled
  const points = await consume(limit, actor.userId)
  return points.ok ? ok(null) : tooMany(points, 'file')
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
    select: { id: true, fileName: true, expiresAt: true },
  })
export const dropHeldTable = async ({ userId }: LinkActor, service: LinkService, id: string): Promise<void> => {
  await db.heldTable.deleteMany({ where: { id, userId, service } })
}

/** The bytes of a table that was sent, or of a held one. A0404, A0413. */
const bytesOf = async (
  userId: string,
  service: LinkService,
  table: string | Uint8Array,
): Promise<Result<Uint8Array>> => {
  if (typeof table !== 'string')
    return table.length > tableBytesMax
      ? fail('A0413', { field: 'file', data: { context: 'table', limitBytes: tableBytesMax } })
      : ok(table)
  const row = await db.heldTable.findFirst({
    where: whereHeld(userId, service, table),
    select: { bytes: true, codec: true, size: true },
  })
  return row === null ? fail('A0404') : ok(await unpackBytes(row, row.size))
}

/** The bytes of a table for an account that may import. C1109, A0404, A0413, I1009. */
const takeTable = async (
  actor: LinkActor,
  service: LinkService,
  table: string | Uint8Array,
  limit: TableLimit = 'link-table',
): Promise<Result<Uint8Array>> => {
  const admitted = await admit(actor, service, limit)
  return admitted.ok ? bytesOf(actor.userId, service, table) : admitted
}

/** Removes tables that have waited too long. Returns how many. */
export const clearOldTables = async (): Promise<number> =>
  (await db.heldTable.deleteMany({ where: { expiresAt: { lte: now() } } })).count

/** Q2301, A0413, C1109, I1009, A0503. */
export const holdTable = async (
  actor: LinkActor,
  service: LinkService,
  { bytes, fileName }: { bytes: Uint8Array; fileName: string | null },
): Promise<Result<HeldTable>> => {
  const { userId } = actor
  const taken = await takeTable(actor, service, bytes, 'upload')
  if (!taken.ok) return taken
  // A file that isn't a table is refused at once, and not stored.
  const looked = await preview(actor, service, bytes, { mode: 'add', packs: false })
  if (!looked.ok) return looked
  const packed = await packBytes(bytes)
  const full = await checkDisk(packed.bytes.length)
  if (full !== null) return full
  const held = { id: makeId(), fileName: fileName?.slice(0, 200) ?? null, expiresAt: inMs(heldTableMs) }
  await db.heldTable.create({
    data: { ...held, ...packed, size: bytes.length, userId, service, createdAt: now() },
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

/**
 * What importing would do; changes nothing. `table`: a held one's id, or its bytes. C1109, A0404 if it is no longer
 * held, A0413, Q2301, I1009, A0503.
 */
export const planImport = async (
  actor: LinkActor,
  service: LinkService,
  table: string | Uint8Array,
  way: ImportWay,
): Promise<Result<ImportReport>> => {
  const bytes = await takeTable(actor, service, table)
  if (!bytes.ok) return bytes
  const looked = await preview(actor, service, bytes.value, { ...way, packs: false })
  return looked.ok ? ok(looked.value.report) : looked
}

/** The lines that importing would refuse, as a file that can be corrected and sent again. As `planImport`. */
export const exportRefused = async (
  actor: LinkActor,
  service: LinkService,
  table: string | Uint8Array,
  { format, language, words, ...way }: ImportWay & { format: TemplateFormat; language: string; words: RefusedWords },
): Promise<Result<TableFile>> => {
  const bytes = await takeTable(actor, service, table)
  if (!bytes.ok) return bytes
  const standing = await standingFor(actor, service, bytes.value, way)
  const made = await askThread(actor.userId, 'refused', { format, language, ...words, ...standing })
  return made.ok ? ok(fileOf(made.value, format, `${service}-refused`, now())) : made
}

/** Links that an import replaces can be restored, like deleted ones. */
const keepReplaced = async (
  tx: Transaction,
  { userId, service }: { userId: string; service: LinkService },
  { id: from, name, entries, codec, size, count, lastId }: StoredShelf,
): Promise<void> => {
  const id = makeId()
  const packed = { bytes: new Uint8Array(entries), codec: codec === 'br' ? ('br' as const) : null, size }
  const logos = await tx.linkLogoUse.findMany({ where: { shelfId: from }, select: { logoId: true } })
  await keepDeleted(tx, {
    id,
    of: { id: from, userId, service, name },
    entries: packed,
    count,
    lastId,
    logos: new Set(logos.map(({ logoId }) => logoId)),
  })
}

/** Stores the shelves of a plan, in the import's transaction. Null if another change came in between. */
const storeShelves = async (
  tx: Transaction,
  { userId, service, mode }: { userId: string; service: LinkService; mode: ImportMode },
  standing: readonly StoredShelf[],
  shelves: readonly PackedShelf[],
): Promise<null | 'lost'> => {
  const stands = await tx.linkShelf.findMany({
    where: { userId, service, deletedAt: null },
    select: { id: true, revision: true },
  })
  const revisions = new Map(standing.map(({ id, revision }) => [id, revision]))
  if (stands.length !== revisions.size || stands.some(({ id, revision }) => revisions.get(id) !== revision))
    return 'lost'
  const kept = new Set(shelves.map(({ id }) => id))
  const gone = standing.filter(({ id }) => !kept.has(id))
  for (const { id } of gone) await setDeleted(tx, { id, userId, service })
  for (const [at, shelf] of shelves.entries()) {
    const { name, nameKey, logoId, lastId, count, logos } = shelf
    const position = at + 1
    if (shelf.id !== null && shelf.isSame) {
      await tx.linkShelf.update({ where: { id: shelf.id }, data: { position } })
      continue
    }
    const before = standing.find(({ id }) => id === shelf.id)
    if (mode === 'replace' && before !== undefined && before.count > 0)
      await keepReplaced(tx, { userId, service }, before)
    const data = { ...entryColumns(shelf), position, lastId, count, logoId, updatedAt: now() }
    const id = shelf.id ?? (service === 'audio' ? `audio-${userId}` : makeId())
    if (shelf.id === null) await tx.linkShelf.create({ data: { ...data, id, userId, service, name, nameKey } })
    else await tx.linkShelf.update({ where: { id }, data: { ...data, revision: (before?.revision ?? 0) + 1 } })
    await usePictures(tx, id, new Set(logoId === null ? logos : [...logos, logoId]))
  }
  return null
}

/** What the stored answer of a repeated import leaves out. */
const noLines = {
  refusedLines: [],
  notedLines: [],
  knownLines: [],
  places: [],
  obstacle: null,
} satisfies Partial<ImportReport>

/**
 * Refused lines without `partial` are A0422 (field file, data.report); obstacles are the failure itself, with
 * data.report as well. A held table is dropped with it. A0404, A0413, Q2301, Q2205, Q2102, Q2203, C1109, C1202,
 * A0409, I1009, A0503.
 */
export const importTable = async (
  actor: LinkActor,
  service: LinkService,
  table: string | Uint8Array,
  { partial, batch, ...way }: ImportAsk,
): Promise<Result<ImportReport>> => {
  const { userId } = actor
  const admitted = await admit(actor, service, 'link-table')
  if (!admitted.ok) return admitted
  const file = typeof table === 'string' ? table : await digestOf(table)
  // The stored answer is short: counts are enough, and the lines were shown before.
  let whole: ImportReport | null = null
  const asked = { actor, service, what: 'import', asked: { file, ...way, partial }, batch }
  type Counts = Omit<ImportReport, keyof typeof noLines>
  const done = await change<Counts>(asked, async (commit) => {
    const bytes = await bytesOf(userId, service, table)
    if (!bytes.ok) return bytes
    const looked = await preview(actor, service, bytes.value, { ...way, packs: true })
    if (!looked.ok) return looked
    const { standing, shelves, report } = looked.value
    const { places: _, ...told } = report
    const withReport = (failure: Failure): Failure => ({
      ...failure,
      field: 'file',
      data: { ...failure.data, report: { ...told, obstacle: null } },
    })
    if (report.obstacle !== null) return withReport(report.obstacle)
    if (report.refused > 0 && !partial)
      return withReport(fail('A0422', { data: { context: 'lines', count: report.refused } }))
    // Replaced links are stored as well.
    const before = way.mode === 'replace' ? [] : standing
    const more =
      shelves.reduce((sum, { bytes }) => sum + bytes.length, 0) - before.reduce((sum, { stored }) => sum + stored, 0)
    const full = await checkDisk(more)
    if (full !== null) return full
    return commit<Failure>(async (tx) => {
      const room = await checkRoom(tx, userId, more)
      if (room !== null) return withReport(room)
      if ((await storeShelves(tx, { userId, service, mode: way.mode }, standing, shelves)) === 'lost') return lost
      if (typeof table === 'string') await tx.heldTable.deleteMany({ where: { id: table, userId, service } })
      linksChanged.notifyAfter(tx, { userId, service })
      whole = report
      const { refusedLines: __, notedLines: ___, knownLines: ____, obstacle: _____, ...counts } = told
      return ok(counts)
    })
  })
  if (!done.ok) return done
  return ok(whole ?? { ...done.value, ...noLines })
}

const types: Record<TableFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
  m3u: 'audio/x-mpegurl; charset=utf-8',
}
const fileOf = (bytes: Uint8Array, format: TableFormat, name: string, lastModified: Date): TableFile => ({
  bytes,
  type: types[format],
  fileName: `${name}.${format}`,
  etag: makeEtag(bytes),
  lastModified,
})

/** The date of the templates' last change. */
const templateSince = new Date(Date.UTC(2026, 10, 29))
/** An empty table to fill in, in the language of `texts`. */
export const makeTemplate = (
  service: LinkService,
  { words, ...ask }: { format: TemplateFormat; language: string; words: TemplateWords },
): TableFile => fileOf(writeTemplate(service, words, ask), ask.format, `${service}-template`, templateSince)

/** I1009, A0503. */
export const exportTable = async (
  { userId }: LinkActor,
  service: LinkService,
  format: TableFormat,
  language: string,
): Promise<Result<TableFile>> => {
  const points = await consume('link-table', userId)
  if (!points.ok) return tooMany(points)
  const shelves = await findStored(userId, service)
  const written = await askThread(userId, 'write', { service, format, language, shelves })
  if (!written.ok) return written
  const changed = shelves.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), templateSince)
  return ok(fileOf(written.value, format, service, changed))
}
