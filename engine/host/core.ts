/**
 * The raw engine: the exports of engine.wasm with their types, and views over its memory that are renewed when it
 * grows. Addresses never leave engine/host.
 */
import type { Extras } from './extras'

/** What engine.wasm exports. Addresses and counts are plain numbers; see assembly/index.ts. */
export type EngineExports = {
  memory: WebAssembly.Memory
  setSeed(words: bigint): void
  setFavouriteGroups(count: number): void
  begin(length: number): number
  readSatcodx(): number
  readChl(): number
  brokenChannelCount(): number
  brokenChannelAt(): number
  chlFacts(): number
  chlTextAt(at: number, length: number): number
  cutRecordCount(): number
  finishReading(): void
  info(): number
  scratchAt(bytes: number): number
  gatherNames(from: number, count: number): number
  gatherName(id: number): number
  gatherSourceName(id: number): number
  gatherSatelliteNames(): number
  decodeText(at: number, length: number, encoding: number): number
  countMembers(): void
  gatherColumns(): number
  findPositions(): number
  collectProblems(): number
  isPristine(): number
  setListEncoding(encoding: number): void
  markIds(count: number): number
  moveMarked(to: number): void
  stepMarked(by: number): void
  deleteMarked(): void
  flagMarked(bit: number, value: number): void
  favouriteMarked(group: number, value: number): void
  sortList(mode: number, variant: number, marked: number): void
  setOrder(count: number): number
  renameRow(id: number, units: number): number
  writeState(): number
  loadState(length: number): number
  writeSatcodx(): number
  writeChl(): number
  convertToChl(): number
  writtenAt(): number
  lossesAt(): number
  problemsAt(): number
  nameEncodingOf(id: number): number
  unmark(): void
  guessByLetters(from: number, end: number): number
  encodeText(from: number, units: number, encoding: number, to: number, capacity: number): number
  encodedUnitCount(): number
  encodedLostCount(): number
}

/** The indexes in `info()`'s block, in u32. */
export const info = {
  source: 0,
  sourceEnd: 1,
  rows: 2,
  rowCount: 3,
  order: 4,
  live: 5,
  satellites: 6,
  satelliteCount: 7,
  transponders: 8,
  transponderCount: 9,
  encoding: 10,
  sourceEncoding: 11,
  encodingSource: 12,
  slowRecords: 13,
  scratch: 14,
  textAt: 15,
  outAt: 16,
} as const

/** Row offsets in bytes, the same as ROW_* of assembly/model.ts. */
export const row = {
  bytes: 72,
  start: 0,
  length: 4,
  frequency: 8,
  symbolRate: 12,
  satellite: 16,
  polarisation: 20,
  fec: 21,
  type: 22,
  terminator: 23,
  transponder: 24,
  sid: 28,
  onid: 32,
  tsid: 36,
  name: 40,
  nameLength: 44,
  name2Step: 46,
  name2Length: 48,
  flags: 50,
  favourites: 52,
  renamed: 56,
  sourceFavourites: 60,
  angle: 64,
  /** SatcoDX: bytes of the satellite's name (u16); `.chl`: the channel's own Index (u32). */
  satelliteLength: 68,
  index: 68,
} as const

/** FLAG_* of assembly/model.ts. */
export const flag = {
  scrambled: 1,
  scrambledUnknown: 2,
  lock: 4,
  skip: 8,
  problem: 16,
  cut: 32,
  sourceLock: 64,
  sourceSkip: 128,
  deleted: 256,
  byCharacters: 512,
  gap: 1024,
  nameOdd: 2048,
} as const

/** Satellite and transponder entries, 32 bytes each. */
export const satelliteEntry = {
  bytes: 32,
  name: 0,
  nameLength: 4,
  band: 8,
  angle: 12,
  channels: 16,
  transponders: 20,
  at: 24,
  number: 28,
} as const
export const transponderEntry = {
  bytes: 32,
  satellite: 0,
  frequency: 4,
  symbolRate: 8,
  polarisation: 12,
  fec: 13,
  channels: 16,
  at: 20,
  number: 24,
} as const

export const none = 0xffffffff

/** One instance of the engine with its views. */
export class Core {
  readonly exports: EngineExports
  private bytes = new Uint8Array(0)
  private words = new Uint32Array(0)
  private units = new Uint16Array(0)
  private readonly utf16 = new TextDecoder('utf-16le', { ignoreBOM: true })

  /** `extras`: null in an engine that only opens lists that a whole engine has opened before. */
  constructor(
    instance: WebAssembly.Instance,
    private readonly extras: Extras | null = null,
  ) {
    // The compiler's output has no types for the exports; this project declares them.
    this.exports = instance.exports as unknown as EngineExports
  }

  /** The extras. Throws if the engine has none. */
  whole(): Extras {
    if (!this.extras) throw new Error('the engine has no part for this')
    return this.extras
  }

  /** Memory as bytes; the view is valid until the engine is called again. */
  u8(): Uint8Array {
    this.renew()
    return this.bytes
  }

  /** Memory as 32-bit words: the index is address / 4. */
  u32(): Uint32Array {
    this.renew()
    return this.words
  }

  /** Memory as 16-bit words: the index is address / 2. */
  u16(): Uint16Array {
    this.renew()
    return this.units
  }

  /** One value of `info()`. */
  get(place: number): number {
    const at = this.exports.info()
    return this.u32()[(at >> 2) + place] ?? 0
  }

  /** The address of a channel's row. */
  rowAt(id: number): number {
    return this.get(info.rows) + id * row.bytes
  }

  /** Bytes [from, to) of the source file, as a view that is valid until the next call. */
  sourceBytes(from: number, to: number): Uint8Array {
    const at = this.get(info.source)
    return this.u8().subarray(at + from, at + to)
  }

  /** UTF-16 text of `units` at an address. */
  text(at: number, units: number): string {
    return this.utf16.decode(this.u8().subarray(at, at + units * 2))
  }

  /** Decodes raw bytes of the source in one of the engine's encodings (by its index). */
  decode(from: number, length: number, encoding: number): string {
    const units = this.exports.decodeText(this.get(info.source) + from, length, encoding)
    return this.text(this.get(info.textAt), units)
  }

  /** Decodes the caller's own bytes in one of the engine's encodings (by its index). */
  decodeBytes(bytes: Uint8Array, encoding: number): string {
    const at = this.exports.scratchAt(bytes.length)
    this.u8().set(bytes, at)
    const units = this.exports.decodeText(at, bytes.length, encoding)
    return this.text(this.get(info.textAt), units)
  }

  /** Writes ids (or any words) to scratch, where operations expect them. */
  putWords(words: ArrayLike<number>): void {
    const at = this.exports.scratchAt(words.length * 4)
    this.u32().set(words, at >> 2)
  }

  /** Writes text as UTF-16 to scratch and returns its address. */
  putText(text: string): number {
    const at = this.exports.scratchAt(text.length * 2)
    const units = this.u16()
    for (let i = 0, to = at >> 1; i < text.length; i++, to++) units[to] = text.charCodeAt(i)
    return at
  }

  private renew(): void {
    const buffer = this.exports.memory.buffer
    if (this.bytes.buffer === buffer) return
    this.bytes = new Uint8Array(buffer)
    this.words = new Uint32Array(buffer)
    this.units = new Uint16Array(buffer)
  }
}
