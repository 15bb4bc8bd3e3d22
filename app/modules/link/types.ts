/** The vocabulary of links, shared by MyLink and audio: callers, stored data, answers. Types only. */
import type { z } from 'zod'
import type { Actor as ListActor } from '~/modules/channel-list/types'
import type { Failure } from '~/errors/table'
import type { categoryOutput, deletedOutput, linkOutput, linkSchema, reportOutput } from './link.schema'

/** The caller: a signed-in account. The callers of pages and of /api have this shape. */
export type LinkActor = Pick<ListActor, 'userId' | 'role'>
/**
 * Whether the links are MyLink's or audio entries; also the key of the service that is needed to change them and send
 * them to boxes.
 */
export type LinkService = 'mylink' | 'audio'

/** Whose links: those of a category, or with null the account's audio entries. */
export type ShelfOf = { actor: LinkActor; service: LinkService; id: string | null }

/** A place in the sky. `angle`: tenths of a degree eastward, 0 to 3599; `tp`: MHz. */
export type Place = { angle: number; tp: number; sid: number }
/** Where a link leads: an address or a place, never both. */
export type Target = { address: string; place: null } | { address: null; place: Place }

export type LinkEntry = z.output<typeof linkOutput>
export type Category = z.output<typeof categoryOutput>
export type DeletedLinks = z.output<typeof deletedOutput>

/** A link as a form or program sends it. The target is either `address` or the three other fields. */
export type LinkInput = z.output<typeof linkSchema>
/** A change: omitted fields keep their values. If any part of a target is named, it replaces the whole target. */
export type LinkEdit = Partial<LinkInput>

export type LinkPaging = { page: number; size: number }
/** `own`: the chosen order; `added`: in order of adding. */
export type LinkSort = 'own' | 'added' | 'az' | 'za'
/** The orders that can be made the chosen one. */
export type LinkOrder = Exclude<LinkSort, 'own'>
export type LinkQuery = LinkPaging & { search?: string | undefined; sort?: LinkSort | undefined }
export type LinkPage = { items: LinkEntry[]; total: number; page: number; size: number }

/** Playlists have no template, because nobody fills one in by hand. */
export type TemplateFormat = 'xlsx' | 'csv'
export type TableFormat = TemplateFormat | 'm3u'
export type TableFile = { bytes: Uint8Array; type: string; fileName: string; etag: string; lastModified: Date }

export const tableColumns = ['category', 'name', 'address', 'satellite', 'tp', 'sid', 'logo'] as const
export type TableColumn = (typeof tableColumns)[number]

/** Why a line of a table is refused, or mentioned. */
export const lineReasons = [
  'name-empty',
  'name-too-long',
  'name-control',
  'category-empty',
  'category-too-long',
  'category-control',
  'link-missing',
  'link-both',
  'url-invalid',
  'url-too-long',
  'place-invalid',
  'satellite-invalid',
  'tp-range',
  'polarity-invalid',
  'symbol-rate-range',
  'sid-range',
  'name-exists',
  'name-twice',
  'formula-empty',
  'cell-error',
  'cell-date',
  'logo-unknown',
] as const
export type LineReason = (typeof lineReasons)[number]
/**
 * `line`: as the spreadsheet counts, from 1; `name`: the name of its link; `value`: the faulty cell; both shortened.
 */
export type OddLine = { line: number; name: string; column: TableColumn; value: string; reason: LineReason }

/** `add`: keeps the existing links; `replace`: removes all of them. */
export type ImportMode = 'add' | 'replace'
/**
 * Lines whose address or place already exists, or stands in an earlier line: add them again, leave them out, or take
 * over their name and picture.
 */
export type Duplicates = 'add' | 'skip' | 'update'
/** A line of a table that leads to a place. */
export type PlaceLine = Pick<OddLine, 'line' | 'name' | 'value'> & Pick<LinkEntry, 'satellite' | 'tp' | 'sid'>
/**
 * `places`: the first `oddLinesMax` places that are added. `obstacle`: why nothing can be imported: Q2102, Q2202,
 * Q2203, Q2205, C1202; null if it can.
 */
export type ImportReport = Omit<z.output<typeof reportOutput>, 'done' | 'refusedLines' | 'notedLines' | 'obstacle'> & {
  refusedLines: OddLine[]
  notedLines: OddLine[]
  places: PlaceLine[]
  obstacle: Failure | null
}
/** What an import does with a table. By default duplicates are added; with `replace` nothing exists yet. */
export type ImportWay = { mode: ImportMode; duplicates?: Duplicates | undefined }
/** `partial`: the good lines are taken even if others are refused. Otherwise one refused line refuses all. */
export type ImportAsk = ImportWay & { partial: boolean; batch?: string | undefined }
