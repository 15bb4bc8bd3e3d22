/**
 * Reads SatcoDX text of every variant. A fast path takes well-formed records, 16 bytes at a time and with one branch
 * for all columns. Everything else goes to the careful path; only this one interprets odd records and finds problems.
 * Both paths produce the same row for a good record (tests compare them).
 */
import {
  DIALECT_SATCODX, FEC_AUTO, FEC_NONE, FLAG_BY_CHARACTERS, FLAG_CUT, FLAG_GAP, FLAG_NAME_ODD, FLAG_PROBLEM, FLAG_SCRAMBLED,
  FLAG_SCRAMBLED_UNKNOWN, MAX_RECORDS, NONE, ROW_ANGLE, ROW_BYTES, ROW_FAVOURITES, ROW_FEC, ROW_FLAGS, ROW_FREQUENCY, ROW_LENGTH,
  ROW_NAME, ROW_NAME2_LENGTH, ROW_NAME2_STEP, ROW_NAME_LENGTH, ROW_ONID, ROW_POLARISATION, ROW_RENAMED, ROW_SATELLITE,
  ROW_SATELLITE_CHAIN, ROW_SATELLITE_LENGTH, ROW_SATELLITE_STEP, ROW_SID, ROW_SOURCE_FAVOURITES, ROW_START, ROW_SYMBOL_RATE,
  ROW_TERMINATOR, ROW_TRANSPONDER, ROW_TRANSPONDER_CHAIN, ROW_TSID, ROW_TYPE, SATELLITE_ANGLE, SATELLITE_AT, SATELLITE_BAND,
  SATELLITE_BYTES, SATELLITE_NAME, SATELLITE_NAME_LENGTH, SATELLITE_NUMBER, TRANSPONDER_AT, TRANSPONDER_BYTES, TRANSPONDER_FEC,
  TRANSPONDER_FREQUENCY, TRANSPONDER_NUMBER, TRANSPONDER_POLARISATION, TRANSPONDER_SATELLITE, TRANSPONDER_SYMBOL_RATE,
  TYPE_DATA, TYPE_OTHER, TYPE_RADIO, TYPE_TV, allocate, arenaTop, reach, rowCount, rowOf, rows, seed, setDialect, setRows,
  setSatellites, setSlowRecords, setTrailer, setTransponders, slowRecords, source, sourceEnd, trailer,
} from '../model'
import { Problem, collecting, problem } from '../report'

/** Results of `readSatcodx` other than a count of records. */
export const TOO_MANY_RECORDS: i32 = -1

/** The columns that every record has end here; the second part of the name follows. */
const COLUMNS: u32 = 115
const LF: u8 = 10
const CR: u8 = 13
const FILL: u8 = 0x5f // _
const SPACE: u8 = 0x20

// Little-endian words as they occur in a file.
const MAGIC: u64 = 0x3158444f43544153 // SATCODX1
const FILL8: u64 = 0x5f5f5f5f5f5f5f5f
const FILL4: u32 = 0x5f5f5f5f
const LOCKED: u32 = 0x444b434c // LCKD
const MPG: u32 = 0x0047504d // MPG and any fourth byte
const V03: u32 = 0x3330
const V04: u32 = 0x3430
const V05: u32 = 0x3530
const V10: u32 = 0x3031

/** Where the longest variant's name ends; columns after it are kept unchanged. */
const LONGEST: u32 = 328
/** How far a satellite's name may push the columns right (dvb2000) before the layout is ambiguous. */
const FURTHEST_SHIFT: u32 = 40

const SATELLITE_HEADS: u32 = 4096
let satelliteHeads: usize = 0
let transponderHeads: usize = 0
let transponderShift: u64 = 0
let satelliteTotal: u32 = 0
let transponderTotal: u32 = 0
/** The number of records that are shorter than their columns. */
export let cutRecords: u32 = 0

/**
 * A record laid out by characters: one byte per column in `image`, and each column's position in the record in `map`.
 */
const IMAGE = memory.data(512)
const MAP = memory.data(2048)
const MAPPED: u32 = 512

function isMagic(at: usize): bool {
  // Compares without case: SATCODX. The bytes after the source are zeros, so reading past the end finds nothing.
  return (load<u64>(at) & 0x00dfdfdfdfdfdfdf) == 0x0058444f43544153
}
function isResync(at: usize): bool { return isMagic(at) && load<u8>(at, 7) == 0x31 }

/** Reads the whole source into rows. Returns the number of records (0: none), or TOO_MANY_RECORDS. */
export function readSatcodx(): i32 {
  setDialect(DIALECT_SATCODX)
  setSlowRecords(0)
  cutRecords = 0
  satelliteTotal = 0
  transponderTotal = 0
  const length = <u32>(sourceEnd - source)
  satelliteHeads = allocate(SATELLITE_HEADS << 2)
  let heads: u32 = 256
  let bits: u64 = 8
  while (heads < length >> 7 && heads < 131072) { heads <<= 1; bits++ }
  transponderHeads = allocate(<usize>heads << 2)
  transponderShift = 64 - bits
  memory.fill(satelliteHeads, 0, SATELLITE_HEADS << 2)
  memory.fill(transponderHeads, 0, <usize>heads << 2)

  const first = arenaTop()
  let count: u32 = 0
  let limit = first + (<usize>(length >> 7) + 16) * ROW_BYTES
  reach(limit)
  setRows(first, 0)
  setTrailer(sourceEnd)
  const end = sourceEnd
  let at = source
  if ((load<u32>(at) & 0xffffff) == 0xbfbbef) at += 3

  let row = first
  // The position of the last satellite that the fast path met.
  let knownSatelliteAt: usize = 0
  let knownSatellite: u32 = NONE
  let knownAngle: u32 = 0
  let lastRow: usize = 0

  const digitZero = i8x16.splat(0x30)
  const nine = i8x16.splat(9)
  const vLF = i8x16.splat(10)
  const vCR = i8x16.splat(13)
  const ten = i16x8.splat(10)
  const hundreds = i16x8(100, 1, 100, 1, 100, 1, 100, 1)
  const lowBytes = i16x8.splat(0xff)

  while (at < end) {
    if (row + ROW_BYTES > limit) {
      limit += 65536 - (65536 % ROW_BYTES)
      reach(limit)
    }
    // ---- Fast path ----
    const v115 = v128.load(at, 115)
    const v131 = v128.load(at, 131)
    const stops = <u32>i8x16.bitmask(v128.or(i8x16.eq(v115, vLF), i8x16.eq(v115, vCR)))
      | (<u32>i8x16.bitmask(v128.or(i8x16.eq(v131, vLF), i8x16.eq(v131, vCR))) << 16)
    const tail = ctz(stops)
    const version = <u32>load<u16>(at, 8)
    // 127 (12), 128 (13), 132 (17) in 103 and 105; 131 (12) in 104.
    let name2: u32 = tail
    let good: bool = load<u64>(at) == MAGIC
    if (version == V03 || version == V05) good = good && (tail == 12 || tail == 13 || tail == 17)
    else if (version == V04) { good = good && tail == 16 && pidIsGood(at + 127); name2 = 12 }
    else good = false
    if (good) {
      const v33 = i8x16.sub(v128.load(at, 33), digitZero)
      const v43 = v128.load(at, 43)
      const v53 = v128.load(at, 53)
      const v69 = i8x16.sub(v128.load(at, 69), digitZero)
      const v87 = i8x16.sub(v128.load(at, 87), digitZero)
      const v99 = v128.load(at, 99)
      const v43digits = i8x16.sub(v43, digitZero)
      // Eight digits per half: SID and ONID, TSID and symbol rate, the frequency's last eight and the angle. Index 16
      // gives 0.
      const x = i8x16.swizzle(v87, i8x16(16, 16, 16, 0, 1, 2, 3, 4, 16, 16, 16, 5, 6, 7, 8, 9))
      const y = v128.or(
        i8x16.swizzle(v87, i8x16(16, 16, 16, 10, 11, 12, 13, 14, 16, 16, 16, 16, 16, 16, 16, 16)),
        i8x16.swizzle(v69, i8x16(16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 0, 1, 2, 3, 4)))
      const z = v128.or(
        i8x16.swizzle(v33, i8x16(1, 2, 3, 4, 5, 6, 7, 8, 16, 16, 16, 16, 16, 16, 16, 16)),
        i8x16.swizzle(v43digits, i8x16(16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 16, 8, 9, 10, 11)))
      const odd = v128.or(
        i8x16.gt_u(i8x16.max_u(x, i8x16.max_u(y, z)), nine),
        v128.or(
          v128.or(v128.or(i8x16.eq(v43, vLF), i8x16.eq(v43, vCR)), v128.or(i8x16.eq(v53, vLF), i8x16.eq(v53, vCR))),
          v128.or(i8x16.eq(v99, vLF), i8x16.eq(v99, vCR))))
      const x4 = i32x4.dot_i16x8_s(i16x8.add(i16x8.mul(v128.and(x, lowBytes), ten), i16x8.shr_u(x, 8)), hundreds)
      const y4 = i32x4.dot_i16x8_s(i16x8.add(i16x8.mul(v128.and(y, lowBytes), ten), i16x8.shr_u(y, 8)), hundreds)
      const z4 = i32x4.dot_i16x8_s(i16x8.add(i16x8.mul(v128.and(z, lowBytes), ten), i16x8.shr_u(z, 8)), hundreds)
      const sid = <u32>(i32x4.extract_lane(x4, 0) * 10000 + i32x4.extract_lane(x4, 1))
      const onid = <u32>(i32x4.extract_lane(x4, 2) * 10000 + i32x4.extract_lane(x4, 3))
      const tsid = <u32>(i32x4.extract_lane(y4, 0) * 10000 + i32x4.extract_lane(y4, 1))
      const symbolRate = <u32>(i32x4.extract_lane(y4, 2) * 10000 + i32x4.extract_lane(y4, 3))
      const frequency = <u32>(i32x4.extract_lane(z4, 0) * 10000 + i32x4.extract_lane(z4, 1))
      const angle = <u32>i32x4.extract_lane(z4, 3)
      const polarisation = <u32>load<u8>(at, 42) - 0x30
      const fec = <u32>load<u8>(at, 74) - 0x30
      const crypto = load<u32>(at, 111)
      const type = load<u8>(at, 28)
      const system = load<u32>(at, 29)
      const systemDigit = system >> 24
      // One flag for all checks: zero means a good record.
      const wrong = <u32>v128.any_true(odd)
        | (<u32>load<u8>(at, 33) ^ 0x30)
        | <u32>(polarisation > 3)
        | <u32>(fec > 7) | (~(0b10101111 >> (fec & 7)) & 1)
        | <u32>(frequency - 1_000_000 > 12_000_000)
        | <u32>(symbolRate - 1000 > 59_000)
        | <u32>(max(sid, max(onid, tsid)) > 65535)
        | <u32>(angle > 3599)
        | <u32>(load<u64>(at, 75) != FILL8) | <u32>(load<u32>(at, 83) != FILL4)
        | (<u32>load<u8>(at, 105) ^ 0x5f)
        | <u32>(crypto != FILL4 && crypto != LOCKED)
        | <u32>((system & 0xffffff) != MPG) | <u32>(systemDigit != 0x32 && systemDigit != 0x34 && systemDigit != 0x31)
        | <u32>(type != 0x54 && type != 0x52)
      const stop = at + COLUMNS + tail
      if (!wrong && stop < end) {
        let satellite = knownSatellite
        if (
          angle != knownAngle || knownSatelliteAt == 0
          || v128.any_true(v128.xor(v128.load(at, 10), v128.load(knownSatelliteAt)))
          || load<u16>(at, 26) != load<u16>(knownSatelliteAt, 16)
        ) {
          satellite = hasBreak(at + 10, 18) ? NONE : findSatellite(at + 10, trimmed(at + 10, 18), angle)
          knownSatellite = satellite
          knownSatelliteAt = satellite == NONE ? 0 : at + 10
          knownAngle = angle
        }
        if (satellite != NONE) {
          const terminator: u32 = load<u8>(stop) == LF ? 1 : load<u8>(stop, 1) == LF && stop + 1 < end ? 3 : 2
          store<u32>(row, <u32>at, ROW_START)
          store<u32>(row, <u32>(COLUMNS + tail), ROW_LENGTH)
          store<u32>(row, frequency, ROW_FREQUENCY)
          store<u32>(row, symbolRate, ROW_SYMBOL_RATE)
          store<u32>(row, satellite, ROW_SATELLITE)
          // 0 V, 1 H, 2 L, 3 R in the file; 1 H, 2 V, 3 L, 4 R here. FEC 0 is "auto", n is (n)/(n+1) with code n + 1.
          store<u32>(row,
            (polarisation < 2 ? 2 - polarisation : polarisation + 1)
            | ((fec + 1) << 8)
            | (<u32>(type == 0x52) << 16)
            | (terminator << 24), ROW_POLARISATION)
          store<u32>(row, sid, ROW_SID)
          store<u32>(row, onid, ROW_ONID)
          store<u32>(row, tsid, ROW_TSID)
          store<u32>(row, <u32>at + 43, ROW_NAME)
          store<u32>(row, 8 | (72 << 16), ROW_NAME_LENGTH)
          const high = (<u32>i8x16.bitmask(v43) & 0xff)
            | ((<u32>i8x16.bitmask(v115) | (<u32>i8x16.bitmask(v131) << 16)) & ((1 << name2) - 1))
            | <u32>(load<u8>(at, 43) < 0x20)
          const flags = <u32>(crypto == LOCKED) | (high ? FLAG_NAME_ODD : 0)
          store<u32>(row, name2 | (flags << 16), ROW_NAME2_LENGTH)
          store<u64>(row, 0, ROW_FAVOURITES)
          store<u32>(row, 0, ROW_SOURCE_FAVOURITES)
          store<u32>(row, angle, ROW_ANGLE)
          store<u32>(row, 18 | (10 << 16), ROW_SATELLITE_LENGTH)
          findTransponder(row, lastRow)
          if (newHead) chainSatellite(row)
          lastRow = row
          row += ROW_BYTES
          count++
          at = stop + 1 + <usize>(terminator == 3)
          if (count > MAX_RECORDS) { setRows(first, count); return TOO_MANY_RECORDS }
          continue
        }
      }
    }
    // ---- Careful path ----
    if (load<u8>(at) == 0) { setTrailer(at); break }
    if (!isMagic(at)) {
      const next = endOfGarbage(at)
      if (count) setGap(row - ROW_BYTES)
      else if (next >= end) break
      at = next
      continue
    }
    setSlowRecords(slowRecords + 1)
    memory.fill(row, 0, ROW_BYTES)
    at = examine(at, row, count + 1)
    if (load<u16>(row, ROW_FLAGS) & FLAG_CUT) cutRecords++
    const step = <usize>load<u16>(row, ROW_SATELLITE_STEP)
    const name = <usize>load<u32>(row, ROW_START) + step
    const nameLength = step ? trimmed(name, load<u16>(row, ROW_SATELLITE_LENGTH)) : 0
    const angle = load<u32>(row, ROW_ANGLE)
    store<u32>(row, nameLength || angle != NONE ? findSatellite(name, nameLength, angle) : NONE, ROW_SATELLITE)
    if (load<u32>(row, ROW_FREQUENCY) != NONE || load<u32>(row, ROW_SYMBOL_RATE) != NONE || load<u8>(row, ROW_POLARISATION)) {
      findTransponder(row, lastRow)
      lastRow = row
    } else store<u32>(row, NONE, ROW_TRANSPONDER)
    if (newHead) chainSatellite(row)
    row += ROW_BYTES
    count++
    if (count > MAX_RECORDS) { setRows(first, count); return TOO_MANY_RECORDS }
  }
  setRows(first, count)
  if (count) {
    // Bytes after the last record stay at the file's end.
    const last = row - ROW_BYTES
    const after = recordEnd(last)
    if (after < trailer) setTrailer(after)
    store<u16>(last, <u16>(load<u16>(last, ROW_FLAGS) & ~FLAG_GAP), ROW_FLAGS)
  }
  allocate(row - first)
  buildTables()
  return count
}

/** The byte after a record and its terminator. */
@inline
export function recordEnd(row: usize): usize {
  const terminator = load<u8>(row, ROW_TERMINATOR)
  return <usize>load<u32>(row, ROW_START) + load<u32>(row, ROW_LENGTH) + (terminator == 3 ? 2 : terminator ? 1 : 0)
}

function setGap(row: usize): void { store<u16>(row, <u16>(load<u16>(row, ROW_FLAGS) | FLAG_GAP), ROW_FLAGS) }

/** Garbage extends to the end of its line, or to the next record on the same line. */
function endOfGarbage(at: usize): usize {
  const end = sourceEnd
  if (isBreak(at)) return at + (load<u8>(at) == CR && load<u8>(at, 1) == LF ? 2 : 1)
  for (at++; at < end; at++) {
    if (isBreak(at)) return at + (load<u8>(at) == CR && load<u8>(at, 1) == LF ? 2 : 1)
    if (isResync(at)) return at
  }
  return end
}

@inline
function isBreak(at: usize): bool { const byte = load<u8>(at); return byte == LF || byte == CR }

function hasBreak(at: usize, length: usize): bool {
  for (let i: usize = 0; i < length; i++) if (isBreak(at + i)) return true
  return false
}

/** The length without the padding that makers use: spaces, underscores, NULs. */
export function trimmed(at: usize, length: u32): u32 {
  while (length) {
    const byte = load<u8>(at + length - 1)
    if (byte != SPACE && byte != FILL && byte != 0) break
    length--
  }
  return length
}

function pidIsGood(at: usize): bool {
  const word = load<u32>(at)
  if (word == FILL4) return true
  let value: u32 = 0
  for (let i: usize = 0; i < 4; i++) {
    const digit = <u32>load<u8>(at + i) - 0x30
    if (digit > 9) return false
    value = value * 10 + digit
  }
  return value <= 8191
}

/** Where a new satellite must be chained, and its next entry; 0 if there is none. */
let newHead: usize = 0
let newNext: u32 = 0

/**
 * Returns the index of a satellite by name and angle, or a new one; then its first row must be chained once it is
 * complete. The hash is keyed by the host's random words.
 */
function findSatellite(name: usize, length: u32, angle: u32): u32 {
  let hash: u64 = seed ^ angle
  for (let i: u32 = 0; i < length; i++) { hash = (hash ^ load<u8>(name + i)) * 0x9e3779b97f4a7c15 + seed; hash ^= hash >> 29 }
  const head = satelliteHeads + (<usize>((hash * seed) >> 52) << 2)
  for (let link = load<u32>(head); link; ) {
    const other = <usize>link
    if (load<u32>(other, ROW_ANGLE) == angle) {
      const otherName = <usize>load<u32>(other, ROW_START) + load<u16>(other, ROW_SATELLITE_STEP)
      const otherLength = load<u16>(other, ROW_SATELLITE_STEP) ? trimmed(otherName, load<u16>(other, ROW_SATELLITE_LENGTH)) : 0
      if (otherLength == length && memory.compare(otherName, name, length) == 0) return load<u32>(other, ROW_SATELLITE)
    }
    link = load<u32>(other, ROW_SATELLITE_CHAIN)
  }
  newHead = head
  newNext = load<u32>(head)
  return satelliteTotal++
}

function chainSatellite(row: usize): void {
  store<u32>(row, newNext, ROW_SATELLITE_CHAIN)
  store<u32>(newHead, <u32>row)
  newHead = 0
}

/**
 * A mask of what identifies a transponder besides frequency and symbol rate: satellite, polarisation, FEC, but not the
 * type and terminator after them.
 */
const TRANSPONDER_REST: u64 = 0x0000ffffffffffff

/** Fills in the row's transponder. The previous row is tried first, because lists are grouped by transponder. */
@inline
function findTransponder(row: usize, before: usize): void {
  const carrier = load<u64>(row, ROW_FREQUENCY)
  const rest = load<u64>(row, ROW_SATELLITE) & TRANSPONDER_REST
  if (before && load<u64>(before, ROW_FREQUENCY) == carrier && (load<u64>(before, ROW_SATELLITE) & TRANSPONDER_REST) == rest) {
    store<u32>(row, load<u32>(before, ROW_TRANSPONDER), ROW_TRANSPONDER)
  } else lookUpTransponder(row, carrier, rest)
}

function lookUpTransponder(row: usize, carrier: u64, rest: u64): void {
  let hash = (carrier ^ seed) * 0x9e3779b97f4a7c15
  hash = (hash ^ (hash >> 31) ^ rest) * seed
  hash ^= hash >> 29
  const head = transponderHeads + (<usize>((hash * 0xbf58476d1ce4e5b9) >> transponderShift) << 2)
  for (let link = load<u32>(head); link; ) {
    const other = <usize>link
    if (load<u64>(other, ROW_FREQUENCY) == carrier && (load<u64>(other, ROW_SATELLITE) & TRANSPONDER_REST) == rest) {
      store<u32>(row, load<u32>(other, ROW_TRANSPONDER), ROW_TRANSPONDER)
      return
    }
    link = load<u32>(other, ROW_TRANSPONDER_CHAIN)
  }
  store<u32>(row, load<u32>(head), ROW_TRANSPONDER_CHAIN)
  store<u32>(head, <u32>row)
  store<u32>(row, transponderTotal++, ROW_TRANSPONDER)
}

/**
 * Builds the tables from the first row of each satellite and transponder, and clears the chains that used their
 * columns.
 */
function buildTables(): void {
  const satelliteTable = allocate(<usize>satelliteTotal * SATELLITE_BYTES)
  const transponderTable = allocate(<usize>transponderTotal * TRANSPONDER_BYTES)
  memory.fill(satelliteTable, 0, <usize>satelliteTotal * SATELLITE_BYTES)
  memory.fill(transponderTable, 0, <usize>transponderTotal * TRANSPONDER_BYTES)
  let satellite: u32 = 0
  let transponder: u32 = 0
  for (let id: u32 = 0, row = rows; id < rowCount; id++, row += ROW_BYTES) {
    if (load<u32>(row, ROW_SATELLITE) == satellite) {
      const at = satelliteTable + <usize>satellite * SATELLITE_BYTES
      const step = <u32>load<u16>(row, ROW_SATELLITE_STEP)
      const name = load<u32>(row, ROW_START) + step
      store<u32>(at, name, SATELLITE_NAME)
      store<u32>(at, step ? trimmed(name, load<u16>(row, ROW_SATELLITE_LENGTH)) : 0, SATELLITE_NAME_LENGTH)
      store<u32>(at, load<u32>(row, ROW_ANGLE), SATELLITE_ANGLE)
      store<u32>(at, satellite, SATELLITE_NUMBER)
      store<u32>(row, 0, ROW_SATELLITE_CHAIN)
      satellite++
    }
    if (load<u32>(row, ROW_TRANSPONDER) == transponder) {
      const at = transponderTable + <usize>transponder * TRANSPONDER_BYTES
      store<u32>(at, load<u32>(row, ROW_SATELLITE), TRANSPONDER_SATELLITE)
      store<u32>(at, load<u32>(row, ROW_FREQUENCY), TRANSPONDER_FREQUENCY)
      store<u32>(at, load<u32>(row, ROW_SYMBOL_RATE), TRANSPONDER_SYMBOL_RATE)
      store<u8>(at, load<u8>(row, ROW_POLARISATION), TRANSPONDER_POLARISATION)
      store<u8>(at, load<u8>(row, ROW_FEC), TRANSPONDER_FEC)
      store<u32>(at, transponder, TRANSPONDER_NUMBER)
      store<u32>(row, 0, ROW_TRANSPONDER_CHAIN)
      transponder++
    }
  }
  setSatellites(satelliteTable, satelliteTotal)
  setTransponders(transponderTable, transponderTotal)
}

// ---- The careful path ----

const ABSENT: i32 = -1
const INVALID: i32 = -2

/** The record under examination: its start, its number, the number of its columns, and how columns map to bytes. */
let recordAt: usize = 0
let recordNumber: u32 = 0
let columns: u32 = 0
let image: usize = 0
let byCharacters: bool = false
let shift: u32 = 0
let recordProblem: bool = false

/** The byte of a column within the record. */
function byteOf(column: u32): u32 {
  if (byCharacters) return load<u32>(MAP + (<usize>column << 2))
  return column < 28 ? column : column + shift
}

/** The address of a column's characters, one byte each. */
@inline
function cell(column: u32): usize { return byCharacters ? image + column : recordAt + byteOf(column) }

function note(code: u32, column: u32, width: u32): void {
  recordProblem = true
  if (!collecting) return
  const from = byteOf(column)
  const to = width ? byteOf(column + width - 1) + 1 : from
  problem(code, recordNumber, <u32>(recordAt - source) + from, recordAt + from, to - from)
}

/** Reads a numeric column: its value, ABSENT for fill, INVALID for anything else. At most nine digits, so it fits. */
function numberAt(at: usize, width: u32): i32 {
  const first = load<u8>(at)
  if (first == FILL || first == SPACE) {
    for (let i: u32 = 1; i < width; i++) if (load<u8>(at + i) != first) return INVALID
    return ABSENT
  }
  let value: i32 = 0
  for (let i: u32 = 0; i < width; i++) {
    const digit = <u32>load<u8>(at + i) - 0x30
    if (digit > 9) return INVALID
    value = value * 10 + digit
  }
  return value
}

/** Reads a numeric column with an upper limit; beyond it, or if it can't be read, reports the problem `code`. */
function readNumber(column: u32, width: u32, most: i32, code: u32): i32 {
  if (column + width > columns) return ABSENT
  const value = numberAt(cell(column), width)
  if (value == INVALID || value > most) { note(code, column, width); return INVALID }
  return value
}

/**
 * True if frequency, position and symbol rate are in their columns, counted from `at` (shifted by `by` from column 28
 * on).
 */
function looksRight(at: usize, by: u32): bool {
  return numberAt(at + 51 + by, 4) != INVALID && numberAt(at + 33 + by, 9) != INVALID && numberAt(at + 69 + by, 5) != INVALID
}

/** The length of the well-formed UTF-8 character at `at`; 1 for any other byte. */
export function characterBytes(at: usize, end: usize): u32 {
  const lead = load<u8>(at)
  if (lead < 0xc2 || lead > 0xf4) return 1
  const more: u32 = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3
  if (at + more >= end) return 1
  for (let i: u32 = 1; i <= more; i++) if ((load<u8>(at + i) & 0xc0) != 0x80) return 1
  const second = load<u8>(at, 1)
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f) || (lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return 1
  return more + 1
}

/** True if every byte above 0x7F from `at` on belongs to UTF-8, and there is at least one. */
function isUtf8(at: usize, end: usize): bool {
  let found = false
  while (at < end) {
    const bytes = characterBytes(at, end)
    if (bytes == 1 && load<u8>(at) > 0x7f) return false
    if (bytes > 1) found = true
    at += bytes
  }
  return found
}

/** Lays the record out by characters, counted from byte `from` on; returns how many there are. */
function layOut(at: usize, end: usize, from: u32): u32 {
  let count: u32 = 0
  let p = at
  while (p < end) {
    const bytes = p - at < from ? 1 : characterBytes(p, end)
    if (count < MAPPED) {
      store<u8>(IMAGE + count, bytes == 1 ? load<u8>(p) : 0x3f)
      store<u32>(MAP + (<usize>count << 2), <u32>(p - at))
    }
    count++
    p += bytes
  }
  if (count < MAPPED) store<u32>(MAP + (<usize>count << 2), <u32>(p - at))
  return count
}

let foundTerminator: u32 = 0

/** Returns where the record at `at` ends; its terminator is stored in `foundTerminator`. */
function endOfRecord(at: usize): usize {
  const end = sourceEnd
  let resync: usize = 0
  let p = at + 7
  foundTerminator = 0
  while (p < end) {
    const byte = load<u8>(p)
    if (byte == LF || byte == CR) break
    // A terminator within a record's usual length takes precedence over a magic inside the record: a name may contain
    // anything.
    if (resync && p - at > 132) return resync
    if (!resync && (byte | 0x20) == 0x73 && isResync(p)) resync = p
    p++
  }
  if (p > end) p = end
  if (resync && (p >= end || p - at > 132 || p - at < COLUMNS)) return resync
  if (p < end) foundTerminator = load<u8>(p) == LF ? 1 : load<u8>(p, 1) == LF && p + 1 < end ? 3 : 2
  else {
    // The file ends here without a terminator: NULs and spaces after the columns are its trailer, not part of this
    // record.
    const version = <u32>load<u16>(at, 8)
    const grid: u32 = version == V10 ? LONGEST : version == V05 ? 132 : version == V04 ? 131 : 127
    let last = p
    while (last > at + grid && (load<u8>(last - 1) == 0 || load<u8>(last - 1) == SPACE)) last--
    while (last < p && load<u8>(last) != 0) last++
    if (last < p) return last
  }
  return p
}

/** The length in bytes (or characters) of the name's second part in a record of `length`. */
function secondPart(length: u32, version: u32, at127: u8): u32 {
  if (length <= COLUMNS) return 0
  if (version == V10) return min<u32>(length - COLUMNS, 56)
  if (length <= 127) return length - COLUMNS
  if (length >= 132) return 17
  if (length == 131 && version == V04) return 12
  return length == 128 || (at127 >= SPACE && at127 != 0x7f) ? 13 : 12
}

/**
 * Carefully reads one record into `row` (all zeros before) and returns where the next begins. The caller sets the
 * satellite and transponder indexes.
 */
function examine(at: usize, row: usize, number: u32): usize {
  const stop = endOfRecord(at)
  const length = <u32>(stop - at)
  const terminator = foundTerminator
  recordAt = at
  recordNumber = number
  columns = length
  image = at
  byCharacters = false
  shift = 0
  recordProblem = false
  const version: u32 = length >= 10 ? <u32>load<u16>(at, 8) : 0

  let layout: u32 = 0
  if (length >= COLUMNS) {
    if (version == V10 && isUtf8(at + 10, stop)) {
      const characters = layOut(at, stop, 10)
      if (characters >= COLUMNS && looksRight(IMAGE, 0)) { byCharacters = true; image = IMAGE; columns = characters }
    } else if (!looksRight(at, 0)) {
      for (let from: u32 = 43; ; from = 10) {
        const characters = layOut(at, stop, from)
        if (characters >= COLUMNS && characters < length && looksRight(IMAGE, 0)) {
          byCharacters = true; image = IMAGE; columns = characters
          layout = Problem.columnsShifted
          break
        }
        if (from == 10) break
      }
      for (let by: u32 = 1; !byCharacters && by <= FURTHEST_SHIFT && length >= COLUMNS + by; by++) {
        const system = at + 29 + by
        const digit = load<u8>(system, 3)
        if ((load<u32>(system) & 0xffffff) != MPG || (digit != 0x31 && digit != 0x32 && digit != 0x34)) continue
        if (typeOf(load<u8>(system - 1)) < 0 || !looksRight(at, by)) continue
        shift = by
        columns = length - by
        layout = Problem.columnsRealigned
        break
      }
    } else if (length > 128 && length != 132 && version != V04 && isUtf8(at + COLUMNS, stop)) {
      // Only the name's second part was widened, unless the length is a variant's own.
      const characters = layOut(at, stop, COLUMNS)
      if (characters == 127 || (characters == 132 && version == V05)) {
        byCharacters = true; image = IMAGE; columns = characters
        layout = Problem.columnsShifted
      }
    }
  }
  if (columns > MAPPED - 1 && byCharacters) columns = MAPPED - 1

  let flags: u32 = 0
  if (columns < COLUMNS) { flags |= FLAG_CUT; note(Problem.recordCut, 0, 0) }
  if (load<u32>(at) != 0x43544153 || (load<u32>(at, 4) & 0xffffff) != 0x58444f) note(Problem.magicCase, 0, 7)
  if (columns > 7 && load<u8>(at, 7) != 0x31) note(Problem.page, 7, 1)
  if (columns >= 10 && version != V03 && version != V04 && version != V05 && version != V10) note(Problem.version, 8, 2)
  if (layout == Problem.columnsShifted) note(layout, 43, 8)
  if (layout == Problem.columnsRealigned) note(layout, 10, 18)

  store<u32>(row, <u32>at, ROW_START)
  store<u32>(row, length, ROW_LENGTH)
  store<u8>(row, <u8>terminator, ROW_TERMINATOR)
  if (columns >= 28) {
    store<u16>(row, 10, ROW_SATELLITE_STEP)
    const bytes = byteOf(27) + 1 + shift - 10
    store<u16>(row, <u16>(byCharacters ? byteOf(28) - 10 : bytes), ROW_SATELLITE_LENGTH)
    if (shift && countCharacters(at + 10, trimmed(at + 10, bytes)) > 20) note(Problem.satelliteNameTooLong, 10, 18)
  }

  let type: i32 = -1
  if (columns > 28) {
    type = typeOf(load<u8>(cell(28)))
    if (type < 0) note(Problem.type, 28, 1)
  }
  store<u8>(row, <u8>(type < 0 ? TYPE_OTHER : type), ROW_TYPE)
  const isService = type == TYPE_TV || type == TYPE_RADIO
  if (columns >= 33 && !isSystem(cell(29))) note(Problem.system, 29, 4)

  const frequency = readNumber(33, 9, 999_999_999, Problem.frequencyInvalid)
  if (frequency == 0) note(Problem.frequencyInvalid, 33, 9)
  else if (frequency > 0 && (frequency < 1_000_000 || frequency > 13_000_000)) note(Problem.frequencyRange, 33, 9)
  else if (frequency == ABSENT && isService && columns >= 42) note(Problem.frequencyAbsent, 33, 9)
  store<u32>(row, frequency > 0 ? <u32>frequency : NONE, ROW_FREQUENCY)

  if (columns > 42) {
    const letter = load<u8>(cell(42))
    if (letter >= 0x30 && letter <= 0x33) {
      const code = <u32>letter - 0x30
      store<u8>(row, <u8>(code < 2 ? 2 - code : code + 1), ROW_POLARISATION)
    } else if (letter != FILL && letter != SPACE) note(Problem.polarisationInvalid, 42, 1)
    else if (isService) note(Problem.polarisationAbsent, 42, 1)
  }

  const angle = readNumber(51, 4, 3599, Problem.angleInvalid)
  if (angle == ABSENT && isService && columns >= 55) note(Problem.angleAbsent, 51, 4)
  store<u32>(row, angle >= 0 ? <u32>angle : NONE, ROW_ANGLE)

  const symbolRate = readNumber(69, 5, 99_999, Problem.symbolRateInvalid)
  if (symbolRate >= 0 && (symbolRate < 1000 || symbolRate > 60_000)) note(Problem.symbolRateRange, 69, 5)
  else if (symbolRate == ABSENT && isService && columns >= 74) note(Problem.symbolRateAbsent, 69, 5)
  store<u32>(row, symbolRate >= 0 ? <u32>symbolRate : NONE, ROW_SYMBOL_RATE)

  if (columns > 74) {
    const letter = load<u8>(cell(74))
    const code = <u32>letter - 0x30
    if (code <= 7 && (0b10101111 >> code) & 1) store<u8>(row, <u8>(code + 1), ROW_FEC)
    else if (letter != FILL && letter != SPACE) note(Problem.fecInvalid, 74, 1)
  }
  readNumber(75, 4, 8191, Problem.videoPidInvalid)
  readNumber(79, 4, 8191, Problem.audioPidInvalid)
  readNumber(83, 4, 8191, Problem.pcrPidInvalid)
  const sid = readNumber(87, 5, 65535, Problem.sidInvalid)
  if (sid == ABSENT && isService && columns >= 92) note(Problem.sidAbsent, 87, 5)
  const onid = readNumber(92, 5, 65535, Problem.onidInvalid)
  const tsid = readNumber(97, 5, 65535, Problem.tsidInvalid)
  store<u32>(row, sid >= 0 ? <u32>sid : NONE, ROW_SID)
  store<u32>(row, onid >= 0 ? <u32>onid : NONE, ROW_ONID)
  store<u32>(row, tsid >= 0 ? <u32>tsid : NONE, ROW_TSID)
  if (columns > 105 && load<u8>(cell(105)) != FILL) note(Problem.constant, 105, 1)
  if (columns >= COLUMNS) {
    const crypto = cell(111)
    if (load<u32>(crypto) == FILL4) {}
    else if (load<u32>(crypto) == 0x20202020 || load<u32>(crypto) == 0) flags |= FLAG_SCRAMBLED_UNKNOWN
    else flags |= FLAG_SCRAMBLED
  } else flags |= FLAG_SCRAMBLED_UNKNOWN
  if (version == V04 && columns >= 131) readNumber(127, 4, 8191, Problem.pmtPidInvalid)

  if (columns >= 51) {
    const first = byteOf(43)
    const firstBytes = byCharacters ? byteOf(51) - first : 8
    const second: u32 = columns < COLUMNS ? 0 : secondPart(columns, version, load<u8>(cell(min<u32>(127, columns - 1))))
    const secondAt = second ? byteOf(COLUMNS) : first + firstBytes
    const secondBytes = second ? (byCharacters ? byteOf(COLUMNS + second) - secondAt : second) : 0
    store<u32>(row, <u32>at + first, ROW_NAME)
    store<u16>(row, <u16>firstBytes, ROW_NAME_LENGTH)
    store<u16>(row, <u16>(secondAt - first), ROW_NAME2_STEP)
    store<u16>(row, <u16>secondBytes, ROW_NAME2_LENGTH)
    let odd = load<u8>(at + first) < 0x20
    for (let i: u32 = 0; i < firstBytes; i++) if (load<u8>(at + first + i) > 0x7f) odd = true
    for (let i: u32 = 0; i < secondBytes; i++) if (load<u8>(at + secondAt + i) > 0x7f) odd = true
    if (odd) flags |= FLAG_NAME_ODD
    if (second > 42 && countCharacters(at + secondAt, trimmed(at + secondAt, secondBytes)) > 42) note(Problem.nameTooLong, 43, 8)
  } else store<u32>(row, <u32>at, ROW_NAME)
  if (byCharacters) flags |= FLAG_BY_CHARACTERS
  if (recordProblem) flags |= FLAG_PROBLEM
  store<u16>(row, <u16>flags, ROW_FLAGS)
  return stop + (terminator == 3 ? 2 : terminator ? 1 : 0)
}

/** Counts the characters of a text: its code points if it is UTF-8, else its bytes. */
function countCharacters(at: usize, length: u32): u32 {
  let count: u32 = 0
  const end = at + length
  while (at < end) { at += characterBytes(at, end); count++ }
  return count
}

function typeOf(letter: u8): i32 {
  const upper = letter & 0xdf
  if (upper == 0x54) return TYPE_TV
  if (upper == 0x52) return TYPE_RADIO
  if (upper == 0x44) return TYPE_DATA
  return letter == FILL ? TYPE_OTHER : -1
}

/** The systems named in SatcoDX files, digital and analogue; four bytes each. */
const SYSTEMS = memory.data<u8>([
  0x4d, 0x50, 0x47, 0x31, 0x4d, 0x50, 0x47, 0x32, 0x4d, 0x50, 0x47, 0x34, 0x50, 0x41, 0x4c, 0x5f, 0x53, 0x45, 0x43, 0x4d,
  0x4e, 0x54, 0x53, 0x43, 0x42, 0x4d, 0x41, 0x43, 0x44, 0x32, 0x4d, 0x43, 0x41, 0x44, 0x52, 0x5f, 0x44, 0x49, 0x43, 0x31,
  0x44, 0x49, 0x43, 0x32, 0x49, 0x53, 0x44, 0x42, 0x4d, 0x50, 0x31, 0x35, 0x4d, 0x55, 0x53, 0x45, 0x34, 0x32, 0x32, 0x5f,
  0x5f, 0x5f, 0x5f, 0x5f, 0x20, 0x20, 0x20, 0x20,
])
const SYSTEM_COUNT: u32 = 17

function isSystem(at: usize): bool {
  const word = load<u32>(at)
  for (let i: u32 = 0; i < SYSTEM_COUNT; i++) if (load<u32>(SYSTEMS + (<usize>i << 2)) == word) return true
  return false
}

// ---- Problems, collected on request after reading ----

const DUMMY = memory.data(72)

/** Reports lines between two positions that belong to no record; `quiet` skips blank ones (at a file's end). */
function noteGarbage(from: usize, to: usize, quiet: bool): void {
  while (from < to && (!quiet || load<u8>(from) != 0)) {
    const next = min(endOfGarbage(from), to)
    let last = next
    while (last > from && isBreak(last - 1)) last--
    let blank = true
    for (let p = from; p < last; p++) { const byte = load<u8>(p); if (byte != SPACE && byte != 9 && byte != 26 && byte != 0) blank = false }
    if (!blank) problem(Problem.garbageLine, 0, <u32>(from - source), from, <u32>(last - from))
    else if (!quiet) problem(Problem.blankLine, 0, <u32>(from - source), from, 0)
    from = next
  }
}

/** Examines everything that was marked during reading, and records the problems in the file's order. */
export function collectSatcodxProblems(): void {
  let at = source
  if ((load<u32>(at) & 0xffffff) == 0xbfbbef) { problem(Problem.bom, 0, 0, at, 0); at += 3 }
  if (rowCount) noteGarbage(at, load<u32>(rowOf(0), ROW_START), false)
  for (let id: u32 = 0; id < rowCount; id++) {
    const row = rowOf(id)
    const flags = <u32>load<u16>(row, ROW_FLAGS)
    if (flags & FLAG_PROBLEM) { memory.fill(DUMMY, 0, 72); examine(load<u32>(row, ROW_START), DUMMY, id + 1) }
    if (flags & FLAG_GAP) noteGarbage(recordEnd(row), load<u32>(rowOf(id + 1), ROW_START), false)
  }
  noteGarbage(trailer, sourceEnd, true)
}
