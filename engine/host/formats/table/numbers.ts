/**
 * Numbers as people write them in tables: in digits of three scripts, with a decimal point or comma, in groups of
 * thousands, with units. A style says how a column writes them, so that an edit looks like its neighbours.
 */
import { limits } from '../../types'
import { angleText } from '../places'

/** No number is longer: a cell may be a whole file. */
const lettersMax = 40
const zeros = ['0', '\u0660', '\u06f0', '\uff10'] as const
type Zero = (typeof zeros)[number]

const scriptOf = (text: string): Zero =>
  /^[\0-\u00ff]*$/.test(text)
    ? '0'
    : /[\u0660-\u0669]/.test(text)
      ? '\u0660'
      : /[\u06f0-\u06f9]/.test(text)
        ? '\u06f0'
        : /[\uff10-\uff19]/.test(text)
          ? '\uff10'
          : '0'
export const plainDigits = (text: string): string => {
  const zero = scriptOf(text)
  return zero === '0'
    ? text
    : text.replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) & 15))
}
// U+FF10 and U+0660 end in 0, so the lowest four bits are the digit; so do those of U+06F0.

const minus = /^[-\u2212\u2013]/
const units = /\s{0,3}(?:[kmg]?hz|[km]?bd|[km]s(?:ym)?(?:\/s|ps)?|мгц|кгц|ггц|٪)$/i
/** Signs that only group thousands: blanks, apostrophes and the Arabic sign. */
const groupSigns = " \u00a0\u2009\u202f'\u2019\u066c"
const grouped = new RegExp(`(\\d)([${groupSigns}])(?=\\d{3}(?!\\d))`, 'g')

type Parsed = { value: number; decimal: '' | '.' | ',' | '\u066b'; group: string }

/** `isFrequency`: three digits behind a lone point or comma are a fraction, such as 950.125. */
const parse = (text: string, isFrequency: boolean): Parsed | null => {
  if (text === '' || text.length > lettersMax) return null
  if (/^\d{1,15}$/.test(text)) return { value: Number(text), decimal: '', group: '' }
  // “1.” is how people count lines.
  let plain = plainDigits(text).trim().replace(units, '').replace(/\.$/, '')
  if (/^0x[\da-f]{1,6}$/i.test(plain)) return { value: Number(plain), decimal: '', group: 'x' }
  let group = ''
  plain = plain.replace(grouped, (_, digit: string, sign: string) => {
    group = sign
    return digit
  })
  const isNegative = minus.test(plain)
  if (isNegative) plain = plain.slice(1)
  const [, whole = '', rest = ''] = /^(\d+)((?:[.,\u066b]\d+)*)$/.exec(plain) ?? []
  if (whole === '') return null
  const signs = rest.replace(/\d/g, '')
  const pieces = rest.split(/[.,\u066b]/).slice(1)
  const last = signs.charAt(signs.length - 1)
  const isMixed = signs.length > 1 && signs.indexOf(last) === signs.length - 1
  const isThousands = (all: readonly string[]): boolean =>
    whole.length <= 3 && whole !== '0' && all.every(({ length }) => length === 3)
  const isGroup =
    signs.length > 1
      ? !isMixed
      : last !== '\u066b' && last !== '' && group === '' && !isFrequency && isThousands(pieces)
  const fraction = isGroup ? '' : (pieces.pop() ?? '')
  if (pieces.length > 0 && !isThousands(pieces)) return null
  const value = Number(`${whole}${pieces.join('')}${fraction === '' ? '' : `.${fraction}`}`)
  return {
    value: isNegative ? -value : value,
    decimal: fraction === '' ? '' : (last as Parsed['decimal']),
    group: pieces.length > 0 ? signs.charAt(0) : group,
  }
}

const wholeOf = (value: number | undefined, max: number): number | null =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= max ? value : null

const mostKHz = 100_000_000
/** Frequencies are written in MHz, kHz or Hz; what has a fraction and is no more than 40 is in GHz. */
const kHzOf = ({ value, decimal }: Parsed): number | null => {
  let kHz = value * (decimal !== '' && value >= 2 && value <= 40 ? 1_000_000 : 1000)
  for (let step = 0; step < 2 && kHz > mostKHz; step++) kHz /= 1000
  return kHz > 0 ? Math.min(Math.round(kHz), mostKHz) : null
}
/** Symbol rates are written in thousands; what is below 100 is in millions, what is beyond 99 999 in ones. */
const rateOf = ({ value }: Parsed): number | null => {
  const rate = value > 0 && value < 100 ? value * 1000 : value > 99_999 ? value / 1000 : value
  return wholeOf(Math.round(rate), 99_999)
}

/** The kinds of numbers that columns have; null for what is none. */
const kinds = {
  number: (one: Parsed) => wholeOf(one.value, limits.channelNumber[1]) || null,
  id: (one: Parsed) => wholeOf(one.value, 0xffff),
  pid: (one: Parsed) => wholeOf(one.value, limits.pid[1]),
  rate: rateOf,
  frequency: kHzOf,
} as const satisfies Record<string, (one: Parsed) => number | null>
export type NumberKind = keyof typeof kinds

export const readNumber = (kind: NumberKind, text: string): number | null => {
  const parsed = parse(text, kind === 'frequency')
  return parsed && kinds[kind](parsed)
}

// ---- Written ----

const inDigits = (text: string, zero: Zero): string =>
  zero === '0' ? text : text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))

/** What stands before a fraction where no cell tells. */
const pointOf = (zero: Zero = '0'): string => (zero === '\u0660' || zero === '\u06f0' ? '\u066b' : '.')

/** Writes numbers as they stand in a column of these cells; plainly where one would be read as another. */
export const numberWriter = (kind: NumberKind, cells: readonly string[]): ((value: number) => string) => {
  const parsed = cells.flatMap((cell) => {
    const one = parse(cell, kind === 'frequency')
    return one === null ? [] : [{ ...one, zero: scriptOf(cell), is: kinds[kind](one) }]
  })
  const [first] = parsed
  // A list counts in kHz, a table in MHz, kHz or Hz.
  const unit = kind === 'frequency' ? 1000 : 1
  const plain = (value: number): string => String(value / unit)
  if (first === undefined) return plain
  const scale = first.is ? 10 ** Math.round(Math.log10((first.value * unit) / first.is)) : 1
  const decimal = parsed.find((one) => one.decimal !== '')?.decimal ?? pointOf(first.zero)
  const group = parsed.find((one) => one.group !== '')?.group ?? ''
  if (group === 'x') return (value) => `0x${value.toString(16).toUpperCase()}`
  return (value) => {
    const [whole = '', fraction = ''] = String(Number(((value / unit) * scale).toFixed(6))).split('.')
    const thousands = group === '' ? whole : whole.replace(/\B(?=(?:\d{3})+$)/g, group)
    const written = inDigits(`${thousands}${fraction === '' ? '' : decimal + fraction}`, first.zero)
    return readNumber(kind, written) === value ? written : plain(value)
  }
}

// ---- Positions ----

const westWords = /^(?:w|oeste|ouest|з|غرب)/i
const eastWords = /^(?:e|ost|в|сх|شرق)/i
const directionOf = (word: string): 'east' | 'west' | null =>
  westWords.test(word) ? 'west' : eastWords.test(word) ? 'east' : null

type Position = { tenths: number; join: string; word: string; isSigned: boolean; isWhole: boolean; decimal: string }
const position =
  /^([^\d]{0,20}?)([-\u2212\u2013]?)(\d{1,3})(?:([.,\u066b])(\d{1,4}))?([\s°º˚]{0,3})([^\d\s°º˚]?[^\d]{0,15})$/

const parsePosition = (text: string): Position | null => {
  if (text.length > lettersMax) return null
  const found = position.exec(plainDigits(text).trim())
  if (found === null) return null
  const [, before = '', sign = '', whole = '', decimal = '', fraction = '', join = '', after = ''] = found
  const word = after.trim() || (/\p{L}+(?=[\s°]*$)/u.exec(before)?.[0] ?? '')
  const direction = directionOf(word)
  if (word !== '' && direction === null) return null
  const tenths = Math.round(Number(`${whole}.${fraction}`) * 10)
  if (tenths > 3600) return null
  const isWest = direction === null ? sign !== '' : direction === 'west'
  return {
    tenths: (isWest ? 3600 - Math.min(tenths, 1800) : tenths) % 3600,
    ...{ join: after === '' ? '' : join, word: after.trim(), decimal },
    isSigned: sign !== '' || direction !== null || tenths <= 1800,
    isWhole: fraction === '',
  }
}

/** Tenths of a degree eastward. */
export const readAngle = (text: string): number | null => parsePosition(text)?.tenths ?? null
/** Whether a cell says where a satellite stands by a letter, as no number of a channel does. */
export const isPosition = (text: string): boolean => (parsePosition(text)?.word ?? '') !== ''
/** The position at the end of a satellite's name, as in “Astra (19.2°E)”. */
export const angleInName = (name: string): number | null => {
  if (name === '') return null
  const found = /(?:^|[\s(])(\d{1,3}(?:[.,]\d)?\s?°?\s?[EW])\)?$/i.exec(name.slice(-20))
  return found?.[1] === undefined ? null : readAngle(found[1])
}

const opposites: readonly (readonly [east: string, west: string])[] = [
  ['E', 'W'],
  ['East', 'West'],
  ['Ost', 'West'],
  ['в.д.', 'з.д.'],
  ['в. д.', 'з. д.'],
  ['сх.д.', 'зх.д.'],
  ['сх. д.', 'зх. д.'],
  ['شرق', 'غرب'],
  ['شرقا', 'غربا'],
  ['شرقی', 'غربی'],
]

/** Writes positions as they stand in a column of these cells. */
export const angleWriter = (cells: readonly string[]): ((angle: number) => string) => {
  const parsed = cells.flatMap((cell) => {
    const one = parsePosition(cell)
    return one === null ? [] : [{ ...one, zero: scriptOf(cell) }]
  })
  const [first] = parsed
  if (first === undefined) return angleText
  const lettered = parsed.find(({ word }) => word !== '')
  const isRound = lettered === undefined && parsed.some(({ isSigned }) => !isSigned)
  const isWhole = parsed.some((one) => one.isWhole)
  const decimal = parsed.find((one) => one.decimal !== '')?.decimal ?? pointOf(first.zero)
  const word = lettered?.word.toLowerCase()
  const pair = opposites.find((both) => both.some((one) => one.toLowerCase() === word)) ?? ['E', 'W']
  const isSmall = lettered?.word === word
  return (angle) => {
    const isWest = angle > 1800
    const degrees = (isWest && !isRound ? 3600 - angle : angle) / 10
    const text = isWhole ? String(degrees) : degrees.toFixed(1)
    const number = inDigits(text.replace('.', decimal), first.zero)
    if (lettered === undefined) return isWest && !isRound ? `-${number}` : number
    const direction = pair[isWest ? 1 : 0]
    const written = `${number}${lettered.join}${isSmall ? direction.toLowerCase() : direction}`
    return readAngle(written) === angle ? written : angleText(angle)
  }
}
