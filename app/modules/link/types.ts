/** The vocabulary of links, which MyLink and audio share: who acts, what is kept, what is answered. Pure types. */
import type { Actor as ListActor } from '~/modules/channel-list/types'
import type { Failure } from '~/errors/table'

/** Who acts: a signed-in account. The caller of pages and /api has this shape. */
export type LinkActor = Pick<ListActor, 'userId' | 'role'>
/** Which of the two keeps links: it is also the key of the service that lets them be changed and sent to boxes. */
export type LinkService = 'mylink' | 'audio'

/** A place in the sky. `angle`: tenths of a degree eastward, 0 to 3599; `tp`: MHz. */
export type Place = { angle: number; tp: number; sid: number }
/** Where a link leads: an address or a place, never both. */
export type Target = { address: string; place: null } | { address: null; place: Place }

/** A channel of a category, or an audio entry. */
export type LinkEntry = {
  /** A whole number as text, its shelf's own: later ones are greater. */
  id: string
  name: string
  address: string | null
  /** Tenths of a degree eastward; null with an address, as `tp` and `sid` are. */
  satellite: number | null
  tp: number | null
  sid: number | null
  /** The place as it is shown and typed, `19.2E:11778:12345`; null with an address. */
  place: string | null
  /** The picture's id. */
  logo: string | null
  createdAt: Date
  /** From 1 on, in the chosen order, whatever this page is sorted by. */
  position: number
}

/** What a form or a program says of a link, as it was typed. Of the target either `address` or the three others. */
export type LinkInput = {
  name: string
  /** An address, or a place as `19.2E:11778:12345`. */
  address?: string | null | undefined
  /** `19.2E`, or tenths of a degree eastward. */
  satellite?: string | number | null | undefined
  tp?: string | number | null | undefined
  sid?: string | number | null | undefined
  /** A picture's id; null or an empty text: none. */
  logo?: string | null | undefined
}
/** A change: what is left out stays. A target that is named in part or whole replaces the whole target. */
export type LinkEdit = Partial<LinkInput>

export type Category = {
  id: string
  name: string
  logo: string | null
  /** How many channels it has. */
  channels: number
  /** From 1 on. */
  position: number
  createdAt: Date
  updatedAt: Date
}

/** What was deleted together: a category, or links of one. It can be restored until then. */
export type DeletedLinks = {
  id: string
  /** The category's name; empty for audio entries. */
  name: string
  isCategory: boolean
  channels: number
  /** The first of the links' names; of a category and of more than 100 links none. */
  names: string[]
  deletedAt: Date
  until: Date
}

export type LinkPaging = { page: number; size: number }
/** `own`: the chosen order; `added`: as they were added. */
export type LinkSort = 'own' | 'added' | 'az' | 'za'
/** The orders that can be made the chosen one. */
export type LinkOrder = Exclude<LinkSort, 'own'>
export type LinkQuery = LinkPaging & { search?: string | undefined; sort?: LinkSort | undefined }
export type LinkPage = { items: LinkEntry[]; total: number; page: number; size: number }

/** Playlists have no template: nobody fills one in by hand. */
export type TemplateFormat = 'xlsx' | 'csv'
export type TableFormat = TemplateFormat | 'm3u'
export type TableFile = { bytes: Uint8Array; type: string; fileName: string; etag: string; lastModified: Date }

export const tableColumns = ['category', 'name', 'address', 'satellite', 'tp', 'sid', 'logo'] as const
export type TableColumn = (typeof tableColumns)[number]

/** Why a line of a table is refused, or noted. */
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
/** `line`: as the spreadsheet counts, from 1; `name`: the link's in it; `value`: what stands there; both shortened. */
export type OddLine = { line: number; name: string; column: TableColumn; value: string; reason: LineReason }

/** `add`: to what stands; `replace`: everything that stands goes. */
export type ImportMode = 'add' | 'replace'
/** Lines whose address or place is there already: added beside it, left out, or their name and picture taken over. */
export type Duplicates = 'add' | 'skip' | 'update'
/** What an import does, or has done. */
export type ImportReport = {
  /** Lines of the file with something in them, without the heading. */
  lines: number
  /** Links that are taken. */
  channels: number
  /** Each category of the file, in its order. For audio one without a name. `isNew`: it did not stand before. */
  categories: { name: string; channels: number; isNew: boolean }[]
  /** What goes with `replace`. */
  gone: { categories: number; channels: number }
  /** How many lines are refused, and the first `oddLinesMax` of them. */
  refused: number
  refusedLines: OddLine[]
  /** Lines whose address or place the account has already, in whatever category; what became of them. */
  known: number
  /** The first `oddLinesMax` of them, with the category that has it; for audio without a name. */
  knownLines: { line: number; name: string; value: string; category: string }[]
  duplicates: Duplicates
  /** Lines that are taken without something: a picture that is not there. */
  noted: number
  notedLines: OddLine[]
  /** Why nothing of it can be taken: Q2102, Q2202, Q2203, Q2205, C1202. Null where it can. */
  obstacle: Failure | null
}
export type ImportAsk = {
  mode: ImportMode
  /** True: the good lines are taken though others are refused. Else one refused line refuses all. */
  partial: boolean
  /** Without a word they are added; with `replace` nothing is there already. */
  duplicates?: Duplicates | undefined
  batch?: string | undefined
}
