/**
 * The list in memory: one row of 72 bytes per channel, satellites and transponders, the order, and the arena from which
 * they are allocated. Everything else in the engine reads and writes the list through this file's offsets. ../README.md
 * has the memory map. There is one list at a time; `begin` discards the previous one.
 */

// ---- Limits (the same as in host/types.ts) ----
export const MAX_RECORDS: u32 = 100_000
/** Zero bytes kept after the source, so that a vector load near its end reads zeros and never another list's bytes. */
export const PADDING: usize = 512
/** "Nothing" in a u32 column. */
export const NONE: u32 = 0xffffffff

// ---- One channel ----
export const ROW_BYTES: usize = 72
/** Address of the record's first byte (u32). */
export const ROW_START: usize = 0
/** Bytes of the record without its terminator (u32). */
export const ROW_LENGTH: usize = 4
/** kHz, or NONE (u32). Frequency to FEC are the transponder's key and lie next to each other. */
export const ROW_FREQUENCY: usize = 8
/** kSym/s, or NONE (u32). */
export const ROW_SYMBOL_RATE: usize = 12
/** Index of the satellite, or NONE (u32). */
export const ROW_SATELLITE: usize = 16
/** 0 none, 1 H, 2 V, 3 L, 4 R (u8). */
export const ROW_POLARISATION: usize = 20
/** A FEC code, see FEC_* (u8). */
export const ROW_FEC: usize = 21
/** 0 tv, 1 radio, 2 data, 3 other (u8). */
export const ROW_TYPE: usize = 22
/** How the record ends: 0 none, 1 LF, 2 CR, 3 CR LF (u8). */
export const ROW_TERMINATOR: usize = 23
/** Index of the transponder, or NONE (u32). */
export const ROW_TRANSPONDER: usize = 24
export const ROW_SID: usize = 28
export const ROW_ONID: usize = 32
export const ROW_TSID: usize = 36
/**
 * Address of the name's first bytes (u32), their count (u16), the distance of its second part (u16), that part's count
 * (u16).
 */
export const ROW_NAME: usize = 40
export const ROW_NAME_LENGTH: usize = 44
export const ROW_NAME2_STEP: usize = 46
export const ROW_NAME2_LENGTH: usize = 48
/** FLAG_* (u16). */
export const ROW_FLAGS: usize = 50
/** Current favourite groups, one bit each (u32). */
export const ROW_FAVOURITES: usize = 52
/** Address of the new name in the heap, 0 if not renamed (u32). */
export const ROW_RENAMED: usize = 56
/** Favourite groups in the file (u32). */
export const ROW_SOURCE_FAVOURITES: usize = 60
/** Tenths of a degree eastward, or NONE (u32). */
export const ROW_ANGLE: usize = 64
/** The length of the satellite's name in the record (u16), and its offset from the record's start (u16). */
export const ROW_SATELLITE_LENGTH: usize = 68
export const ROW_SATELLITE_STEP: usize = 70

/**
 * While reading, the first row of a satellite or transponder links to the next of its hash chain in columns that are
 * not used yet.
 */
export const ROW_SATELLITE_CHAIN: usize = ROW_RENAMED
export const ROW_TRANSPONDER_CHAIN: usize = ROW_SOURCE_FAVOURITES

export const FLAG_SCRAMBLED: u32 = 1
export const FLAG_SCRAMBLED_UNKNOWN: u32 = 2
export const FLAG_LOCK: u32 = 4
export const FLAG_SKIP: u32 = 8
export const FLAG_PROBLEM: u32 = 16
/** The record is shorter than its columns. */
export const FLAG_CUT: u32 = 32
export const FLAG_SOURCE_LOCK: u32 = 64
export const FLAG_SOURCE_SKIP: u32 = 128
export const FLAG_DELETED: u32 = 256
/** Columns are counted in characters (UTF-8), not in bytes. */
export const FLAG_BY_CHARACTERS: u32 = 512
/** Bytes that belong to no record follow this record. */
export const FLAG_GAP: u32 = 1024
/** The name has bytes above 0x7F or opens with a control byte: only these rows help to detect the encoding. */
export const FLAG_NAME_ODD: u32 = 2048
/** Set on the rows of an operation while it runs. */
export const FLAG_MARK: u32 = 4096
/** Bits that an edit changes; the others are facts of the file. */
export const FLAG_EDITABLE: u32 = FLAG_LOCK | FLAG_SKIP

export const FEC_NONE: u32 = 0
export const FEC_AUTO: u32 = 1
/**
 * 2 1/2, 3 2/3, 4 3/4, 5 4/5, 6 5/6, 7 6/7, 8 7/8, 9 8/9, 10 9/10, 11 3/5, 12 1/4, 13 1/3, 14 2/5; 255 another text,
 * read from the file.
 */
export const FEC_OTHER: u32 = 255

export const TYPE_TV: u32 = 0
export const TYPE_RADIO: u32 = 1
export const TYPE_DATA: u32 = 2
export const TYPE_OTHER: u32 = 3

// ---- One satellite (32 bytes) ----
export const SATELLITE_BYTES: usize = 32
/** Address and bytes of the name in the source. */
export const SATELLITE_NAME: usize = 0
export const SATELLITE_NAME_LENGTH: usize = 4
/** 0 unknown, 1 KU, 2 C (u8). */
export const SATELLITE_BAND: usize = 8
export const SATELLITE_ANGLE: usize = 12
/** Live channels and transponders (u32 each), filled by `countMembers`. */
export const SATELLITE_CHANNELS: usize = 16
export const SATELLITE_TRANSPONDERS: usize = 20
/** The position of the satellite's own object, and its own number there; 0 and its index in SatcoDX. */
export const SATELLITE_AT: usize = 24
export const SATELLITE_NUMBER: usize = 28

// ---- One transponder (32 bytes) ----
export const TRANSPONDER_BYTES: usize = 32
export const TRANSPONDER_SATELLITE: usize = 0
export const TRANSPONDER_FREQUENCY: usize = 4
export const TRANSPONDER_SYMBOL_RATE: usize = 8
export const TRANSPONDER_POLARISATION: usize = 12
export const TRANSPONDER_FEC: usize = 13
export const TRANSPONDER_CHANNELS: usize = 16
export const TRANSPONDER_AT: usize = 20
export const TRANSPONDER_NUMBER: usize = 24

export const DIALECT_SATCODX: u32 = 0
export const DIALECT_CHL: u32 = 1

// ---- Memory layout ----
/** The source file. */
export let source: usize = 0
export let sourceEnd: usize = 0
/** Where the bytes after the last record begin: they always stay at the file's end. */
export let trailer: usize = 0
export let dialect: u32 = 0
/** The rows, and their number. Deleted rows are included, because an id is permanently a row's number. */
export let rows: usize = 0
export let rowCount: u32 = 0
export let satellites: usize = 0
export let satelliteCount: u32 = 0
export let transponders: usize = 0
export let transponderCount: u32 = 0
/** The live channels' ids in list order (u32). */
export let order: usize = 0
export let live: u32 = 0
/** A u32 for each row: scratch memory of one call (positions, marks), and the cached name order. */
export let places: usize = 0
export let nameRanks: usize = 0
export let nameRanksValid: bool = false
/** New names: {row u32, units u32, UTF-16…}, each aligned to 8 bytes. */
export let heap: usize = 0
export let heapEnd: usize = 0
export let heapLive: usize = 0
/** How undeclared names are read now, what the reader detected, and how (host/contract.ts: encodingSource). */
export let encoding: u32 = 0
export let sourceEncoding: u32 = 0
export let encodingSource: u32 = 0
/** The number of favourite groups in the list: 8 if the file has none. */
export let favouriteGroups: u32 = 8
/** Random words from the host, so that nobody can choose keys that collide. */
export let seed: u64 = 0x9e3779b97f4a7c15
/** The number of records that took the careful path; without it, a fast path that never runs would go unnoticed. */
export let slowRecords: u32 = 0
/** A hash of the source bytes, 0 until it is needed. */
let sourceHash: u64 = 0
/** Where the next fixed part of the list is allocated during reading. */
let arena: usize = 0

export function setSeed(value: u64): void { seed = value | 1 }
export function setEncoding(value: u32): void { encoding = value; nameRanksValid = false }
export function setSourceEncoding(value: u32, from: u32): void { sourceEncoding = value; encoding = value; encodingSource = from }
export function setTrailer(at: usize): void { trailer = at }
export function setDialect(value: u32): void { dialect = value }
export function setRows(at: usize, count: u32): void { rows = at; rowCount = count }
export function setSatellites(at: usize, count: u32): void { satellites = at; satelliteCount = count }
export function setTransponders(at: usize, count: u32): void { transponders = at; transponderCount = count }
export function setFavouriteGroups(count: u32): void { favouriteGroups = count }
export function setLive(count: u32): void { live = count }
export function setSlowRecords(count: u32): void { slowRecords = count }
export function setNameRanksValid(valid: bool): void { nameRanksValid = valid }

/** Grows memory up to `end`. Running out of memory is the only trap; the host then discards the engine. */
export function reach(end: usize): void {
  const have = <usize>memory.size() << 16
  if (end <= have) return
  const pages = <i32>((end - have + 0xffff) >> 16)
  if (memory.grow(pages) < 0) unreachable()
}

/** Starts a new list of `length` source bytes and returns where they go. The bytes after them are cleared. */
export function begin(length: u32): usize {
  source = (__heap_base + 63) & ~63
  sourceEnd = source + length
  trailer = sourceEnd
  arena = (sourceEnd + PADDING + 63) & ~63
  reach(arena)
  memory.fill(sourceEnd, 0, arena - sourceEnd)
  rows = arena; rowCount = 0
  satellites = arena; satelliteCount = 0
  transponders = arena; transponderCount = 0
  order = arena; live = 0
  places = arena; nameRanks = arena; nameRanksValid = false
  heap = arena; heapEnd = arena; heapLive = 0
  slowRecords = 0
  favouriteGroups = 8
  sourceHash = 0
  encoding = 0; sourceEncoding = 0; encodingSource = 4
  return source
}

/** Allocates `bytes` from the arena while a file is read; the memory is not cleared. */
export function allocate(bytes: usize): usize {
  const at = arena
  arena = (arena + bytes + 63) & ~63
  reach(arena)
  return at
}

/**
 * Where the next `allocate` would begin: a reader may fill rows from here with `reach`, then `allocate` what it used.
 */
export function arenaTop(): usize { return arena }

/** Completes the reading: sets the file's order and no edits. Rows, satellites and transponders must be set. */
export function finish(): void {
  order = allocate(<usize>rowCount * 4)
  places = allocate(<usize>rowCount * 4)
  nameRanks = allocate(<usize>rowCount * 4)
  heap = allocate(0)
  resetEdits()
}

/** Discards every edit. */
export function resetEdits(): void {
  live = rowCount
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    store<u32>(order + (<usize>id << 2), id)
    const flags: u32 = load<u16>(row, ROW_FLAGS) & ~(FLAG_EDITABLE | FLAG_DELETED | FLAG_MARK)
    store<u16>(row, <u16>(flags | ((flags & (FLAG_SOURCE_LOCK | FLAG_SOURCE_SKIP)) >> 4)), ROW_FLAGS)
    store<u32>(row, load<u32>(row, ROW_SOURCE_FAVOURITES), ROW_FAVOURITES)
    store<u32>(row, 0, ROW_RENAMED)
  }
  heapEnd = heap; heapLive = 0
  encoding = sourceEncoding
  nameRanksValid = false
}

/** Free memory after the list for one call; grow it with `reach`. Nothing here outlives the call. */
@inline
export function scratch(): usize { return (heapEnd + 63) & ~63 }

@inline
export function rowOf(id: u32): usize { return rows + <usize>id * ROW_BYTES }

@inline
export function satelliteAt(index: u32): usize { return satellites + <usize>index * SATELLITE_BYTES }

@inline
export function transponderAt(index: u32): usize { return transponders + <usize>index * TRANSPONDER_BYTES }

/** Adds flag bits to a row. */
@inline
export function setFlags(row: usize, bits: u32): void { store<u16>(row, <u16>(load<u16>(row, ROW_FLAGS) | bits), ROW_FLAGS) }

/**
 * Sets a row's new name, which is in memory at `from`, by copying it to the heap. Zero units restore the file's name.
 */
export function setName(id: u32, from: usize, units: u32): void {
  const row = rowOf(id)
  const old = load<u32>(row, ROW_RENAMED)
  if (old) heapLive -= heapEntryBytes(load<u32>(old, 4))
  nameRanksValid = false
  if (!units) { store<u32>(row, 0, ROW_RENAMED); return }
  const bytes = heapEntryBytes(units)
  // The text may be in scratch, right where the heap grows: the copy comes first and handles the overlap (memmove).
  reach(heapEnd + bytes)
  memory.copy(heapEnd + 8, from, <usize>units << 1)
  store<u32>(heapEnd, id)
  store<u32>(heapEnd, units, 4)
  store<u32>(row, <u32>heapEnd, ROW_RENAMED)
  heapEnd += bytes
  heapLive += bytes
}

@inline
function heapEntryBytes(units: u32): usize { return (8 + (<usize>units << 1) + 7) & ~7 }

/**
 * Compacts the live names when more than half of the heap is dead. Addresses of names change: call it between
 * operations only.
 */
export function compactHeap(): void {
  if (heapEnd - heap <= 65536 || heapLive * 2 > heapEnd - heap) return
  let to = heap
  for (let from = heap; from < heapEnd; ) {
    const bytes = heapEntryBytes(load<u32>(from, 4))
    const row = rowOf(load<u32>(from))
    if (load<u32>(row, ROW_RENAMED) == <u32>from) {
      if (to != from) memory.copy(to, from, bytes)
      store<u32>(row, <u32>to, ROW_RENAMED)
      to += bytes
    }
    from += bytes
  }
  heapEnd = to
}

/** Counts live channels and transponders in the tables. */
export function countMembers(): void {
  for (let i: u32 = 0; i < satelliteCount; i++) store<u64>(satelliteAt(i), 0, SATELLITE_CHANNELS)
  for (let i: u32 = 0; i < transponderCount; i++) {
    const at = transponderAt(i)
    store<u32>(at, 0, TRANSPONDER_CHANNELS)
    const satellite = load<u32>(at, TRANSPONDER_SATELLITE)
    if (satellite < satelliteCount) {
      const group = satelliteAt(satellite)
      store<u32>(group, load<u32>(group, SATELLITE_TRANSPONDERS) + 1, SATELLITE_TRANSPONDERS)
    }
  }
  for (let id: u32 = 0; id < rowCount; id++) {
    const row = rowOf(id)
    if (load<u16>(row, ROW_FLAGS) & FLAG_DELETED) continue
    const satellite = load<u32>(row, ROW_SATELLITE)
    const transponder = load<u32>(row, ROW_TRANSPONDER)
    if (satellite < satelliteCount) {
      const group = satelliteAt(satellite)
      store<u32>(group, load<u32>(group, SATELLITE_CHANNELS) + 1, SATELLITE_CHANNELS)
    }
    if (transponder < transponderCount) {
      const group = transponderAt(transponder)
      store<u32>(group, load<u32>(group, TRANSPONDER_CHANNELS) + 1, TRANSPONDER_CHANNELS)
    }
  }
}

/**
 * Hashes the source bytes, so that an edit state is not applied to another file. It guards against mistakes, not
 * attacks.
 */
export function hashSource(): u64 {
  if (sourceHash) return sourceHash
  let hash: u64 = <u64>(sourceEnd - source) * 0x9e3779b97f4a7c15
  // The padding after the source is zero, so the last word needs no special case.
  for (let at = source; at < sourceEnd; at += 8) {
    hash = (hash ^ load<u64>(at)) * 0xff51afd7ed558ccd
    hash ^= hash >> 32
  }
  sourceHash = hash ? hash : 1
  return sourceHash
}

/** True if nothing differs from the file. */
export function isPristine(): u32 {
  if (live != rowCount || encoding != sourceEncoding) return 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    if (load<u32>(order + (<usize>id << 2)) != id || isTouched(row)) return 0
  }
  return 1
}

/** True if a row's name, lock, skip or favourites differ from the file. */
export function isTouched(row: usize): bool {
  const flags = <u32>load<u16>(row, ROW_FLAGS)
  return load<u32>(row, ROW_RENAMED) != 0
    || (flags & FLAG_EDITABLE) != ((flags & (FLAG_SOURCE_LOCK | FLAG_SOURCE_SKIP)) >> 4)
    || load<u32>(row, ROW_FAVOURITES) != load<u32>(row, ROW_SOURCE_FAVOURITES)
}
