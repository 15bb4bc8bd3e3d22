/** The pairs of a JSON object, as places in its bytes: equal keys, odd spaces and unknown values stay as they are. */
import { decodeJson, isBlank, isDigit, skipBlank, starts } from './bytes'

/** How far the last object that broke off was read; readers bound their second tries by it. */
export let reached: usize = 0

/** Behind the string whose quote is at `at`; 0 where it doesn't end. */
function skipString(at: usize, end: usize): usize {
  const quote = i8x16.splat(0x22)
  const slash = i8x16.splat(0x5c)
  at++
  while (at < end) {
    // Files are followed by zeros: 16 bytes can be read at any place in them.
    const bytes = v128.load(at)
    const mask = i8x16.bitmask(v128.or(i8x16.eq(bytes, quote), i8x16.eq(bytes, slash)))
    if (!mask) { at += 16; continue }
    at += <usize>ctz(mask)
    if (at >= end) break
    if (load<u8>(at) == 0x22) return at + 1
    at += 2
  }
  return 0
}

/** Behind the value at `at`; 0 where it doesn't end or is none. */
export function skipValue(at: usize, end: usize): usize {
  const first: u32 = load<u8>(at)
  if (first == 0x22) return skipString(at, end)
  if (first == 0x7b || first == 0x5b) {
    let depth = 0
    while (at < end) {
      const byte: u32 = load<u8>(at)
      if (byte == 0x22) {
        const behind = skipString(at, end)
        if (!behind) break
        at = behind
        continue
      }
      at++
      if (byte == 0x7b || byte == 0x5b) depth++
      else if ((byte == 0x7d || byte == 0x5d) && --depth == 0) return at
    }
    reached = end
    return 0
  }
  const from = at
  while (at < end) {
    const byte: u32 = load<u8>(at)
    if (byte == 0x2c || byte == 0x7d || byte == 0x5d || isBlank(byte)) break
    at++
  }
  return at > from ? at : 0
}

/** More pairs than any object of these dialects has; the rest of a longer one is left unread. */
const MOST: i32 = 128

export class Fields {
  private keys: StaticArray<usize> = new StaticArray<usize>(MOST * 2)
  private values: StaticArray<usize> = new StaticArray<usize>(MOST * 2)
  count: i32 = 0

  /** Reads the object at `at`; returns where it ends, 0 where it breaks off or is none. */
  read(at: usize, end: usize): usize {
    this.count = 0
    if (at >= end || load<u8>(at) != 0x7b) return 0
    at = skipBlank(at + 1, end)
    while (at < end) {
      const byte: u32 = load<u8>(at)
      if (byte == 0x7d) return at + 1
      if (byte == 0x2c) { at = skipBlank(at + 1, end); continue }
      if (byte != 0x22) break
      const keyEnd = skipString(at, end)
      if (!keyEnd) break
      let value = skipBlank(keyEnd, end)
      if (value >= end || load<u8>(value) != 0x3a) break
      value = skipBlank(value + 1, end)
      if (value >= end) break
      const valueEnd = skipValue(value, end)
      if (!valueEnd) break
      if (this.count < MOST) {
        const i = this.count++ << 1
        this.keys[i] = at + 1
        this.keys[i + 1] = keyEnd - 1
        this.values[i] = value
        this.values[i + 1] = valueEnd
      }
      at = skipBlank(valueEnd, end)
    }
    reached = max(reached, at)
    return 0
  }
  keyAt(i: i32): usize { return this.keys[i << 1] }
  keyEnd(i: i32): usize { return this.keys[(i << 1) + 1] }
  valueAt(i: i32): usize { return this.values[i << 1] }
  valueEnd(i: i32): usize { return this.values[(i << 1) + 1] }

  /** The pair with this key (letters in any case), −1 where there is none. */
  find(key: string): i32 {
    const length = <usize>key.length
    for (let i = 0; i < this.count; i++) {
      const at = this.keyAt(i)
      if (this.keyEnd(i) - at == length && starts(at, at + length, key)) return i
    }
    return -1
  }
  /** A whole number, written plain, as text or as true and false; `none` for anything else. */
  number(key: string, none: i32): i32 {
    const i = this.find(key)
    if (i < 0) return none
    let at = this.valueAt(i)
    let end = this.valueEnd(i)
    if (load<u8>(at) == 0x22) { at++; end-- }
    if (starts(at, end, 'true')) return 1
    if (starts(at, end, 'false')) return 0
    let value: i64 = 0
    let digits = 0
    for (; at < end && digits < 11; at++, digits++) {
      if (!isDigit(load<u8>(at))) break
      value = value * 10 + load<u8>(at) - 0x30
    }
    return digits == 0 || at < end || value > 0xffffffff ? none : <i32>value
  }
  isText(i: i32): bool { return i >= 0 && load<u8>(this.valueAt(i)) == 0x22 }
  /** A string, or the letters of a number; empty where there is none. */
  text(key: string): string {
    const i = this.find(key)
    if (i < 0) return ''
    if (this.isText(i)) return decodeJson(this.valueAt(i) + 1, this.valueEnd(i) - 1)
    const first: u32 = load<u8>(this.valueAt(i))
    return isDigit(first) ? decodeJson(this.valueAt(i), this.valueEnd(i)) : ''
  }
  /** Reads the object that is the value of `key` into `inner`; false where it is none. */
  inner(key: string, inner: Fields): bool {
    const i = this.find(key)
    inner.count = 0
    return i >= 0 && inner.read(this.valueAt(i), this.valueEnd(i)) != 0
  }
}

/** The next element of an array: `elementAt` and `elementEnd`; false at its end. Begin with the bracket's place. */
export let elementAt: usize = 0
export let elementEnd: usize = 0
export function nextElement(at: usize, end: usize): bool {
  at = skipBlank(load<u8>(at) == 0x5b ? at + 1 : at, end)
  if (at < end && load<u8>(at) == 0x2c) at = skipBlank(at + 1, end)
  if (at >= end || load<u8>(at) == 0x5d) return false
  elementAt = at
  elementEnd = skipValue(at, end)
  return elementEnd != 0
}
