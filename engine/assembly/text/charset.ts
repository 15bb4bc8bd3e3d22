/**
 * Converts names between bytes and UTF-16, in every encoding of host/types.ts (an encoding is identified by its index
 * there). It allocates nothing, never traps, never produces more units than bytes, and never writes half a character.
 */
import { UPPER_HALVES } from './charset-table'

/** The indexes of UTF-8 and of windows-1252, the last resort, in `encodings`. */
export const UTF8: u32 = 0
export const WINDOWS_1252: u32 = 1
export const ISO_8859_1: u32 = 2
export const ENCODINGS: u32 = 26
/** Replaces a byte or a sequence without a meaning. */
const REPLACEMENT: u16 = 0xfffd
const EMPHASIS_ON: u32 = 0x86
const EMPHASIS_OFF: u32 = 0x87
const DVB_NEWLINE: u32 = 0x8a

/** How many UTF-16 units the last `encodeName` wrote, and how many of its letters became "?". */
export let encodedUnits: u32 = 0
export let encodedLost: u32 = 0

/** The code unit of a byte ≥ 0x80 in a single-byte encoding. */
@inline
function upper(encoding: u32, byte: u32): u16 {
  return load<u16>(UPPER_HALVES + ((encoding - 1) << 8) + ((byte - 0x80) << 1))
}

@inline
function isIso(encoding: u32): bool {
  return encoding >= ISO_8859_1 && encoding <= 16
}

/** Index of ISO 8859-`part`, or -1. */
function isoPart(part: u32): i32 {
  if (part < 1 || part > 16 || part == 12) return -1
  return part < 12 ? part + 1 : part
}

/**
 * The length of the DVB selector (EN 300 468 annex A) at the start of a name: 0, 1, 2 or 3. CR and LF end records and
 * are not selectors.
 */
export function selectorLength(from: usize, length: u32): u32 {
  if (!length) return 0
  const first: u32 = load<u8>(from)
  if (first == 0 || first >= 0x20 || first == 0x0a || first == 0x0d) return 0
  if (first == 0x10) return length < 3 ? length : 3
  if (first == 0x1f) return length < 2 ? length : 2
  return 1
}

/** The encoding that a selector names; -1 without a selector or if the engine has no table for it. */
export function selectorEncoding(from: usize, length: u32): i32 {
  if (!selectorLength(from, length)) return -1
  const first: u32 = load<u8>(from)
  if (first <= 0x0b) return isoPart(first + 4)
  if (first == 0x10) return length >= 3 && !load<u8>(from, 1) ? isoPart(load<u8>(from, 2)) : -1
  return first == 0x15 ? UTF8 : -1
}

/** Results of `utf8Kind`: no byte above 0x7F; not UTF-8; UTF-8; UTF-8 except for a truncated last sequence. */
export const UTF8_ASCII: u32 = 0
export const UTF8_INVALID: u32 = 1
export const UTF8_VALID: u32 = 2
export const UTF8_CUT: u32 = 3

/** The code point and length of the sequence last read by `readUtf8`. */
let codePoint: u32 = 0

/**
 * Reads one well-formed sequence (no overlong form, no surrogate) into `codePoint`. Returns its length, 0 if there is
 * none, 0x80 + n if the input ends inside one after n good bytes.
 */
function readUtf8(at: usize, end: usize): u32 {
  const lead: u32 = load<u8>(at)
  if (lead < 0x80) { codePoint = lead; return 1 }
  if (lead < 0xc2 || lead > 0xf4) return 0
  const size: u32 = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4
  let point: u32 = lead & (0x7f >> size)
  for (let i: u32 = 1; i < size; i++) {
    if (at + i >= end) return 0x80 + i
    const next: u32 = load<u8>(at + i)
    let low: u32 = 0x80
    let high: u32 = 0xbf
    if (i == 1) {
      if (lead == 0xe0) low = 0xa0
      else if (lead == 0xed) high = 0x9f
      else if (lead == 0xf0) low = 0x90
      else if (lead == 0xf4) high = 0x8f
    }
    if (next < low || next > high) return 0
    point = (point << 6) | (next & 0x3f)
  }
  codePoint = point
  return size
}

/** Classifies bytes as UTF-8 or not, in one pass. */
export function utf8Kind(from: usize, length: u32): u32 {
  const end = from + length
  let multibyte: u32 = 0
  let at = from
  while (at < end) {
    const size = readUtf8(at, end)
    if (size == 0) return UTF8_INVALID
    if (size > 4) return multibyte ? UTF8_CUT : UTF8_INVALID
    if (size > 1) multibyte++
    at += size
  }
  return multibyte ? UTF8_VALID : UTF8_ASCII
}

/** 1 Latin, 2 Cyrillic, 3 Greek, 4 Arabic, 5 Hebrew, 6 Thai; 0 for a sign or another script. */
function scriptOf(point: u32): u32 {
  if (point >= 0xc0 && point < 0x250) return point == 0xd7 || point == 0xf7 ? 0 : 1
  if (point >= 0x370 && point < 0x400) return 3
  if (point >= 0x400 && point < 0x530) return 2
  if (point >= 0x590 && point < 0x600) return 5
  if (point >= 0x600 && point < 0x780) return 4
  if (point >= 0xe00 && point < 0xe80) return 6
  return point >= 0x1e00 && point < 0x1f00 ? 1 : 0
}

/** The script of an encoding's letters, numbered as in `scriptOf`. */
export function scriptOfEncoding(encoding: u32): u32 {
  switch (encoding) {
    case 6: case 18: case 24: case 25: return 2
    case 8: case 19: return 3
    case 7: case 22: return 4
    case 9: case 21: return 5
    case 12: return 6
    default: return 1
  }
}

/**
 * True if an undeclared name in a file of another encoding is UTF-8 after all: well-formed, with every letter in the
 * script of the file's encoding, so that two Cyrillic capitals are not taken for a Latin letter.
 */
export function readsAsUtf8(from: usize, length: u32, encoding: u32): bool {
  const kind = utf8Kind(from, length)
  // A name of 20 bytes fills the shortest name column, so its last letter may be truncated.
  if (kind != UTF8_VALID && (kind != UTF8_CUT || length < 20)) return false
  const end = from + length
  const script = scriptOfEncoding(encoding)
  let letters: u32 = 0
  let at = from
  while (at < end) {
    const size = readUtf8(at, end)
    if (size > 4) break
    if (size > 1) {
      const found = scriptOf(codePoint)
      if (found == 0 ? codePoint < 0xc0 : script != 1 && found != script) return false
      letters++
    }
    at += size
  }
  return letters > 0
}

/** The encoding for reading a name without a selector, in a file read as `encoding`. */
export function undeclaredEncoding(from: usize, length: u32, encoding: u32): u32 {
  let high: u32 = 0
  for (let i: u32 = 0; i < length; i++) high |= load<u8>(from + i)
  if (high < 0x80) return encoding
  if (encoding == UTF8) return utf8Kind(from, length) == UTF8_INVALID ? WINDOWS_1252 : UTF8
  return readsAsUtf8(from, length, encoding) ? UTF8 : encoding
}

/** The encoding for reading a name: its selector's, else the one that its bytes and the file's encoding imply. */
export function nameEncoding(from: usize, length: u32, encoding: u32): u32 {
  const declared = selectorEncoding(from, length)
  if (declared >= 0) return declared
  const skip = selectorLength(from, length)
  return undeclaredEncoding(from + skip, length - skip, encoding)
}

/**
 * Decodes a name to UTF-16 and returns its units (never more than `length`). DVB emphasis is dropped; a DVB newline
 * becomes a space.
 */
export function decodeName(from: usize, length: u32, encoding: u32, to: usize): u32 {
  // Most names are plain ASCII without a selector.
  let plain: u32 = 0
  while (plain < length) {
    const byte: u32 = load<u8>(from + plain)
    if (byte < 0x20 || byte >= 0x80) break
    store<u16>(to + (plain << 1), <u16>byte)
    plain++
  }
  if (plain == length) return plain

  const skip = selectorLength(from, length)
  const end = from + length
  let at = from + skip
  let out = to
  if (skip == 1 && load<u8>(from) == 0x11) {
    for (; at + 1 < end; at += 2, out += 2) store<u16>(out, (<u16>load<u8>(at) << 8) | load<u8>(at, 1))
    return <u32>((out - to) >> 1)
  }
  const declared = selectorEncoding(from, length)
  const used = declared >= 0 ? <u32>declared : undeclaredEncoding(at, length - skip, encoding)
  if (used == UTF8) {
    while (at < end) {
      const size = readUtf8(at, end)
      if (size > 4) break
      if (size == 0) { store<u16>(out, REPLACEMENT); out += 2; at++; continue }
      at += size
      const point = codePoint
      if (point >= 0x10000) {
        store<u32>(out, (0xd800 + ((point - 0x10000) >> 10)) | ((0xdc00 | (point & 0x3ff)) << 16))
        out += 4
        continue
      }
      // Emphasis and newline are U+0086, U+0087, U+008A; in DVB's own encoding U+E086, U+E087, U+E08A.
      const control = point >= 0xe080 && point < 0xe0a0 ? point - 0xe000 : point
      if (control == EMPHASIS_ON || control == EMPHASIS_OFF) continue
      store<u16>(out, control == DVB_NEWLINE ? 0x20 : <u16>point)
      out += 2
    }
    return <u32>((out - to) >> 1)
  }
  const iso = isIso(used)
  for (; at < end; at++) {
    const byte: u32 = load<u8>(at)
    let unit = <u16>byte
    if (byte >= 0x80) {
      if (byte == EMPHASIS_ON || byte == EMPHASIS_OFF) continue
      unit = iso && byte == DVB_NEWLINE ? 0x20 : upper(used, byte)
    }
    store<u16>(out, unit)
    out += 2
  }
  return <u32>((out - to) >> 1)
}

/** The byte of a code unit ≥ 0x80 in a single-byte encoding, 0 if it has none. */
function byteOf(unit: u32, encoding: u32): u32 {
  for (let byte: u32 = 0x80; byte < 0x100; byte++) {
    if (<u32>upper(encoding, byte) == unit) return unit == REPLACEMENT || byte == EMPHASIS_ON || byte == EMPHASIS_OFF ? 0 : byte
  }
  return 0
}

/**
 * Encodes UTF-16 in at most `capacity` bytes, in whole letters, without selector and padding; returns the length.
 * `encodedUnits` is how many units fitted, `encodedLost` how many of those letters became "?".
 */
export function encodeName(from: usize, units: u32, encoding: u32, to: usize, capacity: u32): u32 {
  let written: u32 = 0
  let i: u32 = 0
  let lost: u32 = 0
  while (i < units) {
    let point: u32 = load<u16>(from + (i << 1))
    let step: u32 = 1
    if ((point & 0xf800) == 0xd800) {
      const next: u32 = i + 1 < units ? load<u16>(from + ((i + 1) << 1)) : 0
      if (point < 0xdc00 && (next & 0xfc00) == 0xdc00) {
        point = 0x10000 + ((point - 0xd800) << 10) + (next - 0xdc00)
        step = 2
      } else point = REPLACEMENT
    }
    const room = capacity - written
    if (encoding == UTF8) {
      const size: u32 = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
      if (size > room) break
      const at = to + written
      if (size == 1) store<u8>(at, <u8>point)
      else {
        store<u8>(at, <u8>((0xf00 >> size) | (point >> (6 * (size - 1)))))
        for (let n: u32 = 1; n < size; n++) store<u8>(at + n, <u8>(0x80 | ((point >> (6 * (size - 1 - n))) & 0x3f)))
      }
      written += size
    } else {
      if (!room) break
      let byte = point
      if (point >= 0x80) {
        byte = point < 0x10000 ? byteOf(point, encoding) : 0
        if (!byte) { byte = 0x3f; lost++ }
      }
      store<u8>(to + written, <u8>byte)
      written++
    }
    i += step
  }
  encodedUnits = i
  encodedLost = lost
  return written
}
