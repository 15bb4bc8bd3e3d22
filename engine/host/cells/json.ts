/** Finds values inside the objects of a `.chl`, and writes new ones in the object's own form. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
export type Pair = { start: number; end: number }
export type Scanned = {
  /** Values by key in lower case; the last of equal keys counts. */
  pairs: Map<string, Pair>
  /** The position after the last pair. */
  last: number
  isPretty: boolean
}

const quote = 0x22
const backslash = 0x5c
const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 9 || byte === 10 || byte === 13 || byte === 0

const stringEnd = (bytes: Uint8Array, at: number, end: number): number => {
  for (at++; at < end && bytes[at] !== quote; at++) if (bytes[at] === backslash) at++
  return at + 1
}
const valueEnd = (bytes: Uint8Array, at: number, end: number): number => {
  const first = bytes[at]
  if (first === quote) return stringEnd(bytes, at, end)
  if (first === 0x7b || first === 0x5b) {
    let depth = 0
    for (; at < end; at++) {
      const byte = bytes[at]
      if (byte === quote) at = stringEnd(bytes, at, end) - 1
      else if (byte === 0x7b || byte === 0x5b) depth++
      else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at + 1
    }
    return end
  }
  while (at < end && bytes[at] !== 0x2c && bytes[at] !== 0x7d && bytes[at] !== 0x5d && !isSpace(bytes[at])) at++
  return at
}

const utf8 = new TextDecoder()

/** The values of the object at [start, end). The engine has already read it, so it is complete. */
export const scanObject = (bytes: Uint8Array, start: number, end: number): Scanned => {
  const pairs = new Map<string, Pair>()
  let at = start + 1
  let last = start + 1
  for (;;) {
    while (at < end && (isSpace(bytes[at]) || bytes[at] === 0x2c)) at++
    if (bytes[at] !== quote) break
    const keyEnd = stringEnd(bytes, at, end)
    const key = utf8.decode(bytes.subarray(at + 1, keyEnd - 1)).toLowerCase()
    at = keyEnd
    while (at < end && (isSpace(bytes[at]) || bytes[at] === 0x3a)) at++
    const to = valueEnd(bytes, at, end)
    if (to <= at) break
    pairs.set(key, { start: at, end: to })
    at = last = to
  }
  return { pairs, last, isPretty: bytes.subarray(start, end).includes(10) }
}

/** The value as JSON.parse reads it; undefined if it can't be parsed. */
export const parseValue = (bytes: Uint8Array, pair: Pair | undefined): unknown => {
  if (!pair) return undefined
  try {
    return JSON.parse(new TextDecoder('utf-8').decode(bytes.subarray(pair.start, pair.end)).replaceAll('\0', ' '))
  } catch {
    return undefined
  }
}

/**
 * The text of a value, either with the spaces of boxes' pretty writing or without any; `isEscaped`: letters above ASCII
 * as \uXXXX.
 */
export const writeValue = (value: Json, isPretty: boolean, isEscaped: boolean, indent = '  '): string => {
  if (value === null || typeof value !== 'object') {
    const text = JSON.stringify(value)
    return isEscaped
      ? text.replaceAll(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
      : text
  }
  const space = isPretty ? ' ' : ''
  if (Array.isArray(value)) {
    const items = value as readonly Json[]
    const texts = items.map((item) => writeValue(item, isPretty, isEscaped, indent))
    return items.length === 0 ? `[${space}]` : `[${space}${texts.join(`,${space}`)}${space}]`
  }
  const inner = `${indent}  `
  const line = isPretty ? `\n${inner}` : ''
  const pairs = Object.entries(value).map(
    ([key, item]) => `${line}${JSON.stringify(key)}${space}:${space}${writeValue(item, isPretty, isEscaped, inner)}`,
  )
  return `{${pairs.join(',')}${isPretty ? `\n${indent}` : ''}}`
}

/** A whole object at the top level of a file. */
export const writeObject = (value: Json, isPretty: boolean, isEscaped: boolean): string =>
  writeValue(value, isPretty, isEscaped, '')
