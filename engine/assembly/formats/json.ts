/**
 * A cursor over the pairs of one JSON object in memory. It is as lenient as boxes are (NULs and spaces between tokens,
 * extra commas) and never moves past the object's end: at invalid JSON it stops with `state` BROKEN. It allocates
 * nothing and does not recurse.
 */

export const STRING: u32 = 1
export const NUMBER: u32 = 2
export const TRUE: u32 = 3
export const FALSE: u32 = 4
export const NULL: u32 = 5
export const OBJECT: u32 = 6
export const ARRAY: u32 = 7

/** The cursor's state: inside the object, after the closing brace, or at invalid JSON. */
export const OPEN: u32 = 0
export const CLOSED: u32 = 1
export const BROKEN: u32 = 2

/**
 * The pair that `nextPair` read: its packed key (see `pack`), its value's bytes (including a string's quotes) and kind.
 */
export let pairKey: u64 = 0
export let valueAt: usize = 0
export let valueEnd: usize = 0
export let valueKind: u32 = 0
export let state: u32 = 0
/** Where the next token would be; after the object once it is CLOSED. */
export let cursor: usize = 0
let limit: usize = 0
/**
 * How far bytes were examined when a value turned out to be truncated. A caller that restarts from its middle has spent
 * that much work.
 */
export let reached: usize = 0
export function clearReached(): void { reached = 0 }

export function isSpace(byte: u32): bool { return byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09 || byte == 0 }

export function skipSpace(at: usize, end: usize): usize {
  while (at < end && isSpace(load<u8>(at))) at++
  return at
}

const ONES: u64 = 0x0101010101010101
const HIGHS: u64 = 0x8080808080808080

/**
 * Packs up to eight bytes into one word, in lower case; 0 for more. It may read bytes after `end`, which always exist
 * (see PADDING).
 */
export function pack(at: usize, end: usize): u64 {
  const length = end - at
  if (length > 8 || !length) return 0
  const word = load<u64>(at) & (<u64>-1 >> ((8 - length) << 3))
  const low = word & ~HIGHS
  const capitals = (low + ONES * 0x3f) & ~(low + ONES * 0x25) & ~word & HIGHS
  return word | (capitals >> 2)
}

/** Sets a high bit for each byte of a word that equals `byte` (later bytes after the first may be marked wrongly). */
@inline
function finds(word: u64, byte: u64): u64 {
  const zero = word ^ (ONES * byte)
  return (zero - ONES) & ~zero & HIGHS
}

/** Returns the end of the string that opens at `at`, or 0 if a line end or the end of the bytes comes first. */
function skipString(at: usize, end: usize): usize {
  at++
  while (at < end) {
    const word = load<u64>(at)
    const found = finds(word, 0x22) | finds(word, 0x5c) | finds(word, 0x0a)
    if (!found) { at += 8; continue }
    at += <usize>(ctz(found) >> 3)
    if (at >= end) break
    const byte: u32 = load<u8>(at)
    if (byte == 0x22) return at + 1
    if (byte == 0x0a) break
    at += 2
  }
  reached = min(at, end)
  return 0
}

/** Returns the end of the object or array that opens at `at`, or 0. */
function skipNested(at: usize, end: usize): usize {
  let depth: u32 = 0
  while (at < end) {
    const byte: u32 = load<u8>(at)
    if (byte == 0x22) {
      at = skipString(at, end)
      if (!at) return 0
      continue
    }
    at++
    // { and [ differ from } and ] by 2.
    if (byte == 0x7b || byte == 0x5b) depth++
    else if (byte == 0x7d || byte == 0x5d) {
      if (--depth == 0) return at
    }
  }
  reached = at
  return 0
}

/** Reads one value at `at` into `valueAt`, `valueEnd`, `valueKind`; false if there is none. */
export function readValue(at: usize, end: usize): bool {
  if (at >= end) return false
  valueAt = at
  const byte: u32 = load<u8>(at)
  if (byte == 0x22) { valueKind = STRING; valueEnd = skipString(at, end) }
  else if (byte == 0x7b || byte == 0x5b) { valueKind = byte == 0x7b ? OBJECT : ARRAY; valueEnd = skipNested(at, end) }
  else {
    let to = at
    // Up to a space, a control character, or one of " , : [ ] { } (also y and _, which no literal contains).
    while (to < end) {
      const c: u32 = load<u8>(to)
      if (c <= 0x22 || c == 0x2c || c == 0x3a || (c | 0x26) == 0x7f) break
      to++
    }
    valueEnd = to > at ? to : 0
    const word = pack(at, to)
    if (word == 0x65757274) valueKind = TRUE
    else if (word == 0x65736c6166) valueKind = FALSE
    else if (word == 0x6c6c756e) valueKind = NULL
    else if (byte == 0x2d || byte == 0x2b || byte == 0x2e || (byte >= 0x30 && byte <= 0x39)) valueKind = NUMBER
    else return false
  }
  return valueEnd != 0
}

/** Starts at the object whose brace is at `at`. */
export function openObject(at: usize, end: usize): void {
  cursor = at + 1
  limit = end
  state = OPEN
}

/** Reads the next pair; false at the object's end or at invalid JSON (see `state`). */
export function nextPair(): bool {
  let at = skipSpace(cursor, limit)
  while (at < limit && load<u8>(at) == 0x2c) at = skipSpace(at + 1, limit)
  if (at < limit && load<u8>(at) == 0x7d) { cursor = at + 1; state = CLOSED; return false }
  if (at < limit && load<u8>(at) == 0x22) {
    const keyEnd = skipString(at, limit)
    if (keyEnd) {
      pairKey = pack(at + 1, keyEnd - 1)
      at = skipSpace(keyEnd, limit)
      if (at < limit && load<u8>(at) == 0x3a && readValue(skipSpace(at + 1, limit), limit)) {
        cursor = valueEnd
        return true
      }
    }
  }
  cursor = at
  state = BROKEN
  return false
}

/**
 * The value of a number, or of a string of digits, in thousandths. -1 for anything else (signs, exponents, more than 3
 * decimals).
 */
export function thousandths(at: usize, end: usize, kind: u32): i64 {
  if (kind == STRING) {
    at = skipSpace(at + 1, end - 1)
    end--
    while (end > at && isSpace(load<u8>(end - 1))) end--
  } else if (kind != NUMBER) return -1
  if (at >= end || end - at > 14) return -1
  let value: i64 = 0
  let decimals: i32 = -1
  for (; at < end; at++) {
    const byte: u32 = load<u8>(at)
    if (byte == 0x2e && decimals < 0) { decimals = 0; continue }
    if (byte < 0x30 || byte > 0x39) return -1
    if (decimals >= 3) {
      if (byte != 0x30) return -1
      continue
    }
    value = value * 10 + (byte - 0x30)
    if (decimals >= 0) decimals++
  }
  for (let i = max(decimals, 0); i < 3; i++) value *= 10
  return value
}
