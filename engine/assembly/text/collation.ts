/**
 * Sort keys of names: bytes that compare as a reader would order the names (Latin, Greek, Cyrillic, Hebrew, Arabic;
 * digits by value; letters first, then accents, then case). They are the same in browser and server, whatever collators
 * those have.
 */
import { NUMBER, OTHER_SYMBOL, PAGES, SPELLED, SPELLINGS, WEIGHTS } from './collation-table'

/** Primaries below this take one byte of a key, others two. The byte 0 ends a level; 1 is unused. */
const ONE_BYTE: u32 = 236
const TWO_BYTES: u32 = 0xf0
/** Precedes the code point of a letter that is not in the table. */
const UNKNOWN: u32 = 0xf8
/** The most digits of one number; a longer one continues as another. */
const MAX_DIGITS: u32 = 250

@inline
function weightOf(unit: u32): u32 {
  const high = unit >> 8
  if (high > 0x22) return 0
  const page: u32 = load<u8>(PAGES + high)
  return page ? load<u16>(WEIGHTS + ((page - 1) << 9) + ((unit & 0xff) << 1)) : 0
}

@inline
function isDigit(weight: u32): bool { return weight >> 7 == NUMBER }

/**
 * Writes the sort key of a name and returns its length: at most 8 × units + 16. Keys compare byte by byte, a prefix
 * first.
 */
export function collationKey(from: usize, units: u32, to: usize): u32 {
  let out = to
  // Accents and cases are collected after everything that a key can need.
  const accents = to + <usize>units * 8 + 8
  let count: u32 = 0
  let i: u32 = 0
  while (i < units) {
    const unit: u32 = load<u16>(from + (<usize>i << 1))
    const weight = weightOf(unit)
    i++
    if (weight == 1) continue
    if (isDigit(weight)) {
      let value = (weight >> 2) & 31
      // Leading zeros don't count.
      while (value == 0 && i < units && isDigit(weightOf(load<u16>(from + (<usize>i << 1))))) {
        value = (weightOf(load<u16>(from + (<usize>i << 1))) >> 2) & 31
        i++
      }
      store<u8>(out, <u8>(NUMBER + 1))
      const length = out + 1
      out += 2
      let digits: u32 = 0
      while (true) {
        store<u8>(out++, <u8>value)
        digits++
        if (digits == MAX_DIGITS || i >= units) break
        const next = weightOf(load<u16>(from + (<usize>i << 1)))
        if (!isDigit(next)) break
        value = (next >> 2) & 31
        i++
      }
      store<u8>(length, <u8>digits)
      store<u8>(accents + count++, 0)
      continue
    }
    if (weight >> 7 == SPELLED) {
      const spelling = SPELLINGS + (weight & 127) * 6
      for (let k: usize = 0; k < 6; k += 2) {
        const part: u32 = load<u16>(spelling + k)
        if (part) { out = writePrimary(out, part >> 7); store<u8>(accents + count++, <u8>part & 127) }
      }
      continue
    }
    if (weight) {
      out = writePrimary(out, weight >> 7)
      store<u8>(accents + count++, <u8>weight & 127)
      continue
    }
    // Unknown: symbols before the digits, letters after all known ones, both by code point.
    let point = unit
    if ((unit & 0xfc00) == 0xd800 && i < units) {
      const low: u32 = load<u16>(from + (<usize>i << 1))
      if ((low & 0xfc00) == 0xdc00) { point = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00); i++ }
    }
    const symbol = (point >= 0x2000 && point < 0x2c00) || (point >= 0x1f000 && point < 0x20000)
    store<u8>(out, <u8>(symbol ? OTHER_SYMBOL + 1 : UNKNOWN))
    store<u8>(out, <u8>(point >> 16), 1)
    store<u8>(out, <u8>(point >> 8), 2)
    store<u8>(out, <u8>point, 3)
    out += 4
    store<u8>(accents + count++, 0)
  }
  store<u8>(out++, 0)

  // Accents: one byte each, 2 for none; those after the last accent are omitted.
  let last: u32 = count
  while (last && load<u8>(accents + last - 1) < 4) last--
  for (let k: u32 = 0; k < last; k++) store<u8>(out++, (load<u8>(accents + k) >> 2) + 2)
  store<u8>(out++, 0)

  // Case: two bits each, four per byte; those after the last capital are omitted.
  last = count
  while (last && !(load<u8>(accents + last - 1) & 3)) last--
  // The bytes after the last relevant one must not read as capitals.
  store<u32>(accents + last, 0)
  for (let k: u32 = 0; k < last; k += 4) {
    const four = load<u32>(accents + k) & 0x03030303
    store<u8>(out++, <u8>((four << 6) | (four >> 4) | (four >> 14) | (four >> 24)))
  }
  return <u32>(out - to)
}

@inline
function writePrimary(at: usize, primary: u32): usize {
  if (primary < ONE_BYTE) {
    store<u8>(at, <u8>(primary + 1))
    return at + 1
  }
  const rest = primary - ONE_BYTE
  store<u8>(at, <u8>(TWO_BYTES + (rest >> 6)))
  store<u8>(at, <u8>((rest & 63) + 1), 1)
  return at + 2
}
