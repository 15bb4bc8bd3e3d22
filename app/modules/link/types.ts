/** The vocabulary of links, shared by MyLink and audio: callers, stored data, answers. Types only. */
import type { Actor as ListActor } from '~/modules/channel-list/types'
import type { Failure } from '~/errors/table'

/** The caller: a signed-in account. The callers of pages and of /api have this shape. */
export type LinkActor = Pick<ListActor, 'userId' | 'role'>
/**
 * Whether the links are MyLink's or audio entries; also the key of the service that is needed to change them and send
 * them to boxes.
 */
export type LinkService = 'mylink' | 'audio'

/** A place in the sky. `angle`: tenths of a degree eastward, 0 to 3599; `tp`: MHz. */
export type Place = { angle: number; tp: number; sid: number }
/** Where a link leads: an address or a place, never both. */
export type Target = { address: string; place: null } | { address: null; place: Place }

/** A channel of a category, or an audio entry. */
export type LinkEntry = {
  /** A whole number as text, unique in its shelf; later links have greater ones. */
  id: string
  name: string
  address: string | null
  /** Tenths of a degree eastward; null with an address, like `tp` and `sid`. */
  satellite: number | null
  tp: number | null
  sid: number | null
  /** The place as shown and typed, `19.2E:11778:12345`; null with an address. */
  place: string | null
  /** The picture's id. */
  logo: string | null
  createdAt: Date
  /** Counted from 1 in the chosen order, whatever the page is sorted by. */
  position: number
}

/** A link as a form or program sends it. The target is either `address` or the three other fields. */
export type LinkInput = {
  name: string
  /** An address, or a place as `19.2E:11778:12345`. */
  address?: string | null | undefined
  /** `19.2E`, or tenths of a degree eastward. */
  satellite?: string | number | null | undefined
  tp?: string | number | null | undefined
  sid?: string | number | null | undefined
  /** A picture's id; null or empty: none. */
  logo?: string | null | undefined
}
/** A change: omitted fields keep their values. If any part of a target is named, it replaces the whole target. */
export type LinkEdit = Partial<LinkInput>

export type Category = {
  id: string
  name: string
  logo: string | null
  /** How many channels it has. */
  channels: number
  /** Counted from 1. */
  position: number
  createdAt: Date
  updatedAt: Date
}

/** One deletion: a category, or links of one. It can be restored until `until`. */
export type DeletedLinks = {
  id: string
  /** The category's name; empty for audio entries. */
  name: string
  isCategory: boolean
  channels: number
  /** The first of the links' names; none for a category, or for more than 100 links. */
  names: string[]
  deletedAt: Date
  until: Date
}

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
  'logo-unknown',
] as const
export type LineReason = (typeof lineReasons)[number]
/**
 * `line`: as the spreadsheet counts, from 1; `name`: the name of its link; `value`: the faulty cell; both shortened.
 */
export type OddLine = { line: number; name: string; column: TableColumn; value: string; reason: LineReason }

/** `add`: keeps the existing links; `replace`: removes all of them. */
export type ImportMode = 'add' | 'replace'
/** Lines whose address or place already exists: add them again, leave them out, or take over their name and picture. */
export type Duplicates = 'add' | 'skip' | 'update'
/** What an import would do, or has done. */
export type ImportReport = {
  /** Lines of the file that aren't empty, without the heading. */
  lines: number
  /** Links that are taken. */
  channels: number
  /** Each category of the file, in its order. For audio, one without a name. `isNew`: it did not exist before. */
  categories: { name: string; channels: number; isNew: boolean }[]
  /** What `replace` removes. */
  gone: { categories: number; channels: number }
  /** How many lines are refused, and the first `oddLinesMax` of them. */
  refused: number
  refusedLines: OddLine[]
  /** Lines whose address or place the account already has, in any category, and what happened to them. */
  known: number
  /** The first `oddLinesMax` of them, with the category that has the link; for audio without a name. */
  knownLines: { line: number; name: string; value: string; category: string }[]
  duplicates: Duplicates
  /** Lines that are taken without a part, such as a picture that doesn't exist. */
  noted: number
  notedLines: OddLine[]
  /** Why nothing can be imported: Q2102, Q2202, Q2203, Q2205, C1202. Null if it can. */
  obstacle: Failure | null
}
export type ImportAsk = {
  mode: ImportMode
  /** True: the good lines are taken even if others are refused. Otherwise one refused line refuses all. */
  partial: boolean
  /** By default they are added; with `replace` nothing exists yet. */
  duplicates?: Duplicates | undefined
  batch?: string | undefined
}
