/**
 * Writes a `.chl`. An unedited list returns the file's own bytes. After edits, every object keeps its bytes except for
 * changed values: Name, Lock and Skip, Index if a channel moved, arrays of favourites (in their original form), the
 * index's counts. A list of another dialect is written as a new file in the box's own pretty style.
 */
import {
  DIALECT_CHL, FLAG_BY_CHARACTERS, FLAG_DELETED, FLAG_LOCK, FLAG_MARK, FLAG_SCRAMBLED, FLAG_SKIP, FLAG_SOURCE_LOCK, FLAG_SOURCE_SKIP, NONE,
  ROW_FAVOURITES, ROW_FLAGS, ROW_FREQUENCY, ROW_LENGTH, ROW_NAME, ROW_NAME2_STEP, ROW_NAME_LENGTH, ROW_ONID, ROW_RENAMED, ROW_SATELLITE_LENGTH,
  ROW_SID, ROW_START, ROW_TRANSPONDER, ROW_TSID, ROW_TYPE,
  SATELLITE_ANGLE, SATELLITE_BAND, SATELLITE_NAME, SATELLITE_NAME_LENGTH, TRANSPONDER_FEC, TRANSPONDER_FREQUENCY, TRANSPONDER_NUMBER,
  TRANSPONDER_POLARISATION, TRANSPONDER_SATELLITE, TRANSPONDER_SYMBOL_RATE, TYPE_RADIO, TYPE_TV, dialect, encoding, isPristine, live,
  order, places, reach, rowCount, rowOf, satelliteAt, satelliteCount, source, sourceEnd, transponderAt, transponderCount,
} from '../model'
import { nameBound, nameText } from '../names'
import { openOutput, setWritten } from '../output'
import { Loss, loss } from '../report'
import { UTF8, decodeName, encodeName } from '../text/charset'
import {
  ELEMENT_BYTES, GROUP_BYTES, GROUP_FIRST, GROUP_RADIO, GROUP_TV, KIND_CH, KIND_FAV, KIND_INDEX, KIND_SAT, KIND_TP, Key, OBJECT_BYTES,
  ROW_INDEX, atOf, elements, endOf, favouriteForm, groupCount, groups, has, lastPairEnd, objectCount, objects, scan,
} from './chl-read'
import { FALSE, STRING, TRUE, isSpace } from './json'
import { characterBytes } from './satcodx-read'

// ---- Output ----
let out: usize = 0

function emit(from: usize, end: usize): void {
  const bytes = end - from
  reach(out + bytes + 64)
  memory.copy(out, from, bytes)
  out += bytes
}

function emitByte(byte: u32): void {
  store<u8>(out++, <u8>byte)
}

/** Writes the program's own ASCII text. */
function emitAscii(text: string): void {
  const from = changetype<usize>(text)
  const length = <usize>text.length
  reach(out + length + 64)
  for (let i: usize = 0; i < length; i++) emitByte(load<u16>(from + (i << 1)))
}

function emitNumber(value: u32): void {
  reach(out + 64)
  let scale: u32 = 1
  while (value / scale >= 10) scale *= 10
  for (; scale; scale /= 10) emitByte(0x30 + (value / scale) % 10)
}

/** True to escape every letter above ASCII, as in a file that escapes them all. */
let escaped: bool = false

function emitHex(unit: u32): void {
  emitByte(0x5c)
  emitByte(0x75)
  for (let shift = 12; shift >= 0; shift -= 4) {
    const digit = (unit >> shift) & 15
    emitByte(digit < 10 ? 0x30 + digit : 0x57 + digit)
  }
}

/** Writes UTF-16 as a JSON string. */
function emitText(from: usize, units: u32): void {
  reach(out + <usize>units * 6 + 64)
  emitByte(0x22)
  for (let i: u32 = 0; i < units; i++) {
    const unit: u32 = load<u16>(from + (<usize>i << 1))
    if (unit == 0x22 || unit == 0x5c) { emitByte(0x5c); emitByte(unit) }
    else if (unit < 0x20) emitHex(unit)
    else if (unit < 0x80) emitByte(unit)
    else if (escaped) emitHex(unit)
    else {
      const pair: u32 = (unit & 0xfc00) == 0xd800 && i + 1 < units ? 2 : 1
      out += encodeName(from + (<usize>i << 1), pair, UTF8, out, 4)
      if (pair == 2 && (load<u16>(from + (<usize>i << 1), 2) & 0xfc00) == 0xdc00) i++
    }
  }
  emitByte(0x22)
}

// ---- Patches of one object, by position ----
const PATCH_INDEX: u32 = 0
const PATCH_NAME: u32 = 1
const PATCH_LOCK: u32 = 2
const PATCH_SKIP: u32 = 3
const PATCH_NUMBER: u32 = 4
const PATCH_TV: u32 = 5
const PATCH_RADIO: u32 = 6
/** Twelve entries: start, end, what changes, value. */
const PATCHES = memory.data(192)
let patchCount: u32 = 0

/** The key that a patch inserts if an object lacks it. */
function keyOfPatch(what: u32): string {
  switch (what) {
    case PATCH_NAME: return 'Name'
    case PATCH_LOCK: return 'Lock'
    case PATCH_SKIP: return 'Skip'
    case PATCH_TV: return 'TVChs'
    default: return 'RadioChs'
  }
}

/** Records that the value at [at, end) changes; at == end inserts a pair. */
function patch(at: usize, end: usize, what: u32, value: u32): void {
  let place = patchCount
  while (place && <usize>load<u32>(PATCHES + ((place - 1) << 4)) > at) {
    memory.copy(PATCHES + (place << 4), PATCHES + ((place - 1) << 4), 16)
    place--
  }
  const entry = PATCHES + (place << 4)
  store<u32>(entry, <u32>at)
  store<u32>(entry, <u32>end, 4)
  store<u32>(entry, what, 8)
  store<u32>(entry, value, 12)
  patchCount++
}

function patchKey(key: u32, what: u32, value: u32): void {
  if (has(key)) patch(atOf(key), endOf(key), what, value)
  else if (what != PATCH_INDEX && what != PATCH_NUMBER) patch(lastPairEnd, lastPairEnd, what, value)
}

function hasLineEnd(at: usize, end: usize): bool {
  for (; at < end; at++) if (load<u8>(at) == 0x0a) return true
  return false
}

/** Writes an object with its patches; `id` is the channel or the group. */
function emitPatched(at: usize, end: usize, id: u32): void {
  let done = at
  const pretty = hasLineEnd(at, end)
  for (let i: u32 = 0; i < patchCount; i++) {
    const entry = PATCHES + (i << 4)
    const from = <usize>load<u32>(entry)
    const to = <usize>load<u32>(entry, 4)
    const what = load<u32>(entry, 8)
    emit(done, from)
    done = to
    let kind: u32 = 2
    if (from == to) {
      reach(out + 64)
      if (lastPairEnd > at + 1) emitByte(0x2c)
      emitAscii(pretty ? '\n  "' : '"')
      emitAscii(keyOfPatch(what))
      emitAscii(pretty ? '" : ' : '":')
    } else {
      const first: u32 = load<u8>(from) | 0x20
      kind = load<u8>(from) == 0x22 ? STRING : first == 0x74 ? TRUE : first == 0x66 ? FALSE : 2
    }
    if (what == PATCH_NAME) {
      const name = <usize>load<u32>(rowOf(id), ROW_RENAMED)
      emitText(name + 8, load<u32>(name, 4))
    } else if (what == PATCH_TV || what == PATCH_RADIO) emitArray(id, what == PATCH_RADIO, from == to ? pretty : wide(from, to, pretty))
    else emitLike(load<u32>(entry, 12), kind)
  }
  emit(done, end)
}

/** Writes a number in the form of the value that it replaces. */
function emitLike(value: u32, kind: u32): void {
  if (kind == TRUE || kind == FALSE) { emitAscii(value ? "true" : "false"); return }
  if (kind == STRING) emitByte(0x22)
  emitNumber(value)
  if (kind == STRING) emitByte(0x22)
}

/** True when an array has spaces after its bracket; for an empty one the object's style decides. */
function wide(at: usize, end: usize, pretty: bool): bool { return end - at > 2 ? isSpace(load<u8>(at, 1)) : end - at < 2 && pretty }

// ---- The order of channels ----

/**
 * For each live channel, finds the source channel (in `places`) whose Index it takes: the n-th of a kind takes the n-th
 * number of that kind.
 */
function assignIndexes(): void {
  for (let kind: u32 = 0; kind < 4; kind++) {
    let next: u32 = 0
    for (let place: u32 = 0; place < live; place++) {
      const id = load<u32>(order + (<usize>place << 2))
      if (<u32>load<u8>(rowOf(id), ROW_TYPE) != kind) continue
      while (<u32>load<u8>(rowOf(next), ROW_TYPE) != kind) next++
      store<u32>(places + (<usize>id << 2), next++)
    }
  }
}

/**
 * True while a new file is written: `places` then holds the new numbers themselves, and no groups exist in the file.
 */
let newFile: bool = false

/** The Index that a channel gets; NONE if its kind's numbers are used up. */
function newIndex(id: u32): u32 {
  const there = load<u32>(places + (<usize>id << 2))
  return newFile ? there : load<u32>(rowOf(there), ROW_INDEX)
}

@inline
function isLive(row: usize): bool { return (load<u16>(row, ROW_FLAGS) & FLAG_DELETED) == 0 }

@inline
function ownGroups(): u32 { return newFile ? 0 : groupCount }

function emitChannel(id: u32): void {
  const row = rowOf(id)
  const at = <usize>load<u32>(row, ROW_START)
  const end = at + load<u32>(row, ROW_LENGTH)
  const flags: u32 = load<u16>(row, ROW_FLAGS)
  const lock = (flags & FLAG_LOCK) != 0
  const skip = (flags & FLAG_SKIP) != 0
  const index = newIndex(id)
  const moved = index != load<u32>(row, ROW_INDEX) && index != NONE
  const renamed = load<u32>(row, ROW_RENAMED) != 0
  const locked = lock != ((flags & FLAG_SOURCE_LOCK) != 0)
  const skipped = skip != ((flags & FLAG_SOURCE_SKIP) != 0)
  if (!moved && !renamed && !locked && !skipped) { emit(at, end); return }
  scan(at, end)
  patchCount = 0
  if (moved) patchKey(Key.index, PATCH_INDEX, index)
  if (renamed) patchKey(Key.name, PATCH_NAME, 0)
  if (locked) patchKey(Key.lock, PATCH_LOCK, lock)
  if (skipped) patchKey(Key.skip, PATCH_SKIP, skip)
  emitPatched(at, end, id)
}

// ---- Favourites ----

/** True when an element stays: it is unknown, or its channel is live and a member. */
function stays(element: usize, bit: u32): bool {
  const id = load<u32>(element, 8)
  if (id == NONE) return true
  const row = rowOf(id)
  return isLive(row) && (load<u32>(row, ROW_FAVOURITES) & bit) != 0
}

/** True when a live channel belongs in a group's array of its kind. */
@inline
function belongs(row: usize, radio: bool, bit: u32): bool {
  return (load<u32>(row, ROW_FAVOURITES) & bit) != 0 && (load<u8>(row, ROW_TYPE) == TYPE_RADIO) == radio
}

/** Marks (or unmarks) the channels of an array's elements; returns whether the array's text must change. */
function markElements(group: usize, bit: u32, radio: bool, mark: bool): bool {
  const tv = load<u32>(group, GROUP_TV)
  const from = load<u32>(group, GROUP_FIRST) + (radio ? tv : 0)
  const count = radio ? load<u32>(group, GROUP_RADIO) : tv
  let changed = false
  for (let k: u32 = 0; k < count; k++) {
    const element = elements + <usize>(from + k) * ELEMENT_BYTES
    const id = load<u32>(element, 8)
    if (id == NONE) continue
    const row = rowOf(id)
    const flags: u32 = load<u16>(row, ROW_FLAGS)
    store<u16>(row, <u16>(mark ? flags | FLAG_MARK : flags & ~FLAG_MARK), ROW_FLAGS)
    if (!mark) continue
    if (!stays(element, bit)) changed = true
    else if (!load<u32>(element, 12) && newIndex(id) != load<u32>(row, ROW_INDEX)) changed = true
  }
  return changed
}

/** True when live channels belong in the array that it does not contain yet (they are not marked). */
function hasNewMembers(radio: bool, bit: u32): bool {
  for (let place: u32 = 0; place < live; place++) {
    const row = rowOf(load<u32>(order + (<usize>place << 2)))
    if (belongs(row, radio, bit) && !(load<u16>(row, ROW_FLAGS) & FLAG_MARK)) return true
  }
  return false
}

function arrayChanges(g: u32, radio: bool): bool {
  const group = groups + <usize>g * GROUP_BYTES
  const bit: u32 = 1 << g
  const changed = markElements(group, bit, radio, true) || hasNewMembers(radio, bit)
  markElements(group, bit, radio, false)
  return changed
}

let emitted: u32 = 0

function separate(spaced: bool): void {
  reach(out + 128)
  if (emitted++) emitByte(0x2c)
  if (spaced) emitByte(0x20)
}

function emitMember(row: usize, id: u32, form: u32): void {
  const transponder = load<u32>(row, ROW_TRANSPONDER)
  const index = newIndex(id)
  if ((form || index == NONE) && transponder != NONE) {
    emitByte(0x22)
    emitNumber(load<u32>(transponderAt(transponder), TRANSPONDER_NUMBER))
    emitByte(0x2d)
    emitNumber(load<u32>(row, ROW_SID))
    emitByte(0x22)
  } else emitNumber(index)
}

/** Writes a group's array: the elements that stay, in their order and form, then new ones in list order. */
function emitArray(g: u32, radio: bool, spaced: bool): void {
  const bit: u32 = 1 << g
  let form = newFile ? 0 : favouriteForm
  emitted = 0
  reach(out + 64)
  emitByte(0x5b)
  if (g < ownGroups()) {
    const group = groups + <usize>g * GROUP_BYTES
    const tv = load<u32>(group, GROUP_TV)
    const from = load<u32>(group, GROUP_FIRST) + (radio ? tv : 0)
    const count = radio ? load<u32>(group, GROUP_RADIO) : tv
    markElements(group, bit, radio, true)
    for (let k: u32 = 0; k < count; k++) {
      const element = elements + <usize>(from + k) * ELEMENT_BYTES
      form = load<u32>(element, 12)
      if (!stays(element, bit)) continue
      separate(spaced)
      const id = load<u32>(element, 8)
      const at = <usize>load<u32>(element)
      if (form || id == NONE || newIndex(id) == load<u32>(rowOf(id), ROW_INDEX)) emit(at, load<u32>(element, 4))
      else emitLike(newIndex(id), load<u8>(at) == 0x22 ? STRING : 2)
    }
  }
  for (let place: u32 = 0; place < live; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    const row = rowOf(id)
    if (!belongs(row, radio, bit) || load<u16>(row, ROW_FLAGS) & FLAG_MARK || (newFile && !carries(row))) continue
    separate(spaced)
    emitMember(row, id, form)
  }
  if (g < ownGroups()) markElements(groups + <usize>g * GROUP_BYTES, bit, radio, false)
  if (spaced) emitByte(0x20)
  emitByte(0x5d)
}

/** The name of a group that the file lacks: one of the box's defaults, or a number. */
function emitGroupName(g: u32): void {
  emitByte(0x22)
  switch (g) {
    case 0: emitAscii('News'); break
    case 1: emitAscii('Movies'); break
    case 2: emitAscii('Music'); break
    case 3: emitAscii('Sports'); break
    case 4: emitAscii('Education'); break
    case 5: emitAscii('Weather'); break
    case 6: emitAscii('Children'); break
    case 7: emitAscii('Culture'); break
    default: emitAscii('FAV '); emitNumber(g + 1)
  }
  emitByte(0x22)
}

/** The highest group in use, plus 1. */
function groupsInUse(): u32 {
  let used: u32 = 0
  for (let place: u32 = 0; place < live; place++) used |= load<u32>(rowOf(load<u32>(order + (<usize>place << 2))), ROW_FAVOURITES)
  return 32 - <u32>clz(used)
}

// ---- A file of the same dialect ----

/** Writes the list back into its own file; returns the length (see `written`). */
export function writeChl(): u32 {
  const start = openOutput()
  setWritten(start)
  out = start
  if (isPristine()) {
    emit(source, sourceEnd)
    return <u32>(out - start)
  }
  escaped = isEscaped()
  assignIndexes()
  let tv: u32 = 0
  let radio: u32 = 0
  let tvBefore: u32 = 0
  let radioBefore: u32 = 0
  for (let id: u32 = 0; id < rowCount; id++) {
    const row = rowOf(id)
    const alive: u32 = isLive(row) ? 1 : 0
    if (load<u8>(row, ROW_TYPE) == TYPE_RADIO) { radio += alive; radioBefore++ } else { tv += alive; tvBefore++ }
  }
  const used = groupsInUse()
  const wanted: u32 = used <= groupCount ? groupCount : groupCount ? used : max<u32>(used, 8)
  let groupsWritten = groupCount
  let place: u32 = 0
  let before = source
  for (let i: u32 = 0; i < objectCount; i++) {
    const entry = objects + <usize>i * OBJECT_BYTES
    const at = <usize>load<u32>(entry)
    const end = <usize>load<u32>(entry, 4)
    const kind = load<u32>(entry, 8)
    const dropped = kind == KIND_CH && place >= live
    // The space in front of a dropped object is dropped with it.
    if (!dropped || !isBlank(before, at)) emit(before, at)
    before = end
    if (groupsWritten < wanted && (kind == KIND_SAT || kind == KIND_TP || kind == KIND_CH) && !favFollows(i)) {
      const pretty = hasLineEnd(at, end)
      for (; groupsWritten < wanted; groupsWritten++) {
        emitGroup(groupsWritten, pretty)
        if (pretty) emitByte(0x0a)
      }
    }
    if (kind == KIND_CH) {
      if (!dropped) emitChannel(load<u32>(order + (<usize>place << 2)))
      place++
      continue
    }
    patchCount = 0
    if (kind == KIND_INDEX) {
      scan(at, end)
      if (tv != tvBefore) patchKey(Key.chTv, PATCH_NUMBER, tv)
      if (radio != radioBefore) patchKey(Key.chRadio, PATCH_NUMBER, radio)
      if (wanted != groupCount) patchKey(Key.fav, PATCH_NUMBER, wanted)
    } else if (kind == KIND_FAV) {
      const g = load<u32>(entry, 12)
      scan(at, end)
      if (arrayChanges(g, false)) patchKey(Key.tvChs, PATCH_TV, 0)
      if (arrayChanges(g, true)) patchKey(Key.radioChs, PATCH_RADIO, 0)
    }
    if (patchCount) emitPatched(at, end, load<u32>(entry, 12))
    else emit(at, end)
  }
  for (; groupsWritten < wanted; groupsWritten++) {
    newLine()
    emitGroup(groupsWritten, true)
  }
  emit(before, sourceEnd)
  return <u32>(out - start)
}

function isBlank(at: usize, end: usize): bool {
  for (; at < end; at++) if (!isSpace(load<u8>(at))) return false
  return true
}

function favFollows(from: u32): bool {
  for (let i = from; i < objectCount; i++) if (load<u32>(objects + <usize>i * OBJECT_BYTES, 8) == KIND_FAV) return true
  return false
}

/** True if the file writes letters above ASCII only as escapes. */
function isEscaped(): bool {
  let found = false
  for (let at = source; at < sourceEnd; at++) {
    const byte: u32 = load<u8>(at)
    if (byte >= 0x80) return false
    if (byte == 0x5c && load<u8>(at, 1) == 0x75) found = true
  }
  return found
}

// ---- A new file: each object is a template in which % and a letter stand for a value ----
const NEW_INDEX = '{\n  "Type" : "index",\n  "Ver" : 1,\n  "Sat" : %a,\n  "TP" : %b,\n  "ChTV" : %c,\n  "CHRadio" : %d,\n  "FAV" : %e\n}\n'
const NEW_GROUP = '{\n  "Type" : "fav",\n  "Index" : %f,\n  "Name" : %g,\n  "TVChs" : %h,\n  "RadioChs" : %i\n}'
const NEW_SATELLITE = '{\n  "Type" : "sat",\n  "Index" : %f,\n  "Name" : %j,\n  "Angle" : %k,\n  "Band" : "%l"\n}\n'
const NEW_TRANSPONDER = '{\n  "Type" : "tp",\n  "Index" : %f,\n  "SatIndex" : %m,\n  "Freq" : %n,\n  "SR" : %o,\n  "Pol" : "%p",\n  "FEC" : "%q",\n  "plsNumber" : 0,\n  "msTp" : 0,\n  "msIsid" : 0,\n  "tsnTp" : 0,\n  "tsnId" : 0\n}\n'
const NEW_CHANNEL = '{\n  "Type" : "ch",\n  "TVType" : "%r",\n  "Index" : %s,\n  "TPIndex" : %t,\n  "SID" : %u,\n  "Name" : %v,\n  "VideoPID" : %w,\n  "PcrPID" : %x,\n  "PmtPID" : %y,\n  "TTXPID" : null,\n  "Provider" : "",\n  "CA" : %z,\n  "Lock" : %A,\n  "Skip" : %B,\n  "Hide" : 0,\n  "VideoType" : "%C",\n  "t2miPg" : 0,\n  "t2miPlpId" : 0,\n  "t2miPayloadPid" : 0,\n  "Audio" : %D,\n  "Sub" : [ ]\n}\n'
const NEW_TRACK = '[ {\n    "PID" : %E,\n    "Type" : "%F",\n    "Lang" : "%G",\n    "DolbyAC3" : 0\n  } ]'

/** What a template's values refer to: a number, and a row, a satellite or a transponder. */
let subjectNumber: u32 = 0
let subject: usize = 0
let spacedText: bool = true
/** Channels written, by kind, and groups. */
let newTv: u32 = 0
let newRadio: u32 = 0
let newGroups: u32 = 0

/** Writes a template with its values, without spaces and line ends if the file has none. */
function fill(text: string): void {
  const from = changetype<usize>(text)
  const length = <usize>text.length
  for (let i: usize = 0; i < length; i++) {
    reach(out + 64)
    const letter: u32 = load<u16>(from + (i << 1))
    if (letter == 0x25) emitField(load<u16>(from + (++i << 1)))
    else if (spacedText || letter > 0x20) emitByte(letter)
  }
}

@inline
function known(value: u32): u32 { return value == NONE ? 0 : value }

/** Writes a FEC code as text: "auto" when it is unknown. */
function emitFec(code: u32): void {
  if (code >= 2 && code <= 8) { emitByte(0x2f + code); emitByte(0x2f); emitByte(0x30 + code) }
  else switch (code) {
    case 9: emitAscii('8/9'); break
    case 10: emitAscii('9/10'); break
    case 11: emitAscii('3/5'); break
    case 12: emitAscii('1/4'); break
    case 13: emitAscii('1/3'); break
    case 14: emitAscii('2/5'); break
    default: emitAscii('auto')
  }
}

/** Prepares UTF-16 after the place where it is written to, with room for its escapes. */
@inline
function textPlace(bound: usize): usize {
  const at = (out + bound * 6 + 4096) & ~7
  reach(at + (bound << 1) + 64)
  return at
}

function emitField(field: u32): void {
  const flags: u32 = load<u16>(subject, ROW_FLAGS)
  const radio = load<u8>(subject, ROW_TYPE) == TYPE_RADIO
  switch (field) {
    case 0x61: emitNumber(satelliteCount); break // a
    case 0x62: emitNumber(transponderCount); break // b
    case 0x63: emitNumber(newTv); break // c
    case 0x64: emitNumber(newRadio); break // d
    case 0x65: emitNumber(newGroups); break // e
    case 0x66: emitNumber(subjectNumber); break // f
    case 0x67: emitGroupName(subjectNumber); break // g
    case 0x68: emitArray(subjectNumber, false, spacedText); break // h
    case 0x69: emitArray(subjectNumber, true, spacedText); break // i
    case 0x6a: { // j
      const length = load<u32>(subject, SATELLITE_NAME_LENGTH)
      const text = textPlace(length)
      emitText(text, decodeName(load<u32>(subject, SATELLITE_NAME), length, encoding, text))
      break
    }
    case 0x6b: emitNumber(known(load<u32>(subject, SATELLITE_ANGLE))); break // k
    case 0x6c: emitAscii(load<u8>(subject, SATELLITE_FOUND_BAND) == 2 ? 'C' : 'KU'); break // l
    case 0x6d: emitNumber(known(load<u32>(subject, TRANSPONDER_SATELLITE))); break // m
    case 0x6e: { // n
      const frequency = load<u32>(subject, TRANSPONDER_FREQUENCY)
      emitNumber(frequency == NONE ? 0 : (frequency + 500) / 1000)
      break
    }
    case 0x6f: emitNumber(known(load<u32>(subject, TRANSPONDER_SYMBOL_RATE))); break // o
    case 0x70: { // p: H V L R
      const polarisation: u32 = load<u8>(subject, TRANSPONDER_POLARISATION)
      if (polarisation) emitByte((0x524c5648 >> ((polarisation - 1) << 3)) & 0xff)
      break
    }
    case 0x71: emitFec(load<u8>(subject, TRANSPONDER_FEC)); break // q
    case 0x72: emitAscii(radio ? 'Radio' : 'TV'); break // r
    case 0x73: emitNumber(newIndex(subjectNumber)); break // s
    case 0x74: emitNumber(load<u32>(subject, ROW_TRANSPONDER)); break // t
    case 0x75: emitNumber(known(load<u32>(subject, ROW_SID))); break // u
    case 0x76: { // v
      const text = textPlace(nameBound(subject))
      emitText(text, nameText(subject, text))
      break
    }
    case 0x77: if (radio) emitAscii('null'); else emitNumber(pidAt(subject, 75)); break // w
    case 0x78: emitNumber(pidAt(subject, 83)); break // x
    case 0x79: emitNumber(load<u16>(load<u32>(subject, ROW_START), 8) == 0x3430 ? pidAt(subject, 127) : 0); break // y
    case 0x7a: emitNumber(flags & FLAG_SCRAMBLED ? 1 : 0); break // z
    case 0x41: emitNumber(flags & FLAG_LOCK ? 1 : 0); break // A
    case 0x42: emitNumber(flags & FLAG_SKIP ? 1 : 0); break // B
    case 0x43: if (!radio) emitAscii(systemOf(subject) == 0x34 ? 'H264' : systemOf(subject) == 0x32 ? 'MPEG-2' : ''); break // C
    case 0x44: if (pidAt(subject, 79)) fill(NEW_TRACK); else emitAscii('[ ]'); break // D
    case 0x45: emitNumber(pidAt(subject, 79)); break // E
    case 0x46: emitAscii(systemOf(subject) == 0x31 ? 'MPEG-1' : systemOf(subject) == 0x32 ? 'MPEG-2' : ''); break // F
    default: if (says(subject, 102, 3) && isPlain(subject, 102, 3)) emit(columnAt(subject, 102), columnAt(subject, 102) + 3) // G
  }
}

/** The digit of MPG1, MPG2 or MPG4 in a SatcoDX record, 0 for another system. */
function systemOf(row: usize): u32 {
  if (load<u32>(row, ROW_LENGTH) < 115) return 0
  const at = columnAt(row, 29)
  return (load<u32>(at) & 0xffffff) == 0x47504d ? load<u8>(at, 3) : 0
}

function fillOf(text: string, number: u32, at: usize): void {
  subjectNumber = number
  subject = at
  fill(text)
}

/** A new favourite group. */
function emitGroup(g: u32, pretty: bool): void {
  spacedText = pretty
  // A group has no row; any readable address will do.
  fillOf(NEW_GROUP, g, source)
}

function newLine(): void { reach(out + 64); emitByte(0x0a) }

@inline
function recordEnd(row: usize): usize { return <usize>load<u32>(row, ROW_START) + load<u32>(row, ROW_LENGTH) }

/**
 * The start of a column in a whole SatcoDX record (columns 28 to 42, 51 and later): multi-byte letters or a shift may
 * have moved it.
 */
function columnAt(row: usize, column: u32): usize {
  const start = <usize>load<u32>(row, ROW_START)
  const name = <usize>load<u32>(row, ROW_NAME)
  if (!(load<u16>(row, ROW_FLAGS) & FLAG_BY_CHARACTERS)) return name + column - 43
  if (column < 43) return start + 10 + load<u16>(row, ROW_SATELLITE_LENGTH) + column - 28
  let at = name + load<u16>(row, ROW_NAME_LENGTH)
  let here: u32 = 51
  const second = name + load<u16>(row, ROW_NAME2_STEP)
  if (column >= 115) { at = second; here = 115 }
  else if (second - at == 64) return at + column - 51
  const end = recordEnd(row)
  for (; here < column && at < end; here++) at += characterBytes(at, end)
  return at
}

/** The value of a four-digit column in a SatcoDX record, or 0 if it is empty. */
function pidAt(row: usize, column: u32): u32 {
  if (load<u32>(row, ROW_LENGTH) < 115) return 0
  const at = columnAt(row, column)
  if (at + 4 > recordEnd(row)) return 0
  let value: u32 = 0
  for (let i: u32 = 0; i < 4; i++) {
    const digit: u32 = <u32>load<u8>(at + i) - 0x30
    if (digit > 9) return 0
    value = value * 10 + digit
  }
  return value
}

/** To the end of the record. */
const REST: u32 = 0xffff

/** True when a column of a SatcoDX record is not empty. */
function says(row: usize, column: u32, length: u32): bool {
  if (load<u32>(row, ROW_LENGTH) < 115) return false
  const at = columnAt(row, column)
  const end = min<usize>(at + length, recordEnd(row))
  for (let p = at; p < end; p++) {
    const byte: u32 = load<u8>(p)
    if (byte != 0x20 && byte != 0x5f && byte != 0x30 && byte) return true
  }
  return false
}

/** True when a column contains only ASCII that needs no escape in a JSON string. */
function isPlain(row: usize, column: u32, length: u32): bool {
  const at = columnAt(row, column)
  for (let i: u32 = 0; i < length; i++) {
    const byte: u32 = load<u8>(at + i)
    if (byte < 0x20 || byte > 0x7e || byte == 0x22 || byte == 0x5c) return false
  }
  return true
}

/** A channel without a readable transponder can't be represented in this format. */
function carries(row: usize): bool { return load<u32>(row, ROW_TRANSPONDER) < transponderCount }

/**
 * While a file is written, a spare byte of each satellite holds its band: 1 KU, 2 C, taken from its first transponder.
 */
const SATELLITE_FOUND_BAND: usize = 9

function findBands(): void {
  for (let i: u32 = 0; i < satelliteCount; i++) store<u8>(satelliteAt(i), load<u8>(satelliteAt(i), SATELLITE_BAND), SATELLITE_FOUND_BAND)
  for (let i: u32 = 0; i < transponderCount; i++) {
    const transponder = transponderAt(i)
    const satellite = load<u32>(transponder, TRANSPONDER_SATELLITE)
    const frequency = load<u32>(transponder, TRANSPONDER_FREQUENCY)
    if (satellite >= satelliteCount || frequency == NONE || load<u8>(satelliteAt(satellite), SATELLITE_FOUND_BAND)) continue
    store<u8>(satelliteAt(satellite), frequency >= 3_400_000 && frequency <= 4_800_000 ? 2 : 1, SATELLITE_FOUND_BAND)
  }
}

/** Writes a list of another dialect as a new file. */
export function convertToChl(): u32 {
  if (dialect == DIALECT_CHL) return writeChl()
  const start = openOutput()
  setWritten(start)
  out = start
  escaped = false
  newTv = 0
  newRadio = 0
  newFile = true
  spacedText = true
  // A channel's Index counts TV and radio separately, from 0.
  for (let place: u32 = 0; place < live; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    const row = rowOf(id)
    if (carries(row)) store<u32>(places + (<usize>id << 2), load<u8>(row, ROW_TYPE) == TYPE_RADIO ? newRadio++ : newTv++)
  }
  newGroups = max<u32>(groupsInUse(), 8)
  findBands()
  fillOf(NEW_INDEX, 0, source)
  for (let g: u32 = 0; g < newGroups; g++) {
    emitGroup(g, true)
    newLine()
  }
  for (let i: u32 = 0; i < satelliteCount; i++) fillOf(NEW_SATELLITE, i, satelliteAt(i))
  for (let i: u32 = 0; i < transponderCount; i++) fillOf(NEW_TRANSPONDER, i, transponderAt(i))
  for (let place: u32 = 0; place < live; place++) {
    const id = load<u32>(order + (<usize>place << 2))
    const row = rowOf(id)
    noteLosses(row, id)
    if (carries(row)) fillOf(NEW_CHANNEL, id, row)
  }
  newFile = false
  return <u32>(out - start)
}

/** Records what this format can't represent of a SatcoDX channel. */
function noteLosses(row: usize, id: u32): void {
  const frequency = load<u32>(row, ROW_FREQUENCY)
  const sid = load<u32>(row, ROW_SID)
  const onid = load<u32>(row, ROW_ONID)
  const tsid = load<u32>(row, ROW_TSID)
  const type: u32 = load<u8>(row, ROW_TYPE)
  if (!carries(row) || frequency == NONE || sid == NONE) loss(Loss.recordUnreadable, id)
  else if (frequency % 1000) loss(Loss.frequencyRounded, id)
  if (sid != NONE && sid > 65535) loss(Loss.sidRange, id)
  if ((onid && onid != NONE) || (tsid && tsid != NONE)) loss(Loss.networkIds, id)
  if (type != TYPE_TV && type != TYPE_RADIO) loss(Loss.type, id)
  if (load<u16>(row, ROW_FLAGS) & FLAG_SCRAMBLED) loss(Loss.encryption, id)
  if (says(row, 106, 5) || (says(row, 102, 3) && (!pidAt(row, 79) || !isPlain(row, 102, 3)))) loss(Loss.language, id)
  if (says(row, 55, 8) || says(row, 171, REST)) loss(Loss.textFields, id)
}
