/**
 * Reads the pairs of JSON objects as offsets in a text, so that duplicate keys, odd spaces and unknown values stay
 * unchanged. Each level of nesting is scanned once, without recursion.
 */
import type { Part } from '../letters'

const [quote, comma, colon, slash] = [0x22, 0x2c, 0x3a, 0x5c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || code === 0
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** `reached`: where the last incomplete value ended; readers use it to bound their second attempts. */
export class Scanner {
  reached = 0
  constructor(readonly text: string) {}

  skipBlank(from: number, end: number): number {
    let at = from
    while (at < end && isBlank(this.text.charCodeAt(at))) at++
    return at
  }

  /** The offset after the string whose quotation mark is at `from`; −1 if it doesn't end. */
  private skipString(from: number, end: number): number {
    const { text } = this
    for (let at = text.indexOf('"', from + 1); at >= 0 && at < end; at = text.indexOf('"', at + 1)) {
      let slashes = 0
      while (text.charCodeAt(at - 1 - slashes) === slash) slashes++
      if (slashes % 2 === 0) return at + 1
    }
    this.reached = end
    return -1
  }

  /** The offset after the value at `from`; −1 if it doesn't end or is not a value. */
  skipValue(from: number, end: number): number {
    const { text } = this
    const first = text.charCodeAt(from)
    if (first === quote) return this.skipString(from, end)
    let at = from
    if (first !== openObject && first !== openList) {
      for (; at < end; at++) {
        const code = text.charCodeAt(at)
        if (code === comma || code === closeObject || code === closeList || isBlank(code)) break
      }
      return at > from ? at : -1
    }
    for (let depth = 0; at < end;) {
      const code = text.charCodeAt(at)
      if (code === quote) {
        at = this.skipString(at, end)
        if (at < 0) return -1
        continue
      }
      at++
      if (code === openObject || code === openList) depth++
      else if ((code === closeObject || code === closeList) && --depth === 0) return at
    }
    this.reached = end
    return -1
  }

  /** The object at `start`; null if it is incomplete or not an object. */
  fields({ start, end }: Part): Fields | null {
    const { text } = this
    if (start >= end || text.charCodeAt(start) !== openObject) return null
    const places: number[] = []
    let at = this.skipBlank(start + 1, end)
    while (at < end) {
      const code = text.charCodeAt(at)
      if (code === closeObject) return new Fields(this, places, at + 1)
      if (code === comma) {
        at = this.skipBlank(at + 1, end)
        continue
      }
      if (code !== quote) break
      const keyEnd = this.skipString(at, end)
      const sign = keyEnd < 0 ? end : this.skipBlank(keyEnd, end)
      if (sign >= end || text.charCodeAt(sign) !== colon) break
      const value = this.skipBlank(sign + 1, end)
      const valueEnd = value < end ? this.skipValue(value, end) : -1
      if (valueEnd < 0) break
      places.push(at + 1, keyEnd - 1, value, valueEnd)
      at = this.skipBlank(valueEnd, end)
    }
    this.reached = Math.max(this.reached, at)
    return null
  }

  /** The elements of the list at `start`, up to where it breaks off. */
  elements({ start, end }: Part): Part[] {
    const { text } = this
    const found: Part[] = []
    if (text.charCodeAt(start) !== openList) return found
    for (let at = start + 1; ;) {
      at = this.skipBlank(at, end)
      if (at < end && text.charCodeAt(at) === comma) at = this.skipBlank(at + 1, end)
      if (at >= end || text.charCodeAt(at) === closeList) return found
      const behind = this.skipValue(at, end)
      if (behind < 0) return found
      found.push({ start: at, end: behind })
      at = behind
    }
  }

  isObject({ start }: Part): boolean {
    return this.text.charCodeAt(start) === openObject
  }
  isText({ start }: Part): boolean {
    return this.text.charCodeAt(start) === quote
  }

  /** A whole number, written as a number, as text, or as true and false; null for anything else. */
  number({ start, end }: Part): number | null {
    const { text } = this
    const isQuoted = text.charCodeAt(start) === quote
    const [from, to] = isQuoted ? [start + 1, end - 1] : [start, end]
    if (to <= from || to - from > 10) return null
    let value = 0
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at)
      if (!isDigit(code)) return words[text.slice(from, to).toLowerCase()] ?? null
      value = value * 10 + code - 0x30
    }
    return value <= 0xffff_ffff ? value : null
  }
}
const words: Partial<Record<string, number>> = { true: 1, false: 0 }

export class Fields {
  /** `places`: for each pair the start and end of its key, then of its value. `end`: after the object. */
  constructor(
    private readonly scanner: Scanner,
    private readonly places: readonly number[],
    readonly end: number,
  ) {}

  private part(at: number): Part {
    return { start: this.places[at] ?? 0, end: this.places[at + 1] ?? 0 }
  }
  get count(): number {
    return this.places.length / 4
  }
  key(pair: number): Part {
    return this.part(pair * 4)
  }
  value(pair: number): Part {
    return this.part(pair * 4 + 2)
  }

  /** The value of the first pair with this key, ignoring case. */
  find(key: string): Part | null {
    const { places, scanner } = this
    const wanted = key.toLowerCase()
    for (let at = 0; at < places.length; at += 4) {
      const start = places[at] ?? 0
      if ((places[at + 1] ?? 0) - start !== key.length) continue
      if (scanner.text.startsWith(key, start)) return this.part(at + 2)
      if (scanner.text.slice(start, start + key.length).toLowerCase() === wanted) return this.part(at + 2)
    }
    return null
  }
  number(key: string): number | null {
    const part = this.find(key)
    return part && this.scanner.number(part)
  }
  inner(...keys: readonly string[]): Fields | null {
    let fields: Fields | null = this
    for (const key of keys) {
      const part: Part | null = fields?.find(key) ?? null
      fields = part && this.scanner.fields(part)
    }
    return fields
  }
  elements(key: string): Part[] {
    const part = this.find(key)
    return part === null ? [] : this.scanner.elements(part)
  }
}

// ---- Texts ----

const escapes: Partial<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '', f: '' }
const utf8 = (text: string): string => {
  let letters = ''
  for (const byte of new TextEncoder().encode(text)) letters += String.fromCharCode(byte)
  return letters
}
/** The characters of a JSON string with its quotation marks, one per byte; a plain number as it is. */
export const unescaped = (json: string): string => {
  if (!json.startsWith('"')) return /^\d/.test(json) ? json : ''
  const inside = json.slice(1, -1)
  if (!inside.includes('\\')) return inside
  return inside.replace(/((?:\\u[\da-f]{4})+)|\\(.?)/gis, (_all, codes: string | undefined, letter = '') => {
    if (codes === undefined) return letter === 'u' ? utf8('\ufffd') : (escapes[letter] ?? letter)
    const units = codes.match(/[\da-f]{4}/gi) ?? []
    return units
      .map((unit) => String.fromCharCode(Number.parseInt(unit, 16)))
      .join('')
      .replace(/[^]+/, utf8)
  })
}
