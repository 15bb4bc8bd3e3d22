/** Cells that contain several values of a transponder, such as “11494 H 22000”, “H/22000” or “22000 3/4”. */
import type { Part } from '../letters'
import { lettersMax, plainDigits } from './numbers'
import { readPolarisation } from './words'

export const tuningKeys = ['frequency', 'polarisation', 'symbolRate', 'fec'] as const
export type TuningKey = (typeof tuningKeys)[number]
/** The columns whose cells may contain more of these than their heading says. */
export const tuningColumns = ['frequency', 'polarisation', 'symbolRate'] as const
export type TuningColumn = (typeof tuningColumns)[number]
export const isTuningColumn = (column: unknown): column is TuningColumn =>
  (tuningColumns as readonly unknown[]).includes(column)

export type TuningParts = ReadonlyMap<TuningKey, Part>

/** Words for system and modulation, fractions, numbers, other words, and what separates them. */
const tokens = [
  /(?:dvb-?s2?x?|s2x?|[q8]psk|\d{0,2}apsk)(?![\p{L}\d])/iuy,
  /\d\s?\/\s?(?:10|\d)(?!\d)/y,
  /\d{1,3}(?:[ .,'\u00a0]\d{3})+(?!\d)(?:[.,]\d{1,6})?|\d+(?:[.,\u066b]\d{1,6})?/y,
  /\p{L}+/uy,
  /[^\p{L}\d]+/uy,
] as const
const [knownWord, fractionToken, numberToken, wordToken, between] = tokens
const units = /^(?:[kmg]hz|[km]?bd|[km]s(?:ym|ps)?|мгц|кгц|ггц|s)$/i
/** No symbol rate has fewer digits. */
const isRate = (text: string): boolean => /\d{4}|\d\D\d/.test(text)

/** The values in a cell of a column; null if it has only one, or also something else. */
export const tuningIn = (cell: string, column: TuningColumn): TuningParts | null => {
  if (cell.length < 3 || cell.length > lettersMax || !/[\p{L}/]/u.test(cell)) return null
  const text = plainDigits(cell)
  if (!/\d/.test(text)) return null
  const parts = new Map<TuningKey, Part>()
  const put = (key: TuningKey, start: number, end: number): boolean => {
    if (parts.has(key)) return false
    parts.set(key, { start, end })
    return true
  }
  for (let at = 0; at < text.length;) {
    const take = (token: RegExp): string => {
      token.lastIndex = at
      return token.exec(text)?.[0] ?? ''
    }
    let found = take(knownWord)
    if (found !== '') {
      at += found.length
      continue
    }
    if ((found = take(fractionToken)) !== '') {
      if (!put('fec', at, at + found.length)) return null
    } else if ((found = take(numberToken)) !== '') {
      const isFirst = column === 'frequency' && !parts.has('frequency')
      if (!isFirst && !isRate(found)) return null
      if (!put(isFirst ? 'frequency' : 'symbolRate', at, at + found.length)) return null
    } else if ((found = take(wordToken)) !== '') {
      // “HD” is not a polarisation.
      const isMeant = found.length !== 2 && readPolarisation(found) !== null
      if (isMeant ? !put('polarisation', at, at + found.length) : !units.test(found)) return null
    } else found = take(between)
    at += found.length
  }
  const isSeveral = parts.size > 1 && (parts.has('polarisation') || parts.has('fec'))
  return isSeveral && parts.has(column) ? parts : null
}
