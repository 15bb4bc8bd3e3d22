/**
 * Reads a CHMax `.chl`: a sequence of JSON objects. The position of every object is recorded, so that the writer can
 * reproduce its bytes. Satellites, transponders and channels become the model's rows; favourite arrays are resolved to
 * channels. Oddities are reported, never refused; a broken object keeps its bytes and does not hide its neighbours.
 */
import {
  DIALECT_CHL, FEC_AUTO, FEC_NONE, FEC_OTHER, FLAG_PROBLEM, FLAG_SCRAMBLED, FLAG_SCRAMBLED_UNKNOWN, FLAG_SOURCE_LOCK, FLAG_SOURCE_SKIP,
  MAX_RECORDS, NONE, ROW_ANGLE, ROW_BYTES, ROW_FEC, ROW_FLAGS, ROW_FREQUENCY, ROW_LENGTH, ROW_NAME, ROW_NAME_LENGTH, ROW_ONID,
  ROW_POLARISATION, ROW_SATELLITE, ROW_SID, ROW_SOURCE_FAVOURITES, ROW_START, ROW_SYMBOL_RATE, ROW_TRANSPONDER, ROW_TSID, ROW_TYPE,
  SATELLITE_ANGLE, SATELLITE_AT, SATELLITE_BAND, SATELLITE_BYTES, SATELLITE_NAME, SATELLITE_NAME_LENGTH, SATELLITE_NUMBER, TRANSPONDER_AT,
  TRANSPONDER_BYTES, TRANSPONDER_FEC, TRANSPONDER_FREQUENCY, TRANSPONDER_NUMBER, TRANSPONDER_POLARISATION, TRANSPONDER_SATELLITE,
  TRANSPONDER_SYMBOL_RATE, TYPE_DATA, TYPE_OTHER, TYPE_RADIO, TYPE_TV, allocate, arenaTop, reach, rowCount, rowOf, satelliteAt,
  satelliteCount, seed, setDialect, setFlags, setRows, setSatellites, setSourceEncoding, setTrailer, setTransponders, source, sourceEnd,
  transponderAt, transponderCount,
} from '../model'
import { Problem, problem } from '../report'
import { UTF8, decodeName } from '../text/charset'
import {
  ARRAY, CLOSED, NULL, STRING, TRUE, clearReached, cursor, isSpace, nextPair, openObject, pack, pairKey, reached, readValue, skipSpace,
  state, thousandths, valueAt, valueEnd, valueKind,
} from './json'

/** The value of a channel's own `Index`, in columns that otherwise only SatcoDX rows use. */
export const ROW_INDEX: usize = 68

// ---- Objects in file order: start, end, kind, number (row, satellite, transponder, group) ----
export const OBJECT_BYTES: usize = 16
export const KIND_OPAQUE: u32 = 0
export const KIND_INDEX: u32 = 1
export const KIND_FAV: u32 = 2
export const KIND_SAT: u32 = 3
export const KIND_TP: u32 = 4
export const KIND_CH: u32 = 5
/** A truncated object, unless it was a channel. */
export const KIND_BROKEN: u32 = 6
export const KIND_BROKEN_CH: u32 = 7
/** More objects than any list of the allowed size needs; this bounds their table. */
const MAX_OBJECTS: u32 = 400_000
/** The limit for each kind other than channels: a box has no use for more. */
const MAX_TABLE: u32 = 65_536

export let objects: usize = 0
export let objectCount: u32 = 0
/** The number of truncated channel objects. */
export let brokenChannels: u32 = 0
/** Where the first of them starts in the file. */
export let firstBroken: u32 = 0

// ---- Favourite groups: object's number, first element, elements of TV, of radio, name, its length ----
export const GROUP_BYTES: usize = 24
export const GROUP_FIRST: usize = 4
export const GROUP_TV: usize = 8
export const GROUP_RADIO: usize = 12
export const GROUP_NAME: usize = 16
export const GROUP_NAME_LENGTH: usize = 20
/** The number of bits in the model's favourites. */
export const MAX_GROUPS: u32 = 32
export let groups: usize = 0
export let groupCount: u32 = 0

// ---- Elements of favourite arrays: start, end, the channel referred to or NONE, 1 for the "TP-SID" form ----
export const ELEMENT_BYTES: usize = 16
export let elements: usize = 0
/** The form of most elements in the file: 0 integers, 1 "TP-SID". */
export let favouriteForm: u32 = 0

// ---- Values of the object that `scan` read last ----
export namespace Key {
  export const type: u32 = 0
  export const tvType: u32 = 1
  export const index: u32 = 2
  export const tpIndex: u32 = 3
  export const sid: u32 = 4
  export const name: u32 = 5
  export const ca: u32 = 6
  export const lock: u32 = 7
  export const skip: u32 = 8
  export const satIndex: u32 = 9
  export const freq: u32 = 10
  export const symbolRate: u32 = 11
  export const pol: u32 = 12
  export const fec: u32 = 13
  export const angle: u32 = 14
  export const band: u32 = 15
  export const tvChs: u32 = 16
  export const radioChs: u32 = 17
  export const chTv: u32 = 18
  export const chRadio: u32 = 19
  export const fav: u32 = 20
  export const sat: u32 = 21
  export const tp: u32 = 22
  export const onid: u32 = 23
  export const tsid: u32 = 24
}
const KEYS: u32 = 25
/** The keys in the order of `Key`, packed in lower case. */
// prettier-ignore
const KEY_WORDS = memory.data<u64>([
  0x65707974, 0x657079747674, 0x7865646e69, 0x7865646e697074, 0x646973, 0x656d616e, 0x6163, 0x6b636f6c, 0x70696b73, 0x7865646e69746173, 0x71657266, 0x7273, 0x6c6f70, 0x636566, 0x656c676e61, 0x646e6162, 0x7368637674, 0x7368636f69646172, 0x76746863, 0x6f696461726863, 0x766166, 0x746173, 0x7074, 0x64696e6f, 0x64697374,
])
/** A perfect hash: the top six bits of a packed key times this factor index `Key`; 255 for none. */
const KEY_FACTOR: u64 = 0x976699cc6ed5d1bf
// prettier-ignore
const KEY_PLACES = memory.data<u8>([
  255, 255, 0, 1, 5, 20, 255, 19, 255, 18, 255, 4, 255, 16, 255, 255, 255, 13, 7, 14, 255, 255, 255, 255, 3, 255, 8, 6, 255, 255, 255, 22,
  255, 255, 255, 255, 21, 255, 12, 255, 24, 255, 23, 255, 11, 255, 255, 255, 255, 15, 255, 255, 255, 255, 9, 2, 255, 255, 255, 10, 255, 255, 17, 255,
])
/** Start, end and kind of each key's last value; kind 0 if the object lacks the key. */
const VALUES = memory.data(300)
/** Just past the last pair of the object that `scan` read. */
export let lastPairEnd: usize = 0
/** True when a key that the engine reads occurred twice. */
let doubled: bool = false

export function has(key: u32): bool { return load<u32>(VALUES + key * 12, 8) != 0 }
export function atOf(key: u32): usize { return load<u32>(VALUES + key * 12) }
export function endOf(key: u32): usize { return load<u32>(VALUES + key * 12, 4) }
export function kindOf(key: u32): u32 { return load<u32>(VALUES + key * 12, 8) }

/** Reads the object at `at` into VALUES. Returns its end, or 0 if it is truncated. */
export function scan(at: usize, end: usize): usize {
  memory.fill(VALUES, 0, 300)
  lastPairEnd = at + 1
  doubled = false
  openObject(at, end)
  while (nextPair()) {
    lastPairEnd = valueEnd
    const key: u32 = load<u8>(KEY_PLACES + <usize>((pairKey * KEY_FACTOR) >> 58))
    if (key >= KEYS || load<u64>(KEY_WORDS + (<usize>key << 3)) != pairKey) continue
    const slot = VALUES + key * 12
    if (load<u32>(slot, 8)) doubled = true
    store<u32>(slot, <u32>valueAt)
    store<u32>(slot, <u32>valueEnd, 4)
    store<u32>(slot, valueKind, 8)
  }
  return state == CLOSED ? cursor : 0
}

/** A key's whole number, or NONE. */
export function numberOf(key: u32): u32 {
  if (!has(key)) return NONE
  if (kindOf(key) == TRUE) return 1
  const value = thousandths(atOf(key), endOf(key), kindOf(key))
  if (value < 0 || value % 1000 || value / 1000 >= <i64>NONE) return NONE
  return <u32>(value / 1000)
}

/** A key's short text, packed in lower case. */
export function wordOf(key: u32): u64 {
  return kindOf(key) == STRING ? pack(atOf(key) + 1, endOf(key) - 1) : 0
}

// ---- A hash table from numbers to rows, rebuilt after the arena for each read ----
const SPACE_SAT: u64 = 1 << 60
const SPACE_TP: u64 = 2 << 60
const SPACE_INDEX: u64 = 4 << 60
const SPACE_PAIR: u64 = 8 << 60
const SPACE_RADIO: u64 = 1 << 60
let table: usize = 0
let tableMask: u32 = 0

function openTable(entries: u32): void {
  let size: u32 = 16
  while (size < entries * 2) size <<= 1
  table = arenaTop()
  tableMask = size - 1
  reach(table + (<usize>size << 4))
  memory.fill(table, 0, <usize>size << 4)
}

function slotOf(key: u64): usize {
  const mixed = (key ^ seed) * 0x9e3779b97f4a7c15
  let slot = <u32>((mixed ^ (mixed >> 29)) >> 20) & tableMask
  while (true) {
    const at = table + (<usize>slot << 4)
    const there = load<u64>(at)
    if (!there || there == key) return at
    slot = (slot + 1) & tableMask
  }
}

/** Keeps the first value of a key; returns false for a later one. */
function put(key: u64, value: u32): bool {
  const at = slotOf(key)
  if (load<u64>(at)) return false
  store<u64>(at, key)
  store<u32>(at, value, 8)
  return true
}

function find(key: u64): u32 {
  const at = slotOf(key)
  return load<u64>(at) ? load<u32>(at, 8) : NONE
}

function pairKeyOf(transponder: u32, sid: u32): u64 { return ((<u64>transponder & 0xfffffff) << 24) | (sid & 0xffffff) }

// ---- Findings ----
/** The row being read, NONE between channels. */
let current: u32 = NONE
/** False while problems are collected: rows are not written then, because they may hold edits. */
let filling: bool = false

function finding(code: u32, at: usize, end: usize): void {
  if (filling && current != NONE) setFlags(rowOf(current), FLAG_PROBLEM)
  problem(code, current == NONE ? 0 : current + 1, <u32>(at - source), at, <u32>(end - at))
}

function findingOf(code: u32, key: u32, object: usize): void {
  if (has(key)) finding(code, atOf(key), endOf(key))
  else finding(code, object, object)
}

/** The number of characters in UTF-8 bytes; an escape counts as one. */
function charactersOf(at: usize, end: usize): u32 {
  let count: u32 = 0
  for (; at < end; at++) {
    const byte: u32 = load<u8>(at)
    if (byte == 0x5c) { if (at + 1 < end && load<u8>(at, 1) == 0x75) at += 4; at++ }
    if ((byte & 0xc0) != 0x80) count++
  }
  return count
}

// ---- Pass one: where the objects are ----

/** Finds the next position from `at` that looks like a top-level object: a brace and a first key "Type". */
function resync(at: usize): usize {
  for (; at < sourceEnd; at++) {
    if (load<u8>(at) != 0x7b) continue
    const key = skipSpace(at + 1, sourceEnd)
    if (key + 6 <= sourceEnd && load<u8>(key) == 0x22 && load<u8>(key, 5) == 0x22 && pack(key + 1, key + 5) == 0x65707974) return at
  }
  return sourceEnd
}

function kindOfScanned(): u32 {
  switch (<u32>wordOf(Key.type)) {
    case 0x65646e69: return wordOf(Key.type) == 0x7865646e69 ? KIND_INDEX : KIND_OPAQUE
    case 0x766166: return KIND_FAV
    case 0x746173: return KIND_SAT
    case 0x7074: return KIND_TP
    case 0x6863: return KIND_CH
    default: return KIND_OPAQUE
  }
}

/**
 * Reads the file. Returns 1 when done, 0 if it contains nothing of a channel list, -1 if it has more channels or
 * objects than the engine supports.
 */
export function readChl(): i32 {
  setDialect(DIALECT_CHL)
  setSourceEncoding(UTF8, 1)
  objects = arenaTop()
  objectCount = 0
  brokenChannels = 0
  groupCount = 0
  favouriteForm = 0
  let channels: u32 = 0
  let sats: u32 = 0
  let tps: u32 = 0
  let favs: u32 = 0
  let known: u32 = 0
  let wasted: usize = 0
  let at = source
  while (at < sourceEnd) {
    while (at < sourceEnd && load<u8>(at) != 0x7b) at++
    if (at >= sourceEnd) break
    if (objectCount == MAX_OBJECTS) return -1
    clearReached()
    let end = scan(at, sourceEnd)
    let kind = kindOfScanned()
    if (!end) {
      // Repeatedly reading far ahead for truncated objects would take quadratic time: the rest becomes one broken
      // object.
      wasted += max(reached, cursor) - at
      end = wasted > (sourceEnd - source) * 8 + 65_536 ? sourceEnd : resync(at + 1)
      // A broken object ends before the white space in front of its neighbour.
      while (end > at + 1 && end < sourceEnd && skipSpace(end - 1, end) == end) end--
      if (kind == KIND_CH) {
        if (!brokenChannels++) firstBroken = <u32>(at - source)
        kind = KIND_BROKEN_CH
      } else kind = KIND_BROKEN
    }
    let number: u32 = 0
    if (kind == KIND_CH) number = channels++
    else if (kind == KIND_SAT) { if (sats < MAX_TABLE) number = sats++; else kind = KIND_OPAQUE }
    else if (kind == KIND_TP) { if (tps < MAX_TABLE) number = tps++; else kind = KIND_OPAQUE }
    else if (kind == KIND_FAV) { if (favs < MAX_GROUPS) number = favs++; else kind = KIND_OPAQUE }
    if (kind != KIND_OPAQUE && kind < KIND_BROKEN) known++
    if (channels > MAX_RECORDS) return -1
    const entry = objects + <usize>objectCount * OBJECT_BYTES
    reach(entry + OBJECT_BYTES)
    store<u32>(entry, <u32>at)
    store<u32>(entry, <u32>end, 4)
    store<u32>(entry, kind, 8)
    store<u32>(entry, number, 12)
    objectCount++
    at = end
  }
  if (!known || (!channels && brokenChannels)) return 0
  allocate(<usize>objectCount * OBJECT_BYTES)
  if (objectCount) setTrailer(load<u32>(objects + <usize>(objectCount - 1) * OBJECT_BYTES, 4))
  const rowsAt = allocate(<usize>channels * ROW_BYTES)
  memory.fill(rowsAt, 0, <usize>channels * ROW_BYTES)
  setRows(rowsAt, channels)
  const satellitesAt = allocate(<usize>sats * SATELLITE_BYTES)
  memory.fill(satellitesAt, 0, <usize>sats * SATELLITE_BYTES)
  setSatellites(satellitesAt, sats)
  const transpondersAt = allocate(<usize>tps * TRANSPONDER_BYTES)
  memory.fill(transpondersAt, 0, <usize>tps * TRANSPONDER_BYTES)
  setTransponders(transpondersAt, tps)
  groups = allocate(<usize>favs * GROUP_BYTES)
  memory.fill(groups, 0, <usize>favs * GROUP_BYTES)
  groupCount = favs
  elements = arenaTop()
  filling = true
  const count = readFavourites()
  allocate(<usize>count * ELEMENT_BYTES)
  readAll()
  filling = false
  return 1
}

/** Reads the file once more and reports its oddities. */
export function collectChlProblems(): void {
  filling = false
  readAll()
}

// ---- Pass two: what the objects contain ----

/**
 * Reads satellites, then transponders, then channels, which the file may have in any order, and then resolves the
 * favourites.
 */
function readAll(): void {
  current = NONE
  readBetween()
  if (filling) openTable(satelliteCount + transponderCount + rowCount * 2 + 8)
  for (let pass: u32 = 0; pass < 3; pass++) {
    for (let i: u32 = 0; i < objectCount; i++) {
      const entry = objects + <usize>i * OBJECT_BYTES
      const at = <usize>load<u32>(entry)
      const end = <usize>load<u32>(entry, 4)
      const kind = load<u32>(entry, 8)
      const number = load<u32>(entry, 12)
      current = NONE
      if (pass == 0) {
        if (kind == KIND_SAT) readSatellite(at, end, number)
        else if (kind == KIND_OPAQUE) finding(Problem.objectUnknown, at, at)
        else if (kind >= KIND_BROKEN) finding(Problem.objectBroken, at, at)
      } else if (pass == 1) {
        if (kind == KIND_TP) readTransponder(at, end, number)
        else if (kind == KIND_INDEX) readIndex(at, end)
      } else if (kind == KIND_CH) readChannel(at, end, number)
    }
  }
  current = NONE
  resolveFavourites()
}

/** Reports bytes between objects that are neither spaces nor a byte order mark. */
function readBetween(): void {
  let at = source
  if (sourceEnd - source >= 3 && (load<u32>(source) & 0xffffff) == 0xbfbbef) at += 3
  let indexes: u32 = 0
  for (let i: u32 = 0; i <= objectCount; i++) {
    const entry = objects + <usize>i * OBJECT_BYTES
    const end = i < objectCount ? <usize>load<u32>(entry) : sourceEnd
    let nul: usize = 0
    for (; at < end; at++) {
      const byte = load<u8>(at)
      if (!byte && !nul) nul = at
      if (!isSpace(byte)) break
    }
    if (at < end) finding(Problem.garbageBetween, at, end)
    // NULs at the file's end are padding; elsewhere they are stray.
    else if (nul && i < objectCount) finding(Problem.strayNul, nul, nul)
    if (i < objectCount) {
      at = load<u32>(entry, 4)
      if (load<u32>(entry, 8) == KIND_INDEX) indexes++
    }
  }
  if (!indexes) finding(Problem.indexMissing, source, source)
}

function readSatellite(object: usize, end: usize, index: u32): void {
  scan(object, end)
  const at = satelliteAt(index)
  const named = kindOf(Key.name) == STRING
  const angle = numberOf(Key.angle)
  if (filling) {
    const number = numberOf(Key.index)
    store<u32>(at, <u32>object, SATELLITE_AT)
    store<u32>(at, number, SATELLITE_NUMBER)
    store<u32>(at, named ? <u32>atOf(Key.name) + 1 : <u32>object, SATELLITE_NAME)
    store<u32>(at, named ? <u32>(endOf(Key.name) - atOf(Key.name)) - 2 : 0, SATELLITE_NAME_LENGTH)
    store<u32>(at, angle == 3600 ? 0 : angle > 3600 ? NONE : angle, SATELLITE_ANGLE)
    const band = wordOf(Key.band)
    store<u8>(at, band == 0x756b ? 1 : band == 0x63 ? 2 : 0, SATELLITE_BAND)
    store<u8>(at, number == NONE || !put(SPACE_SAT | number, index) ? 1 : 0, SATELLITE_DOUBLED)
  }
  if (load<u8>(at, SATELLITE_DOUBLED)) findingOf(Problem.indexDoubled, Key.index, object)
  if (named && charactersOf(atOf(Key.name) + 1, endOf(Key.name) - 1) > 20) findingOf(Problem.satelliteNameTooLong, Key.name, object)
  if (angle > 3600) findingOf(has(Key.angle) ? Problem.angleInvalid : Problem.angleAbsent, Key.angle, object)
  if (doubled) finding(Problem.keyDoubled, object, object)
}

/** Spare bytes of satellites and of transponders: 1 if the object's own number is missing or taken. */
const SATELLITE_DOUBLED: usize = 10
const NUMBER_DOUBLED: usize = 15

function fecCode(): u32 {
  if (kindOf(Key.fec) != STRING) return FEC_NONE
  const word = wordOf(Key.fec)
  if (!word) return endOf(Key.fec) - atOf(Key.fec) == 2 ? FEC_NONE : FEC_OTHER
  if (word == 0x6f747561) return FEC_AUTO
  if ((word & 0xff00) != 0x2f00 || word > 0xffffff) return word == 0x30312f39 ? 10 : FEC_OTHER
  const over = <u32>(word & 0xff) - 0x30
  const under = <u32>(word >> 16) - 0x30
  if (over >= 1 && over <= 8 && under == over + 1) return over + 1
  if (over == 3 && under == 5) return 11
  if (over == 1 && under == 4) return 12
  if (over == 1 && under == 3) return 13
  return over == 2 && under == 5 ? 14 : FEC_OTHER
}

/** Converts a frequency in MHz to kHz; some exporters write kHz. */
function frequencyOf(): u32 {
  if (!has(Key.freq)) return NONE
  const value = thousandths(atOf(Key.freq), endOf(Key.freq), kindOf(Key.freq))
  if (value <= 0) return NONE
  if (value >= 1_000_000_000 && value % 1000 == 0) return value / 1000 < 100_000_000 ? <u32>(value / 1000) : NONE
  return value < 100_000_000 ? <u32>value : NONE
}

function readTransponder(object: usize, end: usize, index: u32): void {
  scan(object, end)
  const at = transponderAt(index)
  const frequency = frequencyOf()
  const symbolRate = numberOf(Key.symbolRate)
  const letter = wordOf(Key.pol)
  const polarisation: u32 = letter == 0x68 ? 1 : letter == 0x76 ? 2 : letter == 0x6c ? 3 : letter == 0x72 ? 4 : 0
  if (filling) {
    const number = numberOf(Key.index)
    const satellite = numberOf(Key.satIndex)
    store<u32>(at, satellite == NONE ? NONE : find(SPACE_SAT | satellite), TRANSPONDER_SATELLITE)
    store<u32>(at, frequency, TRANSPONDER_FREQUENCY)
    store<u32>(at, symbolRate, TRANSPONDER_SYMBOL_RATE)
    store<u8>(at, <u8>polarisation, TRANSPONDER_POLARISATION)
    store<u8>(at, <u8>fecCode(), TRANSPONDER_FEC)
    store<u32>(at, <u32>object, TRANSPONDER_AT)
    store<u32>(at, number, TRANSPONDER_NUMBER)
    if (number == NONE || !put(SPACE_TP | number, index)) store<u8>(at, 1, NUMBER_DOUBLED)
  }
  if (load<u8>(at, NUMBER_DOUBLED)) findingOf(Problem.indexDoubled, Key.index, object)
  if (load<u32>(at, TRANSPONDER_SATELLITE) == NONE) findingOf(Problem.satelliteUnknown, Key.satIndex, object)
  if (frequency == NONE) findingOf(has(Key.freq) && kindOf(Key.freq) != NULL ? Problem.frequencyInvalid : Problem.frequencyAbsent, Key.freq, object)
  else if (frequency < 1_000_000 || frequency > 13_000_000) findingOf(Problem.frequencyRange, Key.freq, object)
  if (symbolRate == NONE) findingOf(has(Key.symbolRate) && kindOf(Key.symbolRate) != NULL ? Problem.symbolRateInvalid : Problem.symbolRateAbsent, Key.symbolRate, object)
  else if (symbolRate < 1000 || symbolRate > 60000) findingOf(Problem.symbolRateRange, Key.symbolRate, object)
  if (!polarisation) findingOf(has(Key.pol) && kindOf(Key.pol) != NULL && letter ? Problem.polarisationInvalid : Problem.polarisationAbsent, Key.pol, object)
  if (doubled) finding(Problem.keyDoubled, object, object)
}

function readIndex(object: usize, end: usize): void {
  scan(object, end)
  let tv: u32 = 0
  let radio: u32 = 0
  for (let id: u32 = 0; id < rowCount; id++) {
    if (filling) break
    if (load<u8>(rowOf(id), ROW_TYPE) == TYPE_RADIO) radio++
    else tv++
  }
  if (filling) return
  checkCount(Key.sat, satelliteCount)
  checkCount(Key.tp, transponderCount)
  checkCount(Key.chTv, tv)
  checkCount(Key.chRadio, radio)
  checkCount(Key.fav, groupCount)
}

function checkCount(key: u32, count: u32): void {
  if (has(key) && numberOf(key) != count) finding(Problem.countWrong, atOf(key), endOf(key))
}

/** The kind of channel in `TVType`. */
function typeOf(): u32 {
  const word = wordOf(Key.tvType)
  if (word == 0x7674) return TYPE_TV
  if (word == 0x6f69646172) return TYPE_RADIO
  return word == 0x61746164 ? TYPE_DATA : has(Key.tvType) && kindOf(Key.tvType) != NULL ? TYPE_OTHER : TYPE_TV
}

/** True if an object has an address, `"Url":"…"`, as readers of other dialects write it. */
function isStreamed(at: usize, end: usize): bool {
  for (; at + 8 < end; at++) if (load<u32>(at) == 0x6c725522 && load<u32>(at, 3) == 0x223a226c) return load<u8>(at, 7) != 0x22
  return false
}

function readChannel(object: usize, end: usize, id: u32): void {
  scan(object, end)
  current = id
  const row = rowOf(id)
  const type = typeOf()
  const sid = numberOf(Key.sid)
  const named = kindOf(Key.name) == STRING
  if (filling) {
    store<u32>(row, <u32>object, ROW_START)
    store<u32>(row, <u32>(end - object), ROW_LENGTH)
    store<u8>(row, <u8>type, ROW_TYPE)
    store<u32>(row, sid, ROW_SID)
    store<u32>(row, numberOf(Key.onid), ROW_ONID)
    store<u32>(row, numberOf(Key.tsid), ROW_TSID)
    store<u32>(row, named ? <u32>atOf(Key.name) + 1 : <u32>object, ROW_NAME)
    store<u16>(row, named ? <u16>min<usize>(endOf(Key.name) - atOf(Key.name) - 2, 0xffff) : 0, ROW_NAME_LENGTH)
    const ca = numberOf(Key.ca)
    let flags: u32 = ca == NONE ? FLAG_SCRAMBLED_UNKNOWN : ca ? FLAG_SCRAMBLED : 0
    const lock = numberOf(Key.lock)
    const skip = numberOf(Key.skip)
    if (lock != NONE && lock) flags |= FLAG_SOURCE_LOCK
    if (skip != NONE && skip) flags |= FLAG_SOURCE_SKIP
    store<u16>(row, <u16>flags, ROW_FLAGS)
    const number = numberOf(Key.tpIndex)
    const transponder = number == NONE ? NONE : find(SPACE_TP | number)
    store<u32>(row, transponder, ROW_TRANSPONDER)
    store<u32>(row, NONE, ROW_SATELLITE)
    store<u32>(row, NONE, ROW_FREQUENCY)
    store<u32>(row, NONE, ROW_SYMBOL_RATE)
    store<u32>(row, NONE, ROW_ANGLE)
    if (transponder != NONE) {
      const from = transponderAt(transponder)
      const satellite = load<u32>(from, TRANSPONDER_SATELLITE)
      store<u32>(row, load<u32>(from, TRANSPONDER_FREQUENCY), ROW_FREQUENCY)
      store<u32>(row, load<u32>(from, TRANSPONDER_SYMBOL_RATE), ROW_SYMBOL_RATE)
      store<u8>(row, load<u8>(from, TRANSPONDER_POLARISATION), ROW_POLARISATION)
      store<u8>(row, load<u8>(from, TRANSPONDER_FEC), ROW_FEC)
      store<u32>(row, satellite, ROW_SATELLITE)
      if (satellite != NONE) store<u32>(row, load<u32>(satelliteAt(satellite), SATELLITE_ANGLE), ROW_ANGLE)
    }
    const index = numberOf(Key.index)
    store<u32>(row, index, ROW_INDEX)
    const radio = type == TYPE_RADIO ? SPACE_RADIO : 0
    if (index == NONE || !put((SPACE_INDEX | radio) | index, id)) store<u8>(row, 1, ROW_INDEX_DOUBLED)
    if (number != NONE && sid != NONE) put((SPACE_PAIR | radio) | pairKeyOf(number, sid), id)
  }
  if (load<u8>(row, ROW_INDEX_DOUBLED)) findingOf(Problem.indexDoubled, Key.index, object)
  // A stream has an address, but no transponder or no service.
  const streamed = (load<u32>(row, ROW_TRANSPONDER) == NONE || sid == NONE) && isStreamed(object, end)
  if (load<u32>(row, ROW_TRANSPONDER) == NONE && !streamed) findingOf(Problem.transponderUnknown, Key.tpIndex, object)
  if (type >= TYPE_DATA || !has(Key.tvType)) findingOf(Problem.type, Key.tvType, object)
  if (sid == NONE) { if (!streamed) findingOf(has(Key.sid) && kindOf(Key.sid) != NULL ? Problem.sidInvalid : Problem.sidAbsent, Key.sid, object) }
  else if (sid > 65535) findingOf(Problem.sidRange, Key.sid, object)
  if (named && charactersOf(atOf(Key.name) + 1, endOf(Key.name) - 1) > 50) findingOf(Problem.nameTooLong, Key.name, object)
  if (doubled) finding(Problem.keyDoubled, object, object)
}

/** Columns that otherwise only SatcoDX rows use: 1 if the channel's own number is missing or taken. */
const ROW_INDEX_DOUBLED: usize = 23

// ---- Favourites ----

/** Writes the elements of one array after `count` others and returns the new count. */
function readElements(key: u32, count: u32): u32 {
  if (kindOf(key) != ARRAY) return count
  const end = endOf(key)
  let at = skipSpace(atOf(key) + 1, end)
  while (at < end - 1) {
    if (load<u8>(at) == 0x2c) { at = skipSpace(at + 1, end); continue }
    if (!readValue(at, end - 1)) break
    const entry = elements + <usize>count * ELEMENT_BYTES
    reach(entry + ELEMENT_BYTES)
    store<u32>(entry, <u32>valueAt)
    store<u32>(entry, <u32>valueEnd, 4)
    store<u32>(entry, NONE, 8)
    // A string that is not just a number has the form "TP-SID".
    store<u32>(entry, valueKind == STRING && thousandths(valueAt, valueEnd, STRING) < 0 ? 1 : 0, 12)
    count++
    at = skipSpace(valueEnd, end)
  }
  return count
}

/** Finds the arrays of all groups and records their elements; returns how many. */
function readFavourites(): u32 {
  let count: u32 = 0
  let texts: u32 = 0
  for (let i: u32 = 0; i < objectCount; i++) {
    const entry = objects + <usize>i * OBJECT_BYTES
    if (load<u32>(entry, 8) != KIND_FAV) continue
    const group = groups + <usize>load<u32>(entry, 12) * GROUP_BYTES
    scan(load<u32>(entry), load<u32>(entry, 4))
    store<u32>(group, i)
    store<u32>(group, count, GROUP_FIRST)
    const tv = readElements(Key.tvChs, count)
    store<u32>(group, tv - count, GROUP_TV)
    const radio = readElements(Key.radioChs, tv)
    store<u32>(group, radio - tv, GROUP_RADIO)
    const named = kindOf(Key.name) == STRING
    store<u32>(group, named ? <u32>atOf(Key.name) + 1 : 0, GROUP_NAME)
    store<u32>(group, named ? <u32>(endOf(Key.name) - atOf(Key.name)) - 2 : 0, GROUP_NAME_LENGTH)
    for (let k = count; k < radio; k++) texts += load<u32>(elements + <usize>k * ELEMENT_BYTES, 12)
    count = radio
  }
  favouriteForm = texts * 2 > count ? 1 : 0
  return count
}

/** The channel that an element refers to. */
function channelOf(element: usize, radio: u64): u32 {
  const at = <usize>load<u32>(element)
  const end = <usize>load<u32>(element, 4)
  const kind: u32 = load<u8>(at) == 0x22 ? STRING : 2
  if (!load<u32>(element, 12)) {
    const value = thousandths(at, end, kind)
    if (value < 0 || value % 1000 || value / 1000 >= <i64>NONE) return NONE
    return find((SPACE_INDEX | radio) | <u64>(value / 1000))
  }
  let dash = at + 1
  while (dash < end && load<u8>(dash) != 0x2d) dash++
  const transponder = thousandths(at, dash + 1, STRING)
  const sid = thousandths(dash, end, STRING)
  if (transponder < 0 || sid < 0 || transponder % 1000 || sid % 1000 || sid > 0xffffff000) return NONE
  return find((SPACE_PAIR | radio) | pairKeyOf(<u32>(transponder / 1000), <u32>(sid / 1000)))
}

function resolveFavourites(): void {
  for (let g: u32 = 0; g < groupCount; g++) {
    const group = groups + <usize>g * GROUP_BYTES
    const tv = load<u32>(group, GROUP_TV)
    const all = tv + load<u32>(group, GROUP_RADIO)
    const first = elements + <usize>load<u32>(group, GROUP_FIRST) * ELEMENT_BYTES
    for (let k: u32 = 0; k < all; k++) {
      const element = first + <usize>k * ELEMENT_BYTES
      if (filling) {
        const id = channelOf(element, k < tv ? 0 : SPACE_RADIO)
        store<u32>(element, id, 8)
        if (id != NONE) {
          const row = rowOf(id)
          store<u32>(row, load<u32>(row, ROW_SOURCE_FAVOURITES) | (1 << g), ROW_SOURCE_FAVOURITES)
        }
      }
      if (load<u32>(element, 8) == NONE) finding(Problem.favouriteUnknown, load<u32>(element), load<u32>(element, 4))
    }
  }
}

// ---- Texts ----

/**
 * Writes the contents of a string as UTF-16 at `to`, never more units than bytes. Line ends and tabs become spaces,
 * other control characters are dropped.
 */
export function chlText(from: usize, length: u32, to: usize): u32 {
  const end = from + length
  let out = to
  let at = from
  while (at < end) {
    if (load<u8>(at) != 0x5c) {
      let run = at
      while (run < end && load<u8>(run) != 0x5c) run++
      if (load<u8>(at) < 0x20) { at++; continue }
      out += <usize>decodeName(at, <u32>(run - at), UTF8, out) << 1
      at = run
      continue
    }
    if (at + 1 >= end) break
    const letter: u32 = load<u8>(at, 1)
    at += 2
    let unit = letter
    if (letter == 0x75) {
      unit = 0
      let digits: u32 = 0
      for (; digits < 4 && at < end; digits++, at++) {
        const c: u32 = load<u8>(at)
        const small = c | 0x20
        const value: u32 = c >= 0x30 && c <= 0x39 ? c - 0x30 : small >= 0x61 && small <= 0x66 ? small - 0x57 : 16
        if (value > 15) break
        unit = (unit << 4) | value
      }
      if (digits < 4) unit = 0xfffd
    } else if (letter == 0x6e || letter == 0x74 || letter == 0x72) unit = 0x20
    else if (letter == 0x62 || letter == 0x66) continue
    if (unit < 0x20) continue
    store<u16>(out, <u16>unit)
    out += 2
  }
  return <u32>((out - to) >> 1)
}

/** A channel's name in the file. */
export function chlName(id: u32, to: usize): u32 {
  const row = rowOf(id)
  return chlText(load<u32>(row, ROW_NAME), load<u16>(row, ROW_NAME_LENGTH), to)
}
