/**
 * Files coming in and going out, and the text in them. Everything lives until the instance is thrown away: the host
 * takes a fresh one for each piece of work, so nothing is freed.
 */

/** One file of the upload: `name` within its folder, bytes at [at, end), zeros behind them. */
export class File {
  constructor(public name: string, public at: usize, public end: usize) {}
}
export const files = new Array<File>()

/** Zeros kept behind every file, so that a look ahead reads nothing of another. */
const PADDING: usize = 64

/** Makes room for a file whose name has `nameBytes`; the host writes the name, then the bytes, at what is returned. */
export function openFile(nameBytes: u32, bytes: u32): usize {
  const size = <usize>nameBytes + bytes + PADDING
  const at = heap.alloc(size)
  memory.fill(at, 0, size)
  return at
}
/** The file at `at` has been written. */
export function closeFile(at: usize, nameBytes: u32, bytes: u32): void {
  const from = at + nameBytes
  files.push(new File(decodeUtf8(at, from), from, from + bytes))
}

// ---- Text in ----

/** True while the file being read is no UTF-8: its bytes are then windows-1252. */
let plain = false
export function isPlain(): bool { return plain }
export function setPlain(value: bool): void { plain = value }

// prettier-ignore
const UPPER: StaticArray<u16> = [
  0x20ac, 0x81, 0x201a, 0x192, 0x201e, 0x2026, 0x2020, 0x2021, 0x2c6, 0x2030, 0x160, 0x2039, 0x152, 0x8d, 0x17d, 0x8f,
  0x90, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x2dc, 0x2122, 0x161, 0x203a, 0x153, 0x9d, 0x17e, 0x178,
]

let units: usize = 0
let unitRoom: usize = 0
let unitCount: usize = 0

export function openUnits(most: usize): void {
  unitCount = 0
  if (most <= unitRoom) return
  unitRoom = (most * 2 + 255) & ~255
  units = heap.alloc(unitRoom << 1)
}
/** Adds a unit as lists show it: line ends and tabs are spaces, other controls (marks of emphasis too) are nothing. */
export function putUnit(unit: u32): void {
  if (unit < 0x20) {
    if (unit != 9 && unit != 10 && unit != 13) return
    unit = 0x20
  } else if (unit - 0x7f < 0x21) return
  store<u16>(units + (unitCount++ << 1), <u16>unit)
}
/** What was added, with halves of letters that stand alone replaced. */
export function closeUnits(): string {
  for (let i: usize = 0; i < unitCount; i++) {
    const unit: u32 = load<u16>(units + (i << 1))
    if ((unit & 0xf800) != 0xd800) continue
    const next: u32 = i + 1 < unitCount ? <u32>load<u16>(units + ((i + 1) << 1)) : 0
    if (unit < 0xdc00 && (next & 0xfc00) == 0xdc00) i++
    else store<u16>(units + (i << 1), 0xfffd)
  }
  return String.UTF16.decodeUnsafe(units, unitCount << 1)
}

/** Adds one letter of UTF-8 at `at` and returns where the next one begins; broken bytes are a replacement mark. */
function putLetter(at: usize, end: usize): usize {
  const first: u32 = load<u8>(at)
  if (first < 0x80) { putUnit(first); return at + 1 }
  if (plain) { putUnit(first < 0xa0 ? <u32>UPPER[first - 0x80] : first); return at + 1 }
  const more: usize = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
  let point = first >= 0xf0 ? first & 7 : first >= 0xe0 ? first & 15 : first & 31
  let read: usize = 0
  while (read < more && at + 1 + read < end && (load<u8>(at + 1 + read) & 0xc0) == 0x80) {
    point = (point << 6) | (load<u8>(at + 1 + read) & 0x3f)
    read++
  }
  const least: u32 = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80
  if (first < 0xc2 || first > 0xf4 || read < more || point < least || point > 0x10ffff || (point >> 11) == 0x1b) {
    putUnit(0xfffd)
    return at + 1 + read
  }
  if (point >= 0x10000) {
    putUnit(0xd7c0 + (point >> 10))
    putUnit(0xdc00 | (point & 0x3ff))
  } else putUnit(point)
  return at + 1 + more
}

/** The text at [at, end) in the file's letters. */
export function decode(at: usize, end: usize): string {
  if (end <= at) return ''
  openUnits(end - at)
  while (at < end) at = putLetter(at, end)
  return closeUnits()
}
function decodeUtf8(at: usize, end: usize): string {
  const was = plain
  plain = false
  const text = decode(at, end)
  plain = was
  return text
}

/** The contents of a JSON string, between its quotes. */
export function decodeJson(at: usize, end: usize): string {
  if (end <= at) return ''
  openUnits(end - at)
  while (at < end) {
    if (load<u8>(at) != 0x5c || at + 1 >= end) { at = putLetter(at, end); continue }
    const letter: u32 = load<u8>(at, 1)
    at += 2
    if (letter != 0x75) {
      putUnit(letter == 0x6e || letter == 0x74 || letter == 0x72 ? 0x20 : letter == 0x62 || letter == 0x66 ? 0 : letter)
      continue
    }
    let unit: u32 = 0
    let digits = 0
    for (; digits < 4 && at < end; digits++, at++) {
      const value = hexOf(load<u8>(at))
      if (value > 15) break
      unit = (unit << 4) | value
    }
    putUnit(digits < 4 ? 0xfffd : unit)
  }
  return closeUnits()
}

/** True where [at, end) is UTF-8 throughout. */
export function isUtf8(at: usize, end: usize): bool {
  while (at < end) {
    const first: u32 = load<u8>(at)
    if (first < 0x80) { at++; continue }
    const more: usize = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1
    if (first < 0xc2 || first > 0xf4 || at + more >= end) return false
    for (let i: usize = 1; i <= more; i++) if ((load<u8>(at + i) & 0xc0) != 0x80) return false
    at += more + 1
  }
  return true
}

@inline
export function isBlank(byte: u32): bool { return byte == 0x20 || (byte >= 9 && byte <= 13) || byte == 0 }
@inline
export function isDigit(byte: u32): bool { return byte - 0x30 < 10 }
export function hexOf(byte: u32): u32 {
  if (byte - 0x30 < 10) return byte - 0x30
  const small = (byte | 0x20) - 0x61
  return small < 6 ? small + 10 : 16
}
export function skipBlank(at: usize, end: usize): usize {
  while (at < end && isBlank(load<u8>(at))) at++
  return at
}
export function trimEnd(at: usize, end: usize): usize {
  while (end > at && isBlank(load<u8>(end - 1))) end--
  return end
}
/** True where [at, …) begins with this ASCII text, letters in any case. */
export function starts(at: usize, end: usize, text: string): bool {
  const length = <usize>text.length
  if (at + length > end) return false
  for (let i: usize = 0; i < length; i++) {
    const wanted: u32 = load<u16>(changetype<usize>(text) + (i << 1))
    const there: u32 = load<u8>(at + i)
    if (there == wanted) continue
    if ((there | 0x20) != (wanted | 0x20) || (wanted | 0x20) - 0x61 > 25) return false
  }
  return true
}
/** True where [at, end) is exactly this ASCII text. */
export function equals(at: usize, end: usize, text: string): bool {
  return end - at == <usize>text.length && starts(at, end, text)
}
/** Where `byte` stands first, or `end`. */
export function findByte(at: usize, end: usize, byte: u32): usize {
  while (at < end && <u32>load<u8>(at) != byte) at++
  return at
}
/** A whole number in [at, end) (base 10 or 16), −1 for anything else; at most 9 hex or 15 decimal digits. */
export function wholeNumber(at: usize, end: usize, base: u32 = 10): i64 {
  at = skipBlank(at, end)
  end = trimEnd(at, end)
  if (at >= end || end - at > (base == 16 ? 9 : 15)) return -1
  let value: i64 = 0
  for (; at < end; at++) {
    const digit = hexOf(load<u8>(at))
    if (digit >= base) return -1
    value = value * base + digit
  }
  return value
}
/** The same within 0…most, −1 where it is not. */
export function numberWithin(at: usize, end: usize, most: i64, base: u32 = 10): i32 {
  const value = wholeNumber(at, end, base)
  return value > most ? -1 : <i32>value
}
/** A decimal fraction as whole thousandths, such as 19.2 → 19200; −1 for anything else. A sign is not read. */
export function thousandths(at: usize, end: usize): i64 {
  at = skipBlank(at, end)
  end = trimEnd(at, end)
  const dot = min(findByte(at, end, 0x2e), findByte(at, end, 0x2c))
  const whole = wholeNumber(at, dot)
  if (whole < 0 || whole > 9_000_000_000) return -1
  let value = whole * 1000
  let scale: i64 = 100
  for (let i = dot + 1; i < end; i++, scale /= 10) {
    const digit = <u32>load<u8>(i) - 0x30
    if (digit > 9) return -1
    value += digit * scale
  }
  return value
}

/** Where the line at `at` ends, without its CR; `nextLine` then has the start of the next one. */
export let nextLine: usize = 0
export function lineEnd(at: usize, end: usize): usize {
  const lf = findByte(at, end, 0x0a)
  nextLine = min(lf + 1, end)
  return lf > at && load<u8>(lf - 1) == 0x0d ? lf - 1 : lf
}

// ---- Text out ----

export class Output {
  constructor(public name: string, public at: usize, public end: usize) {}
}
export const outputs = new Array<Output>()

let start: usize = 0
let out: usize = 0
let room: usize = 0

export function openOutput(): void {
  room = 1 << 16
  start = heap.alloc(room)
  out = start
}
export function closeOutput(name: string): void {
  outputs.push(new Output(name, start, out))
}
/** Bytes written to the open output. */
export function written(): u32 { return <u32>(out - start) }
export function outputAt(): usize { return start }
/** Forgets what was written behind the first so many bytes. */
export function rewind(bytes: u32): void { out = start + bytes }

function reserve(bytes: usize): void {
  const used = out - start
  if (used + bytes <= room) return
  room = max(room << 1, used + bytes + 4096)
  const to = heap.alloc(room)
  memory.copy(to, start, used)
  start = to
  out = to + used
}
export function emitBytes(from: usize, end: usize): void {
  if (end <= from) return
  reserve(end - from)
  memory.copy(out, from, end - from)
  out += end - from
}
export function emitByte(byte: u32): void {
  reserve(1)
  store<u8>(out++, <u8>byte)
}
/** Writes text in the letters of the file: UTF-8, or windows-1252 while `isPlain`. */
export function emit(text: string): void {
  const length = text.length
  reserve(<usize>length * 3)
  for (let i = 0; i < length; i++) {
    let point: u32 = text.charCodeAt(i)
    if ((point & 0xfc00) == 0xd800 && i + 1 < length && (text.charCodeAt(i + 1) & 0xfc00) == 0xdc00)
      point = 0x10000 + ((point & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff)
    if (point < 0x80) store<u8>(out++, <u8>point)
    else if (plain) emitPlain(point)
    else if (point < 0x800) {
      store<u8>(out++, <u8>(0xc0 | (point >> 6)))
      store<u8>(out++, <u8>(0x80 | (point & 0x3f)))
    } else {
      if (point < 0x10000) store<u8>(out++, <u8>(0xe0 | (point >> 12)))
      else {
        store<u8>(out++, <u8>(0xf0 | (point >> 18)))
        store<u8>(out++, <u8>(0x80 | ((point >> 12) & 0x3f)))
      }
      store<u8>(out++, <u8>(0x80 | ((point >> 6) & 0x3f)))
      store<u8>(out++, <u8>(0x80 | (point & 0x3f)))
    }
  }
}
function emitPlain(point: u32): void {
  let byte: u32 = 0x3f
  if (point >= 0xa0 && point < 0x100) byte = point
  else {
    let at = 0
    while (at < 32 && <u32>UPPER[at] != point) at++
    if (at < 32) byte = 0x80 + at
  }
  store<u8>(out++, <u8>byte)
}
export function emitNumber(value: i64): void {
  reserve(24)
  if (value < 0) { store<u8>(out++, 0x2d); value = -value }
  let scale: i64 = 1
  while (value / scale >= 10) scale *= 10
  for (; scale; scale /= 10) store<u8>(out++, <u8>(0x30 + (value / scale) % 10))
}
/** Writes a pattern of ASCII with a number in the place of each %. */
export function put(pattern: string, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0, e: i64 = 0, f: i64 = 0): void {
  for (let i = 0; i < pattern.length; i++) {
    const unit: u32 = pattern.charCodeAt(i)
    if (unit != 0x25) { emitByte(unit); continue }
    emitNumber(a)
    a = b
    b = c
    c = d
    d = e
    e = f
  }
}
/** Writes a text between two pieces of a pattern, parted by %. */
export function putText(pattern: string, text: string): void {
  const at = pattern.indexOf('%')
  emit(pattern.substring(0, at))
  emit(text)
  emit(pattern.substring(at + 1))
}
/** Adds a piece of text as it is. */
export function putPiece(text: string, at: i32, end: i32): void { while (at < end) putUnit(text.charCodeAt(at++)) }
/**
 * A text with each of one piece exchanged for another, in the time and memory of both texts: nothing is freed, so a text
 * that grows by every piece would take the square of them.
 */
export function exchanged(text: string, from: string, to: string): string {
  let found = 0
  let at = 0
  for (let next = text.indexOf(from); next >= 0; next = text.indexOf(from, next + from.length)) found++
  if (!found) return text
  openUnits(text.length + found * to.length)
  while (found--) {
    const next = text.indexOf(from, at)
    putPiece(text, at, next)
    putPiece(to, 0, to.length)
    at = next + from.length
  }
  putPiece(text, at, text.length)
  return closeUnits()
}
/** The pieces of a text between separators. */
export function parts(text: string, separator: string): string[] {
  const all: string[] = []
  let at = 0
  for (;;) {
    const next = text.indexOf(separator, at)
    if (next < 0) break
    all.push(text.substring(at, next))
    at = next + separator.length
  }
  all.push(text.substring(at))
  return all
}
/** A number of at least 0 as text. */
export function digits(value: i64): string {
  const from = written()
  emitNumber(value)
  return taken(from)
}
/** Takes away again what was written behind the first so many bytes, as text: a place to put one together, open or not. */
export function taken(from: u32): string {
  const text = decode(start + from, out)
  rewind(from)
  return text
}
/** Writes a system of encryption behind those before it. */
export function emitSystem(value: i32): void {
  if (written()) emitByte(0x2c)
  emitHex(value, 4, false)
}
/** A number in hexadecimal, at least `width` digits, small or capital letters. */
export function emitHex(value: u32, width: u32, capital: bool): void {
  let digits: u32 = 1
  while (digits < 8 && value >> (digits * 4)) digits++
  for (let i = max(digits, width); i-- > 0; ) {
    const digit = i > 7 ? 0 : (value >> (i * 4)) & 15
    emitByte(digit < 10 ? 0x30 + digit : (capital ? 0x37 : 0x57) + digit)
  }
}
/** A text as a JSON string, with its quotes. */
export function emitJson(text: string): void {
  emitByte(0x22)
  let from = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit != 0x22 && unit != 0x5c && unit >= 0x20) continue
    emit(text.substring(from, i))
    from = i + 1
    if (unit < 0x20) { emit('\\u00'); emitHex(unit, 2, false) }
    else { emitByte(0x5c); emitByte(unit) }
  }
  emit(from ? text.substring(from) : text)
  emitByte(0x22)
}
/** How many bytes a text takes in UTF-8. */
export function bytesOf(text: string): u32 { return String.UTF8.byteLength(text) }
/** As much of a text as fits into so many bytes of UTF-8, cut between letters. */
export function cut(text: string, most: u32): string {
  if (<u32>text.length * 3 <= most || bytesOf(text) <= most) return text
  let used: u32 = 0
  let i = 0
  while (i < text.length) {
    const unit = text.charCodeAt(i)
    const pair = (unit & 0xfc00) == 0xd800
    used += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3
    if (used > most) break
    i += pair ? 2 : 1
  }
  return text.substring(0, i)
}
