/**
 * The vocabulary of the channel-list engine: what it reads, what an edit is, what it returns. Pure types and constants,
 * safe to import anywhere (server, browser, scripts).
 */
import type { ChannelNumber, ChannelText, StreamNumber } from './channel-fields'

/**
 * A file dialect, detected by content. `satcodx` is SatcoDX text (103/104/105/110), `chl` the sequence of CHMax JSON
 * objects.
 */
export const dialects = ['satcodx', 'chl'] as const
export type Dialect = (typeof dialects)[number]

/** The short name of a dialect in addresses and in the API. */
export const formats = { sdx: 'satcodx', chl: 'chl' } as const satisfies Record<string, Dialect>
export type Format = keyof typeof formats

export const channelTypes = ['tv', 'radio', 'data', 'other'] as const
export type ChannelType = (typeof channelTypes)[number]

/** Horizontal, vertical, left and right circular. */
export const polarisations = ['H', 'V', 'L', 'R'] as const
export type Polarisation = (typeof polarisations)[number]

export const bands = ['KU', 'C'] as const
export type Band = (typeof bands)[number]

/** The FEC values that a person can choose; a file may have others. */
export const fecChoices = ['auto', '1/2', '2/3', '3/4', '4/5', '5/6', '6/7', '7/8'] as const
export type FecChoice = (typeof fecChoices)[number]

/** Languages of a channel's other names. `original` is the name itself and not one of them. */
export const nameLanguages = ['ar', 'fa', 'fr', 'es', 'pt', 'en', 'ru'] as const
export type NameLanguage = (typeof nameLanguages)[number]

/**
 * Ids of added items start here: random whole numbers below 2^31, drawn by whoever makes the operation, so that two
 * programs never use one id for different items. Smaller ids are indexes in the source file.
 */
export const addedIdMin = 2 ** 30

/** Name encodings that the engine reads and writes, as WHATWG labels. The engine has its own tables. */
export const encodings = [
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-9',
  'iso-8859-10',
  'iso-8859-11',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'koi8-r',
  'koi8-u',
] as const
export type Encoding = (typeof encodings)[number]

/**
 * A satellite of a list. `angle` in tenths of a degree eastward, 0–3599 (west = 3600 − degrees×10); null if the file
 * has none.
 */
export type Satellite = {
  /** The index in `satellites()`, which columns and filters use. */
  index: number
  /** The id in operations: the index in the source file, or an added id. */
  id: number
  name: string
  angle: number | null
  band: Band | null
  channels: number
  transponders: number
}

/**
 * A transponder of a list. `frequencyKHz` and `symbolRate` (kSym/s) null if unreadable; `fec` such as "3/4", "auto",
 * null.
 */
export type Transponder = {
  /** The index in `transponders()`, which columns and filters use. */
  index: number
  /** The id in operations: the index in the source file, or an added id. */
  id: number
  /** The index of its satellite in `satellites()`; -1 if it has none. */
  satellite: number
  /** Null if neither an edit nor its satellite gives one. */
  band?: Band | null
  frequencyKHz: number | null
  polarisation: Polarisation | null
  symbolRate: number | null
  fec: string | null
  channels: number
}

/**
 * One row of a list. `id` doesn't change with edits (0-based, in the source file's order, or an added id); `position`
 * is 1-based over the whole list, 0 for a deleted channel.
 */
export type Channel = {
  id: number
  position: number
  name: string
  type: ChannelType
  /** Indexes in `satellites()` and `transponders()`; -1 if the record has none. */
  satellite: number
  transponder: number
  sid: number | null
  onid: number | null
  tsid: number | null
  scrambled: boolean | null
  lock: boolean
  skip: boolean
  /** Bit n set means member of favourite group n. */
  favourites: number
}

export type AudioTrack = { pid: number | null; type: string; language: string; dolby: boolean }
export type SubtitleTrack = {
  pid: number | null
  type: string
  language: string
  compositionPage: number | null
  ancillaryPage: number | null
}

/** Everything that the file says about one channel; null for missing values. */
export type ChannelDetails = Channel &
  Record<StreamNumber, number | null> & {
    provider: string | null
    encryption: string | null
    videoType: string | null
    system: string | null
    audioPid: number | null
    country: string | null
    language: string | null
    coverage: string | null
    broadcastLanguage: string | null
    package: string | null
    network: string | null
    encoding: Encoding
    audio: AudioTrack[]
    subtitles: SubtitleTrack[]
    /** The address of a streamed channel. */
    url: string | null
    /** The id of its category. */
    category: number | null
    /** The number that a box shows: its own, or its position. */
    number: number
    /** Its names in other languages. */
    names: Partial<Record<NameLanguage, string>>
    /** The record's bytes in the source file: [start, end). */
    range: [start: number, end: number]
  }

/** `index` is its bit in `Channel.favourites`, `id` its id in operations: the index in the file, or an added id. */
export type FavouriteGroup = { index: number; id: number; name: string; channels: number }

/** A category, which only the portal stores; `logo` is the name under which its picture is stored. */
export type Category = { id: number; name: string; logo: string | null; channels: number }

/** The value of a cell: what an edit set in one field. */
export type CellValue = ChannelValue | readonly number[]
/** A value of a channel's field. */
export type ChannelValue = string | number | boolean | null | AudioTrack[] | SubtitleTrack[]
/** The fields of a channel that `set` changes, with their values. Null removes the value of the file or of an edit. */
export type ChannelValues = {
  type: 'tv' | 'radio'
  scrambled: boolean
  /** The transponder's id; null only for a new channel with a URL: it is streamed. */
  transponder: number | null
  audio: AudioTrack[]
  subtitles: SubtitleTrack[]
  url: string | null
  /** The category's id. */
  category: number | null
} & Record<ChannelNumber, number | null> &
  Record<ChannelText | `name.${NameLanguage}`, string | null>
export type ChannelField = keyof ChannelValues
/** A channel to add: with a random `id`, and all fields that are known. */
export type NewChannel = { id: number; name: string } & Pick<ChannelValues, 'transponder' | 'type'> &
  Partial<ChannelValues>
export type SatelliteValues = { name: string; angle: number; band: Band | null }
export type TransponderValues = {
  frequencyKHz: number
  polarisation: Polarisation
  symbolRate: number
  fec: FecChoice
  band: Band | null
}
export type GroupValues = { name: string }
export type CategoryValues = { name: string; logo: string | null }

export const severities = ['error', 'warning'] as const
/**
 * A finding of the reader. `record` counts from 1, null for the whole file; `offset` is in bytes from the file's start.
 */
export type Problem = {
  severity: (typeof severities)[number]
  code: ProblemCode
  record: number | null
  offset: number
  value?: string
}
/** The engine's own codes (kebab case); problem-codes.ts has the table. */
export type ProblemCode = string

/** Why a whole file was refused (SPEC code C1112): nothing in it could be read. */
export const refusals = [
  'empty',
  'encrypted',
  'json-cdx',
  'lamedb',
  'm3u',
  'xml',
  'zip',
  'gzip',
  'archive-damaged',
  'archive-large',
  'archive-encrypted',
  'archive-nested',
  'image',
  'text',
  'binary',
  'header-only',
  'truncated',
  'too-large',
  'too-many-records',
] as const
export type Refusal = (typeof refusals)[number]

export const sortModes = [
  'az',
  'za',
  'satellite',
  'transponder',
  'satellite-name',
  'satellite-frequency-name',
  'satellite-frequency-sid',
] as const
export type SortMode = (typeof sortModes)[number]

/** The columns that a list can be sorted by for display, without changing its order. */
export const viewColumns = ['position', 'name', 'satellite', 'frequency', 'type', 'favourite', 'sid'] as const
export type ViewColumn = (typeof viewColumns)[number]
/** A column upward, or downward with a minus in front. */
export type ViewSort = ViewColumn | `-${ViewColumn}`
export const viewSorts = viewColumns.flatMap((column): ViewSort[] => [column, `-${column}`])

/**
 * Oddities of a channel: no name; the same service (satellite, transponder ± 2 MHz, SID) or the same name twice; a
 * problem in its record; no favourite group.
 */
export const onlies = ['unnamed', 'duplicates', 'same-name', 'problems', 'no-favourite'] as const
export type Only = (typeof onlies)[number]

/**
 * An edit. Ids are channel ids, positions 1-based in the whole list.
 * - `move`: the channels, in their current order, so that the first of them is at `to` (clamped so that the block
 *   fits).
 * - `step`: each channel one place up (−1) or down (+1); blocks keep together and stop at the ends.
 * - `sort`: the whole list, or with `ids` only those channels, among the places that they have.
 * - `order`: a whole new order; a sort is stored as one.
 * - `encoding`: how undeclared names are read and written from now on.
 * - `names`: many renames in one step; `asIs`: names that a file had before, which may be longer than typed ones.
 * - `names-in`: names of many channels in another language, including deleted ones; null removes a name.
 * - `set`: one field of many channels, or some values of one satellite, transponder, group or category.
 * - `values`: one field of many channels, each with its own value.
 * - `add`: channels (at most 100; at the end, or so that the first is at `to`), or one of the others.
 * - `remove`: a satellite or transponder with its channels, a group, a category; never a default group.
 * - `arrange`: the order in which satellites, groups or categories are listed: all of their ids.
 * - `group-order`: the order of a group's channels inside the group; those that are not named go after the others.
 * - `numbers`: the numbers that a box shows, independent of the order, gaps allowed; null: the position again.
 * - `swap`: two channels change places.
 * - `restore`: deleted channels are restored, at the end, or so that the first is at `to`.
 */
export type Operation =
  | { op: 'move'; ids: number[]; to: number }
  | { op: 'step'; ids: number[]; by: -1 | 1 }
  | { op: 'sort'; mode: SortMode; variant?: 1 | 2; ids?: number[] }
  | { op: 'order'; order: number[] }
  | { op: 'rename'; id: number; name: string }
  | { op: 'lock' | 'skip'; ids: number[]; value: boolean }
  | { op: 'favourite'; ids: number[]; group: number; value: boolean }
  | { op: 'delete'; ids: number[] }
  | { op: 'encoding'; encoding: Encoding }
  | { op: 'names'; names: [id: number, name: string][]; asIs?: true }
  | { op: 'names-in'; language: NameLanguage; names: [id: number, name: string | null][] }
  | { op: 'set'; target: 'channel'; ids: number[]; field: ChannelField; value: ChannelValue }
  | { op: 'values'; field: ChannelField; values: [id: number, value: ChannelValue][] }
  | { op: 'set'; target: 'satellite'; id: number; values: Partial<SatelliteValues> }
  | { op: 'set'; target: 'transponder'; id: number; values: Partial<TransponderValues> }
  | { op: 'set'; target: 'group'; id: number; values: Partial<GroupValues> }
  | { op: 'set'; target: 'category'; id: number; values: Partial<CategoryValues> }
  | { op: 'add'; target: 'channel'; channels: NewChannel[]; to?: number }
  | { op: 'add'; target: 'satellite'; id: number; values: SatelliteValues }
  | { op: 'add'; target: 'transponder'; id: number; satellite: number; values: TransponderValues }
  | { op: 'add'; target: 'group'; id: number; values: GroupValues }
  | { op: 'add'; target: 'category'; id: number; values: CategoryValues }
  | { op: 'remove'; target: 'satellite' | 'transponder' | 'group' | 'category'; id: number }
  | { op: 'arrange'; target: 'satellite' | 'group' | 'category'; order: number[] }
  | { op: 'group-order'; group: number; order: number[] }
  | { op: 'numbers'; numbers: [id: number, number: number | null][] }
  | { op: 'swap'; ids: [number, number] }
  | { op: 'restore'; ids: number[]; to?: number }
export type OperationOf<O extends Operation['op']> = Extract<Operation, { op: O }>
export type OperationName = Operation['op']

/** Why an operation was refused; `index` is the operation's index in the batch, `id` the channel concerned. */
export type OperationError = {
  code:
    | 'unknown-channel'
    | 'position-range'
    | 'name-empty'
    | 'name-too-long'
    | 'name-control'
    | 'unknown-group'
    | 'order-invalid'
    | 'nothing-selected'
    | 'bad-operation'
    | 'not-deleted'
    | 'unknown-satellite'
    | 'unknown-transponder'
    | 'unknown-category'
    | 'id-taken'
    | 'default-group'
    | 'satellite-exists'
    | 'transponder-exists'
    | 'group-exists'
    | 'category-exists'
    | 'channel-exists'
    | 'too-many-channels'
    | 'too-many-added'
    | 'too-many-groups'
    | 'too-many-categories'
    | 'too-many-additions'
    | 'list-too-large'
    | 'value-invalid'
  index: number
  id?: number
  /** The field whose value was refused. */
  field?: string
}

/** Marks for an unnamed system of a scrambled channel, from each dialect. */
export const unnamedSystems: ReadonlySet<string> = new Set(['', '1', 'LCKD'])

/** What a writer could not represent, one entry per kind, with the affected channels. */
export type Loss = {
  code:
    | 'name-cut'
    | 'name-letters'
    | 'lock'
    | 'skip'
    | 'favourites'
    | 'pids'
    | 'provider'
    | 'audio'
    | 'subtitles'
    | 'multistream'
    | 'encryption'
    | 'video-type'
    | 'frequency-rounded'
    | 'fec'
    | 'sid-range'
    | 'network-ids'
    | 'record-unreadable'
    | 'type'
    | 'language'
    | 'text-fields'
    | 'number'
    | 'url'
    | 'category'
    | 'other-names'
    | 'satellite-data'
    | 'left-out'
    | 'group-order'
  ids: number[]
}

/** Limits on typed input (SPEC.md points 5 and 9) and on uploads. */
export const limits = {
  nameCharacters: 50,
  listNameCharacters: 20,
  favouriteGroups: 32,
  defaultFavouriteGroups: 8,
  channelsPerList: 2000,
  categories: 20,
  itemsPerAdd: 100,
  otherNameCharacters: 20,
  urlCharacters: 256,
  channelNumber: [1, 99_999_999],
  pid: [0, 8191],
  networkId: [0, 65535],
  tracks: 32,
  sid: [0, 65536],
  frequencyMHz: [1000, 13000],
  symbolRate: [1000, 60000],
  angle: [0, 3600],
  /** The limit of an upload: ten times any box's list, yet small enough to hold in memory. */
  fileBytes: 16 * 1024 * 1024,
  records: 100_000,
  idsPerOperation: 100_000,
  operationsPerBatch: 1000,
  /**
   * How many additions an edit state keeps, including removed ones; beyond this, removed ones are dropped
   * (cells/forget.ts). Some 200 positions with 5 000 transponders are in use worldwide, and all channels of a list may
   * be replaced twice.
   */
  added: { channel: 4000, satellite: 500, transponder: 5000, group: 500, category: 500 },
  /** How much larger than its source an edited file may become: 2 KB for each channel of a full list. */
  grownBytes: 4 * 1024 * 1024,
  /** The maximum size of an edit state's cells: every channel of a full list with an address and seven more names. */
  cellBytes: 4 * 1024 * 1024,
} as const

/** SPEC.md's categories; an unedited list has them, with their indexes here as ids. */
export const defaultCategoryNames = [
  'Culture',
  'Children',
  'Weather',
  'Education',
  'Sports',
  'Music',
  'Movies',
  'News',
  'Favorite',
] as const

export const defaultFavouriteNames = [
  'News',
  'Movies',
  'Music',
  'Sports',
  'Education',
  'Weather',
  'Children',
  'Culture',
] as const

/** The tables of a list's parts, by kind. */
export const partTables = {
  satellite: 'satellites',
  transponder: 'transponders',
  group: 'groups',
  category: 'categories',
} as const
export type PartKind = keyof typeof partTables
export const partKinds = Object.keys(partTables) as PartKind[]
/** The fields of each kind that an edit may set. */
export const partFields = {
  satellite: ['name', 'angle', 'band'],
  transponder: ['frequencyKHz', 'polarisation', 'symbolRate', 'fec', 'band'],
  group: ['name'],
  category: ['name', 'logo'],
} as const
