/**
 * The interface of the engine's host: the one typed entry to the WebAssembly engine, the same in Node and in browsers.
 * An engine holds one list at a time. Calls are synchronous: a caller opens, works and reads without yielding, or owns
 * an engine (the editor in a browser). After a trap the engine is discarded.
 */
import type { Core } from './core'
import type { List } from './list'
import type {
  Category,
  CellValue,
  Channel,
  ChannelDetails,
  ChannelType,
  Dialect,
  Encoding,
  FavouriteGroup,
  Format,
  Loss,
  NameLanguage,
  Only,
  Operation,
  OperationError,
  Problem,
  Refusal,
  Satellite,
  Transponder,
  ViewSort,
} from './types'

/** A value with the number of channels that have it; the most frequent first. */
export type Choice = { value: string; channels: number }
export type Choices = { videos: Choice[]; providers: Choice[]; encryptions: Choice[] }

export type OpenOptions = {
  /** Reads undeclared names in this encoding instead of the guessed one. */
  encoding?: Encoding
  /** An edit state from `state()` for the same source bytes. */
  state?: Uint8Array
}
export type Opened =
  | { ok: true; list: OpenList }
  | { ok: false; refusal: Refusal; record: number | null; offset: number }

export type Engine = {
  /**
   * Reads a file. It is refused only when no record can be read. A state that does not fit the bytes throws RangeError.
   */
  open(bytes: Uint8Array, options?: OpenOptions): Opened
  /** Bytes of wasm memory in use. */
  memoryBytes(): number
  /** How many records of the last file took the slow path: 0 for a list as televisions write it. */
  slowRecords(): number
  /** The single-byte encoding that the letters of these names suggest. `names` are bytes, one name a line. */
  guessEncoding(names: Uint8Array): Encoding
  /**
   * Adds the part that edits more than order, names, flags and favourites (cells/index.ts). Without it, an operation of
   * `needsCells` and a state of version 2 throw.
   */
  use(machinery: Machinery): void
}
/** Turns a plain list, which it takes over, into one that can have cells. */
export type Machinery = { over(base: List, parts: { core: Core; read(bytes: Uint8Array): List }): OpenList }

/**
 * Columns over the live channels in list order, for tables and filters: typed arrays of `length` entries. The views are
 * valid until the next call that edits.
 */
export type Columns = {
  length: number
  id: Uint32Array
  satellite: Int32Array
  transponder: Int32Array
  sid: Int32Array
  /** tv 0, radio 1, data 2, other 3 */
  type: Uint8Array
  /** bit 0 scrambled, bit 1 scrambled unknown, bit 2 lock, bit 3 skip, bit 4 renamed, bit 5 has a problem */
  flags: Uint8Array
  favourites: Uint32Array
}

export type Query = {
  /** Matches part of the name (ignoring case and accents), or the digits of a SID or of a frequency in MHz. */
  search?: string
  satellite?: number
  transponder?: number
  type?: ChannelType
  scrambled?: boolean
  favourite?: number
  /** The category's id. */
  category?: number
  only?: Only
  /** `hd`: marked so in its name; else the record's own word for the video, such as "HEVC". */
  video?: string
  provider?: string
  /** The encryption system as the record gives it. */
  encryption?: string
}

export type OpenList = {
  readonly dialect: Dialect
  /** "103", "104", "105", "110"; for `chl` the Ver of the index object, else null. */
  readonly version: string | null
  readonly encoding: Encoding
  /** How the encoding was found. */
  readonly encodingSource: 'selector' | 'utf-8' | 'country' | 'letters' | 'default' | 'chosen'
  /** The number of records in the source file, including cut ones. */
  readonly records: number
  /** The number of live channels. */
  length(): number
  satellites(): Satellite[]
  transponders(): Transponder[]
  /** In their listed order. A removed group is missing, so an index is not a place. */
  favouriteGroups(): FavouriteGroup[]
  categories(): Category[]
  problems(): Problem[]
  /** Names in list order, decoded once and cached until an edit. */
  names(): string[]
  columns(): Columns
  /** The rows [from, from+count), by 0-based place. */
  channels(from: number, count: number): Channel[]
  channel(id: number): ChannelDetails | null
  /** Deleted channels with the file's values, in the file's order; their positions are 0. */
  removed(): Channel[]
  /** By place: the number that a box shows, the channel's own or its position. */
  numbers(): Int32Array
  /** By id: numbers that the upload or an edit gave to channels; the others have their position as number. */
  ownNumbers(): ReadonlyMap<number, number>
  /** By place: the names in another language, null if a channel has none. */
  namesIn(language: NameLanguage): (string | null)[]
  /** The ids of a group's channels in the group's own order; `group` is its id. */
  groupOrder(group: number): number[]
  /** The cells of the edit state: differences from the source beyond order, names, flags and favourites. */
  cells(): Cells
  /** The 1-based position of a channel; 0 if it is deleted or unknown. */
  positionOf(id: number): number
  /** 0-based places of the channels that match, in list order. */
  find(query: Query): Uint32Array
  /** Further values that channels can be filtered by: every video type, provider and encryption system that occurs. */
  choices(): Choices
  /**
   * 0-based places, all or the given ones, in another order for display. The list doesn't change. Ties keep its order;
   * channels without a value come last, upward and downward.
   */
  ordered(sort: ViewSort, places?: Uint32Array): Uint32Array
  /**
   * Applies a batch, all or nothing. `stored` is what to keep in the history: sorts are replaced by the resulting
   * order.
   */
  apply(operations: Operation[]): { ok: true; stored: Operation[]; warnings: Loss[] } | ({ ok: false } & OperationError)
  /** The whole edit state, compact (order in runs, and only what differs from the source). */
  state(): Uint8Array
  /** Replaces the edit state (undo, another revision). Throws RangeError if the bytes don't fit. */
  load(state: Uint8Array): void
  /** True when nothing differs from the source file. */
  pristine(): boolean
  /**
   * Writes the list. In its own dialect, untouched records keep their bytes, and an unedited file is byte-identical.
   */
  write(format: Format): { bytes: Uint8Array; losses: Loss[] }
}

/**
 * Cells by table ("channel.sid", "satellite.name", …), then by the id of their item. A returned table never changes.
 */
export type Cells = ReadonlyMap<string, ReadonlyMap<number, CellValue>>
/** The ids of added items, in the order in which they were added. */
export type Added = Readonly<Record<'channel' | 'satellite' | 'transponder' | 'group' | 'category', readonly number[]>>
