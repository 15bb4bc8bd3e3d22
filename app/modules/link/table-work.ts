/** What the thread that reads and writes tables does: plain data in, plain data out. No settings, no database. */
import { logosOf, packShelf, unpackShelf, type Kept, type PackedEntries } from './entries'
import type { StoredShelf } from './store.server'
import {
  planTable,
  readCells,
  writeRefused,
  writeTable,
  type Obstacle,
  type PlanAsk,
  type Planned as PlannedShelf,
  type RefusedWords,
  type Standing,
  type TableCause,
} from './table'
import type { ImportReport, LinkService, TableFormat, TemplateFormat } from './types'

type Ask = { service: LinkService; shelves: readonly StoredShelf[] }
type ImportOf = Ask & Pick<PlanAsk, 'mode' | 'duplicates' | 'atMs'> & { bytes: Uint8Array; pictures: readonly string[] }
type RefusedAsk = ImportOf & RefusedWords & { format: TemplateFormat; language: string }
type WriteAsk = Ask & { format: TableFormat; language: string }
/** A shelf to be stored. */
export type PackedShelf = Omit<PlannedShelf, 'entries'> & PackedEntries & { count: number; logos: string[] }
export type Planned =
  | { ok: false; cause: TableCause }
  | { ok: true; report: Omit<ImportReport, 'obstacle'>; obstacle: Obstacle | null; shelves: PackedShelf[] }

const open = async (shelf: StoredShelf): Promise<Standing> => ({ ...shelf, entries: await unpackShelf(shelf) })

/** `packs`: false if only the report is wanted. */
const doPlan = async (asked: ImportOf & { packs: boolean }): Promise<Planned> => {
  const { service, bytes, packs, pictures, shelves, ...ask } = asked
  const cells = readCells(bytes)
  if (typeof cells === 'string') return { ok: false, cause: cells }
  const standing = await Promise.all(shelves.map(open))
  const plan = planTable(service, cells, standing, { ...ask, pictures: new Set(pictures) })
  if (!packs || plan.obstacle !== null) return { ok: true, report: plan.report, obstacle: plan.obstacle, shelves: [] }
  const packed = plan.shelves.map(async ({ id, name, nameKey, logoId, lastId, isSame, entries }) => ({
    id,
    name,
    nameKey,
    logoId,
    lastId,
    isSame,
    count: entries.length,
    logos: [...logosOf(entries)],
    ...(await packShelf(entries)),
  }))
  return { ok: true, report: plan.report, obstacle: null, shelves: await Promise.all(packed) }
}

/** The lines that an import refuses, as a file. */
const doRefused = async ({ service, bytes, pictures, shelves, ...ask }: RefusedAsk): Promise<Uint8Array> => {
  const cells = readCells(bytes)
  if (typeof cells === 'string') return writeRefused(service, [], ask)
  const standing = await Promise.all(shelves.map(open))
  const { refused } = planTable(service, cells, standing, { ...ask, pictures: new Set(pictures) })
  return writeRefused(service, refused, ask)
}

const doWrite = async ({ service, format, language, shelves }: WriteAsk): Promise<Uint8Array> =>
  writeTable(service, await Promise.all(shelves.map(open)), { format, language })

const toBoxView = ({ id, name, target, logo }: Kept) => ({
  id,
  name,
  ...(target.place === null
    ? { address: target.address }
    : { satellite: target.place.angle, tp: target.place.tp, sid: target.place.sid }),
  ...(logo === null ? {} : { logo }),
})

/** The links for boxes, as JSON in the usual envelope. It has no sentence, so it is the same in every language. */
export const doBox = async ({ service, shelves }: Ask): Promise<Uint8Array> => {
  const told = (await Promise.all(shelves.map(open))).map(({ id, name, logoId: logo, entries }) => ({
    id,
    name,
    ...(logo === null ? {} : { logo }),
    channels: entries.map(toBoxView),
  }))
  const data = service === 'mylink' ? { categories: told } : { entries: told.flatMap(({ channels }) => channels) }
  return new TextEncoder().encode(JSON.stringify({ code: '0', message: '', data }))
}

/** The thread's functions by name. */
export const pieces = { plan: doPlan, refused: doRefused, write: doWrite, box: doBox }
export type Piece = keyof typeof pieces
export type AskOf<P extends Piece> = Parameters<(typeof pieces)[P]>[0]
export type AnswerOf<P extends Piece> = Awaited<ReturnType<(typeof pieces)[P]>>
