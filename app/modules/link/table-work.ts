/** What the thread that reads and writes tables does: plain data in, plain data out. No settings, no database. */
import { packBytes, unpackBytes } from '~/platform/compress.server'
import { logosOf, packEntries, unpackEntries, type Kept } from './entries'
import {
  planTable,
  readCells,
  writeRefused,
  writeTable,
  type Obstacle,
  type RefusedLine,
  type Standing,
  type TableCause,
} from './table'
import type { Duplicates, ImportMode, ImportReport, LinkService, TableFormat, TemplateFormat } from './types'

/** A shelf in its stored form. */
export type StoredStanding = Omit<Standing, 'entries'> & {
  revision: number
  count: number
  entries: Uint8Array
  codec: string | null
  size: number
}
/** `packs`: false if only the report is wanted. */
type PlanAsk = {
  service: LinkService
  bytes: Uint8Array
  mode: ImportMode
  duplicates: Duplicates
  packs: boolean
  pictures: readonly string[]
  shelves: readonly StoredStanding[]
  atMs: number
}
/** The lines that an import refuses, as a file. */
type RefusedAsk = Omit<PlanAsk, 'packs'> & {
  format: TemplateFormat
  language: string
  heading: string
  reasons: Readonly<Record<string, string>>
}
type WriteAsk = {
  service: LinkService
  format: TableFormat
  language: string
  shelves: readonly StoredStanding[]
}
type BoxAsk = { service: LinkService; shelves: readonly StoredStanding[] }
/** A shelf to be stored; `isSame`: nothing but perhaps its place has changed. */
export type PackedShelf = {
  id: string | null
  name: string
  nameKey: string
  logo: string | null
  lastId: number
  count: number
  logos: string[]
  isSame: boolean
  bytes: Uint8Array<ArrayBuffer>
  codec: string | null
  size: number
}
export type Planned =
  | { ok: false; cause: TableCause }
  | { ok: true; report: Omit<ImportReport, 'obstacle'>; obstacle: Obstacle | null; shelves: PackedShelf[] }

const open = async ({ entries, codec, size, ...rest }: StoredStanding): Promise<Standing> => ({
  ...rest,
  entries: unpackEntries(await unpackBytes({ bytes: entries, codec }, size)),
})

const doPlan = async ({ service, bytes, packs, pictures, shelves, ...ask }: PlanAsk): Promise<Planned> => {
  const cells = readCells(bytes)
  if (typeof cells === 'string') return { ok: false, cause: cells }
  const standing = await Promise.all(shelves.map(open))
  const plan = planTable(service, cells, standing, { ...ask, pictures: new Set(pictures) })
  if (!packs || plan.obstacle !== null) return { ok: true, report: plan.report, obstacle: plan.obstacle, shelves: [] }
  const before = new Map(standing.map((one) => [one.id, one]))
  const packed = await Promise.all(
    plan.shelves.map(async ({ entries, ...shelf }): Promise<PackedShelf> => {
      const plain = packEntries(entries)
      const stood = shelf.id === null ? undefined : before.get(shelf.id)
      return {
        ...shelf,
        count: entries.length,
        logos: [...logosOf(entries)],
        isSame: stood !== undefined && stood.entries === entries && stood.logo === shelf.logo,
        ...(await packBytes(plain)),
        size: plain.length,
      }
    }),
  )
  return { ok: true, report: plan.report, obstacle: null, shelves: packed }
}

const doRefused = async ({ service, bytes, pictures, shelves, ...ask }: RefusedAsk): Promise<Uint8Array> => {
  const cells = readCells(bytes)
  const refusedLines: RefusedLine[] = []
  if (typeof cells !== 'string') {
    const standing = await Promise.all(shelves.map(open))
    planTable(service, cells, standing, { ...ask, pictures: new Set(pictures), refusedLines })
  }
  return writeRefused(service, refusedLines, ask)
}

const doWrite = async ({ service, format, language, shelves }: WriteAsk): Promise<Uint8Array> =>
  writeTable(service, await Promise.all(shelves.map(open)), { format, language })

const toldToBox = ({ id, name, target, logo }: Kept) => ({
  id,
  name,
  ...(target.place === null
    ? { address: target.address }
    : { satellite: target.place.angle, tp: target.place.tp, sid: target.place.sid }),
  ...(logo === null ? {} : { logo }),
})

/** The links for boxes, as JSON in the usual envelope. It has no sentence, so it is the same in every language. */
export const doBox = async ({ service, shelves }: BoxAsk): Promise<Uint8Array> => {
  const told = (await Promise.all(shelves.map(open))).map(({ id, name, logo, entries }) => ({
    id,
    name,
    ...(logo === null ? {} : { logo }),
    channels: entries.map(toldToBox),
  }))
  const data = service === 'mylink' ? { categories: told } : { entries: told.flatMap(({ channels }) => channels) }
  return new TextEncoder().encode(JSON.stringify({ code: '0', message: '', data }))
}

/** The thread's functions by name. */
export const pieces = { plan: doPlan, refused: doRefused, write: doWrite, box: doBox }
export type Piece = keyof typeof pieces
export type AskOf<P extends Piece> = Parameters<(typeof pieces)[P]>[0]
export type AnswerOf<P extends Piece> = Awaited<ReturnType<(typeof pieces)[P]>>
