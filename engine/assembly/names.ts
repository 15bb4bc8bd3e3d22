/**
 * Names of channels: joins and trims their bytes in a record, decodes them, and encodes text back into a record's
 * field.
 */
import { chlName } from './formats/chl-read'
import {
  DIALECT_CHL, FLAG_BY_CHARACTERS, ROW_BYTES, ROW_FLAGS, ROW_NAME, ROW_NAME2_LENGTH, ROW_NAME2_STEP, ROW_NAME_LENGTH, ROW_RENAMED, ROW_START,
  dialect, encoding, rows,
} from './model'
import { decodeName, encodeName, encodedLost, encodedUnits, nameEncoding, selectorEncoding, selectorLength } from './text/charset'

/** A name's field has at most 8 + 56 characters of four bytes. */
const FIELD = memory.data(320)
const NAME_CHARACTERS: u32 = 8

/** The padding of the field that `readField` read last: space, or `_` if the maker uses that. */
let fieldPadding: u8 = 0x20

/**
 * Joins the parts of a SatcoDX name in FIELD, cut at NUL and without padding; returns its length including a selector.
 */
function readField(row: usize): u32 {
  const first = <usize>load<u32>(row, ROW_NAME)
  const firstBytes = <u32>load<u16>(row, ROW_NAME_LENGTH)
  const secondBytes = <u32>load<u16>(row, ROW_NAME2_LENGTH)
  memory.copy(FIELD, first, firstBytes)
  memory.copy(FIELD + firstBytes, first + load<u16>(row, ROW_NAME2_STEP), secondBytes)
  const length = firstBytes + secondBytes
  fieldPadding = length && load<u8>(FIELD + length - 1) == 0x5f ? 0x5f : 0x20
  let cut = selectorLength(FIELD, length)
  if (cut == 1 && load<u8>(FIELD) == 0x11) {
    // With two bytes per letter, NULs are part of letters.
    while (cut + 1 < length && load<u16>(FIELD + cut) != 0) cut += 2
    while (cut > 2 && load<u16>(FIELD + cut - 2) == 0x2000) cut -= 2
    return cut
  }
  const least = cut
  while (cut < length && load<u8>(FIELD + cut) != 0) cut++
  while (cut > least) {
    const byte = load<u8>(FIELD + cut - 1)
    if (byte != 0x20 && !(byte == 0x5f && fieldPadding == 0x5f)) break
    cut--
  }
  return cut
}

/** An upper bound of a name's UTF-16 units. */
export function nameBound(row: usize): u32 {
  const renamed = load<u32>(row, ROW_RENAMED)
  return (renamed ? load<u32>(renamed, 4) : 0) + load<u16>(row, ROW_NAME_LENGTH) + load<u16>(row, ROW_NAME2_LENGTH)
}

/**
 * Trims and widens most names, printable ASCII in a field of 8 + at most 17 bytes, sixteen letters at a time. Returns
 * -1 for any other name, which takes the careful path. Writes 64 bytes at `to`, whatever the name's length.
 */
@inline
function plainName(row: usize, to: usize): i32 {
  const lengths = load<u32>(row, ROW_NAME_LENGTH)
  const second = <u32>load<u16>(row, ROW_NAME2_LENGTH)
  if ((lengths & 0xffff) != 8 || second > 17) return -1
  const first = <usize>load<u32>(row, ROW_NAME)
  const behind = first + (lengths >> 16)
  store<u64>(FIELD, load<u64>(first))
  v128.store(FIELD, v128.load(behind), 8)
  store<u8>(FIELD, load<u8>(behind, 16), 24)
  const low = v128.load(FIELD)
  const high = v128.load(FIELD, 16)
  const space = i8x16.splat(0x20)
  const tilde = i8x16.splat(0x7e)
  const within: u32 = (1 << (8 + second)) - 1
  const odd = <u32>i8x16.bitmask(v128.or(i8x16.lt_u(low, space), i8x16.gt_u(low, tilde)))
    | (<u32>i8x16.bitmask(v128.or(i8x16.lt_u(high, space), i8x16.gt_u(high, tilde))) << 16)
  if (odd & within || load<u8>(FIELD + 7 + second) == 0x5f) return -1
  const letters = ~(<u32>i8x16.bitmask(i8x16.eq(low, space)) | (<u32>i8x16.bitmask(i8x16.eq(high, space)) << 16)) & within
  v128.store(to, i16x8.extend_low_i8x16_u(low))
  v128.store(to, i16x8.extend_high_i8x16_u(low), 16)
  v128.store(to, i16x8.extend_low_i8x16_u(high), 32)
  v128.store(to, i16x8.extend_high_i8x16_u(high), 48)
  return 32 - <i32>clz(letters)
}

/** Writes the file's name of a row as UTF-16 at `to`, which has room for at least 64 bytes; returns its units. */
export function sourceName(row: usize, to: usize): u32 {
  if (dialect != DIALECT_CHL) {
    const plain = plainName(row, to)
    if (plain >= 0) return <u32>plain
  }
  if (dialect == DIALECT_CHL) return chlName(<u32>((row - rows) / ROW_BYTES), to)
  return decodeName(FIELD, readField(row), encoding, to)
}

/** The encoding of a row's name in the file. */
export function rowEncoding(row: usize): u32 {
  if (dialect == DIALECT_CHL) return 0
  return nameEncoding(FIELD, readField(row), encoding)
}

/** Writes the current name of a row as UTF-16 at `to`, which has room for at least 64 bytes; returns its units. */
export function nameText(row: usize, to: usize): u32 {
  const renamed = <usize>load<u32>(row, ROW_RENAMED)
  if (!renamed) return sourceName(row, to)
  const units = load<u32>(renamed, 4)
  memory.copy(to, renamed + 8, <usize>units << 1)
  return units
}

/** The result of `writeField`: bytes of both parts, and what was lost. */
export let firstPart: u32 = 0
export let secondPartBytes: u32 = 0
export let fieldCut: bool = false
export let fieldLost: bool = false

/**
 * Selectors for names with letters that the record's own encoding lacks (EN 300 468 annex A), single-byte ones first,
 * UTF-8 last. Each entry is the encoding's index, the selector's length and its bytes. 0x0A would select ISO 8859-14,
 * but a line feed ends a record.
 */
const SELECTORS = memory.data<u8>([
  10, 1, 0x05, 0, 0, 6, 1, 0x01, 0, 0, 7, 1, 0x02, 0, 0, 8, 1, 0x03, 0, 0, 9, 1, 0x04, 0, 0, 15, 1, 0x0b, 0, 0, 11, 1, 0x06, 0, 0,
  13, 1, 0x09, 0, 0, 12, 1, 0x07, 0, 0, 3, 3, 0x10, 0, 2, 2, 3, 0x10, 0, 1, 4, 3, 0x10, 0, 3, 5, 3, 0x10, 0, 4, 16, 3, 0x10, 0, 16,
  14, 3, 0x10, 0, 14, 0, 1, 0x15, 0, 0,
])
const SELECTOR_ENTRIES: usize = 16
const SELECTOR_BYTES: usize = 5

/**
 * Writes a name after the first selector whose encoding has all of its letters; returns the bytes, including the
 * selector.
 */
function writeDeclared(text: usize, units: u32, to: usize, capacity: u32): u32 {
  for (let entry: usize = SELECTORS; entry < SELECTORS + SELECTOR_ENTRIES * SELECTOR_BYTES; entry += SELECTOR_BYTES) {
    const length: u32 = load<u8>(entry, 1)
    if (length >= capacity) continue
    memory.copy(to, entry + 2, length)
    const written = encodeName(text, units, load<u8>(entry), to + length, capacity - length)
    if (!encodedLost) return length + written
  }
  return 0
}

/**
 * Writes a new name for a SatcoDX record at `to`, its two parts one after the other. It uses the record's own encoding
 * with its own selector or, if that lacks a letter, another encoding with its selector. The field is padded as before,
 * and never ends in half a character. In a record counted by bytes, the parts keep their lengths; counted by
 * characters, they keep their counts. Needs 4 × 64 bytes.
 */
export function writeField(row: usize, text: usize, units: u32, to: usize): void {
  const length = readField(row)
  const padding = fieldPadding
  const declared = selectorEncoding(FIELD, length)
  const selector = declared >= 0 ? selectorLength(FIELD, length) : 0
  const used = nameEncoding(FIELD, length, encoding)
  const firstBytes = <u32>load<u16>(row, ROW_NAME_LENGTH)
  const secondBytes = <u32>load<u16>(row, ROW_NAME2_LENGTH)
  memory.copy(to, FIELD, selector)
  const wide = used == 0 && (load<u16>(row, ROW_FLAGS) & FLAG_BY_CHARACTERS || load<u16>(load<u32>(row, ROW_START), 8) == 0x3031)
  if (!wide) {
    const capacity = firstBytes + secondBytes - selector
    let written = selector + encodeName(text, units, used, to + selector, capacity)
    if (encodedLost) {
      const declaredBytes = writeDeclared(text, units, to, firstBytes + secondBytes)
      if (declaredBytes) written = declaredBytes
    }
    memory.fill(to + written, padding, firstBytes + secondBytes - written)
    firstPart = firstBytes
    secondPartBytes = secondBytes
    fieldCut = encodedUnits < units
    fieldLost = encodedLost > 0
    return
  }
  const firstAt = <usize>load<u32>(row, ROW_NAME)
  const secondCharacters = countCharacters(firstAt + load<u16>(row, ROW_NAME2_STEP), secondBytes)
  let room = NAME_CHARACTERS - selector
  let out = to + selector
  let done: u32 = 0
  for (let part: u32 = 0; part < 2; part++) {
    while (room && done < units) {
      const pair: u32 = (load<u16>(text + (done << 1)) & 0xfc00) == 0xd800 && done + 1 < units ? 2 : 1
      out += encodeName(text + (done << 1), pair, used, out, 4)
      done += pair
      room--
    }
    memory.fill(out, padding, room)
    out += room
    if (part == 0) { firstPart = <u32>(out - to); room = secondCharacters }
    else secondPartBytes = <u32>(out - to) - firstPart
  }
  fieldCut = done < units
  fieldLost = false
}

/** Counts the characters of UTF-8 text: every byte that is not a continuation byte. */
function countCharacters(at: usize, length: u32): u32 {
  let count: u32 = 0
  for (let i: u32 = 0; i < length; i++) if ((load<u8>(at + i) & 0xc0) != 0x80) count++
  return count
}
