/**
 * Numbers as people write them in tables: digits of three scripts, decimal point or comma, thousands groups, units. A
 * style describes how a column writes them, so that an edit looks like its neighbours.
 */
import { limits } from '../../types'
import { angleText } from '../places'

/** No number is this long, but a cell may be as long as the file. */
export const lettersMax = 40
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
// The code points of these digits end in 0 for zero, so the lowest four bits are the digit.

const minus = /^[-\u2212\u2013]/
const units = /\s{0,3}(?:[kmg]?hz|[km]?bd|[km]s(?:ym)?(?:\/s|ps)?|мгц|кгц|ггц|٪)$/i
/** Signs that only group thousands: blanks, apostrophes and the Arabic thousands separator. */
const groupSigns = " \u00a0\u2009\u202f'\u2019\u066c"
const grouped = new RegExp(`(\\d)([${groupSigns}])(?=\\d{3}(?!\\d))`, 'g')

type Parsed = { value: number; decimal: '' | '.' | ',' | '\u066b'; group: string }

/** `isFrequency`: three digits after a single point or comma are a fraction, such as 950.125. */
const parse = (text: string, isFrequency: boolean): Parsed | null => {
  if (text === '' || text.length > lettersMax) return null
  if (/^\d{1,15}$/.test(text)) return { value: Number(text), decimal: '', group: '' }
  // “1.” is how people number lines.
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

const hexDigits = /^\s*(?:0x)?([\da-f]{1,6})\s*$/i
const parseHex = (text: string): Parsed | null => {
  const [, digits = ''] = text.length > lettersMax ? [] : (hexDigits.exec(text) ?? [])
  return digits === '' ? null : { value: Number.parseInt(digits, 16), decimal: '', group: 'x' }
}
/** A cell of a column of ids: decimal and hexadecimal, hexadecimal only, or neither. */
export const hexKindOf = (text: string): 'both' | 'hex' | 'no' =>
  !/^\s*(?:0x)?[\da-f]{1,4}\s*$/i.test(text)
    ? 'no'
    : /\d/.test(text) && /^\s*[\da-f]*[a-f]/i.test(text)
      ? 'hex'
      : 'both'

const wholeOf = (value: number | undefined, max: number): number | null =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= max ? value : null

const maxKHz = 100_000_000
/** Frequencies are in MHz, kHz or Hz; a number with a fraction up to 40 is in GHz. */
const kHzOf = ({ value, decimal }: Parsed): number | null => {
  let kHz = value * (decimal !== '' && value >= 2 && value <= 40 ? 1_000_000 : 1000)
  for (let step = 0; step < 2 && kHz > maxKHz; step++) kHz /= 1000
  return kHz > 0 ? Math.min(Math.round(kHz), maxKHz) : null
}
/** Symbol rates are in thousands; below 100 they are in millions, above 99 999 in units. */
const rateOf = ({ value }: Parsed): number | null => {
  const rate = value > 0 && value < 100 ? value * 1000 : value > 99_999 ? value / 1000 : value
  return wholeOf(Math.round(rate), 99_999)
}

/** The kinds of numbers that columns have; null for columns without numbers. */
const kinds = {
  number: (one: Parsed) => wholeOf(one.value, limits.channelNumber[1]) || null,
  id: (one: Parsed) => wholeOf(one.value, 0xffff),
  pid: (one: Parsed) => wholeOf(one.value, limits.pid[1]),
  other: (one: Parsed) => wholeOf(one.value, 2 ** 31 - 1),
  rate: rateOf,
  frequency: kHzOf,
} as const satisfies Record<string, (one: Parsed) => number | null>
export type NumberKind = keyof typeof kinds

/** `isHex`: the column has hexadecimal digits, with 0x or without. */
export const readNumber = (kind: NumberKind, text: string, isHex = false): number | null => {
  const parsed = isHex ? parseHex(text) : parse(text, kind === 'frequency')
  return parsed && kinds[kind](parsed)
}

const unreadLetters = 20
/** A channel number that isn't whole, such as “10.1”, in plain letters; empty for a text that names no channel. */
export const unreadNumber = (text: string): string => {
  const plain = plainDigits(text).trim()
  return /[1-9]/.test(plain) && !minus.test(plain) ? plain.slice(0, unreadLetters).replace(/[^ !#-[\]-~]/g, '?') : ''
}

// ---- Written ----

const inDigits = (text: string, zero: Zero): string =>
  zero === '0' ? text : text.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))

/** The decimal separator if no cell shows one. */
const pointOf = (zero: Zero = '0'): string => (zero === '\u0660' || zero === '\u06f0' ? '\u066b' : '.')

/** Hexadecimal digits as these cells have them: prefix, case, and a width if all share one. */
const hexWriter = (cells: readonly string[]): ((value: number) => string) => {
  const all = cells.map((cell) => cell.trim())
  const [first = ''] = all
  const prefix = /^0x/i.exec(first)?.[0] ?? ''
  const isLower = all.some((cell) => /[a-f]/.test(cell)) && !all.some((cell) => /[A-F]/.test(cell))
  const width = all.every(({ length }) => length === first.length) ? first.length - prefix.length : 0
  return (value) => {
    const digits = value.toString(16).padStart(width, '0')
    return prefix + (isLower ? digits : digits.toUpperCase())
  }
}

/** Writes numbers in the style of these cells; plainly if one would be misread in that style. */
export const numberWriter = (
  kind: NumberKind,
  cells: readonly string[],
  isHex = false,
): ((value: number) => string) => {
  if (isHex) return hexWriter(cells)
  const parsed = cells.flatMap((cell) => {
    const one = parse(cell, kind === 'frequency')
    return one === null ? [] : [{ ...one, zero: scriptOf(cell), is: kinds[kind](one) }]
  })
  const [first] = parsed
  // A list uses kHz; a table uses MHz, kHz or Hz.
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

export type Direction = 'east' | 'west'
/**
 * The meaning of letters that languages use for different directions: O is east in German (Ost) and west in French
 * (ouest), W is east in Polish (wschód). Null if it is unknown.
 */
export type Compass = Readonly<Record<'o' | 'w', Direction | null>> & { bare: Bare }
/** The unit of whole numbers without sign or letter; null if they may be degrees or tenths of them. */
type Bare = 'degrees' | 'tenths' | null
export const usualCompass: Compass = { o: null, w: 'west', bare: 'degrees' }

/** Finds the unit of a column of positions: no position has more than 360 degrees, and few more than 180. */
export class BareUnit {
  private max = 0
  private isDegrees = false

  take(cell: string): void {
    const text = plainDigits(cell.slice(0, lettersMax)).trim()
    if (/^\d{1,4}$/.test(text)) this.max = Math.max(this.max, Number(text))
    else if (/^[^\p{L}]*\d[^\p{L}]*$/u.test(text)) this.isDegrees = true
  }
  get unit(): Bare {
    return this.isDegrees || this.max <= 180 ? 'degrees' : this.max > 360 ? 'tenths' : null
  }
}

/**
 * `seen`: the letters after the positions of a column. `o`: what O means in the language of the headings. If the other
 * letters contradict it, nothing is guessed.
 */
export const compassOf = (seen: ReadonlySet<string>, { o, isPolish }: HeadingLanguage, bare: Bare): Compass => {
  const byOthers = seen.has('e') === seen.has('w') ? null : seen.has('w') ? 'east' : 'west'
  const isTold = o === null || byOthers === null || o === byOthers
  const w = seen.has('e') ? 'west' : seen.has('z') ? 'east' : isPolish ? null : 'west'
  return { o: isTold ? (byOthers ?? o) : null, w, bare }
}
export type HeadingLanguage = { o: Direction | null; isPolish: boolean }

const westWords = /^(?:west|oeste|ouest|ovest|z$|zach|b$|bat[ıi]|з|غرب)/i
const eastWords = /^(?:e|oost|[oöø]st|ö\.|wsch|leste|l$|d$|do[ğg]u|в|сх|شرق)/i
/** Null for a word that is not a direction, `unsure` if the language isn't known. */
const directionOf = (word: string, compass: Compass): Direction | 'unsure' | null => {
  if (eastWords.test(word)) return 'east'
  if (westWords.test(word)) return 'west'
  const letter = /^[ow](?!\p{L})/iu.exec(word)?.[0].toLowerCase()
  return letter === 'o' || letter === 'w' ? (compass[letter] ?? 'unsure') : null
}

type Position = {
  /** Null if the direction isn't certain. */
  tenths: number | null
  direction: Direction | 'unsure' | null
  join: string
  word: string
  isSigned: boolean
  isWhole: boolean
  inTenths: boolean
  decimal: string
}
const position =
  /^([^\d]{0,20}?)([-\u2212\u2013]?)(\d{1,4})(?:([.,\u066b])(\d{1,4}))?([\s°º˚]{0,3})([^\d\s°º˚]?[^\d]{0,15})$/

const parsePosition = (text: string, compass: Compass): Position | null => {
  if (text.length > lettersMax) return null
  const found = position.exec(plainDigits(text).trim())
  if (found === null) return null
  const [, before = '', sign = '', whole = '', decimal = '', fraction = '', join = '', after = ''] = found
  const word = after.trim() || (/\p{L}+(?=[\s°]*$)/u.exec(before)?.[0] ?? '')
  const direction = directionOf(word, compass)
  if (word !== '' && direction === null) return null
  const isBare = sign === '' && fraction === '' && join === '' && word === ''
  const inTenths = isBare && compass.bare === 'tenths'
  const tenths = Math.round(Number(`${whole}.${fraction}`) * (inTenths ? 1 : 10))
  if (tenths > 3600) return null
  const isWest = direction === null ? sign !== '' : direction === 'west'
  return {
    tenths:
      direction === 'unsure' || (isBare && compass.bare === null)
        ? null
        : (isWest ? 3600 - Math.min(tenths, 1800) : tenths) % 3600,
    direction,
    ...{ join: after === '' ? '' : join, word: after.trim(), decimal },
    isSigned: sign !== '' || direction !== null || (tenths <= 1800 && !inTenths),
    isWhole: fraction === '' && !inTenths,
    inTenths,
  }
}

/** Tenths of a degree eastward; null also if it isn't certain which side is meant. */
export const readAngle = (text: string, compass: Compass): number | null => parsePosition(text, compass)?.tenths ?? null
/** Whether a cell contains a satellite's position, with a letter that no channel number has. */
export const isPosition = (text: string): boolean => (parsePosition(text, usualCompass)?.word ?? '') !== ''
const placeAtEnd =
  /(?:^|[\s(])(\d{1,3}(?:[.,\u066b]\d)?\s?°?\s?(?:[EWO]|east|west|ost|ouest|oeste|ovest|leste|este?|[вз]\.?\s?д\.?|[сз]х\.?\s?д\.?|(?:شرق|غرب)\p{L}?))\)?$/iu
/** The position at the end of a satellite's name, as in “Astra (19.2°E)”. */
export const angleInName = (name: string, compass: Compass): number | null => {
  if (name === '') return null
  const found = placeAtEnd.exec(plainDigits(name.slice(-20)))
  return found?.[1] === undefined ? null : readAngle(found[1], compass)
}
/** The lower-case letter after a position at the end of a cell; empty if there is none. */
export const directionLetter = (cell: string): string =>
  /\d[^\dA-Za-z]{0,4}([A-Za-z])[^\dA-Za-z]{0,3}$/.exec(cell.slice(-20))?.[1]?.toLowerCase() ?? ''

const opposites: readonly (readonly [east: string, west: string])[] = [
  ['E', 'W'],
  ['E', 'O'],
  ['O', 'W'],
  ['L', 'O'],
  ['W', 'Z'],
  ['D', 'B'],
  ['East', 'West'],
  ['Ost', 'West'],
  ['Est', 'Ouest'],
  ['Este', 'Oeste'],
  ['Leste', 'Oeste'],
  ['в.д.', 'з.д.'],
  ['в. д.', 'з. д.'],
  ['сх.д.', 'зх.д.'],
  ['сх. д.', 'зх. д.'],
  ['شرق', 'غرب'],
  ['شرقا', 'غربا'],
  ['شرقی', 'غربی'],
]
/** The word for a direction if the other cells have only one for its opposite. */
const oppositeOf = (word: string, direction: Direction): string => {
  const small = word.toLowerCase()
  const pair = opposites.find(([east, west]) => (direction === 'east' ? west : east).toLowerCase() === small)
  const found = (pair ?? ['E', 'W'])[direction === 'east' ? 0 : 1]
  return word === small ? found.toLowerCase() : found
}

/** Writes positions in the style of these cells. */
export const angleWriter = (cells: readonly string[], compass: Compass): ((angle: number) => string) => {
  const parsed = cells.flatMap((cell) => {
    const one = parsePosition(cell, compass)
    return one === null ? [] : [{ ...one, zero: scriptOf(cell) }]
  })
  const [first] = parsed
  const reads = (text: string, angle: number): boolean => readAngle(text, compass) === angle
  // If W doesn't certainly mean west, a minus sign does.
  const plain = (angle: number): string =>
    reads(angleText(angle), angle) ? angleText(angle) : `-${((3600 - angle) / 10).toFixed(1)}`
  if (first === undefined || compass.bare === null) return plain
  if (first.inTenths) return (angle) => inDigits(String(angle), first.zero)
  const lettered = parsed.find(({ word }) => word !== '')
  const isRound = lettered === undefined && parsed.some(({ isSigned }) => !isSigned)
  const isWhole = parsed.some((one) => one.isWhole)
  const decimal = parsed.find((one) => one.decimal !== '')?.decimal ?? pointOf(first.zero)
  const wordFor = (direction: Direction): string =>
    parsed.find((one) => one.word !== '' && one.direction === direction)?.word ??
    oppositeOf(lettered?.word ?? 'E', direction)
  const words = { east: wordFor('east'), west: wordFor('west') }
  return (angle) => {
    const isWest = angle > 1800
    const degrees = (isWest && !isRound ? 3600 - angle : angle) / 10
    const text = isWhole ? String(degrees) : degrees.toFixed(1)
    const number = inDigits(text.replace('.', decimal), first.zero)
    if (lettered === undefined) return isWest && !isRound ? `-${number}` : number
    const written = `${number}${lettered.join}${words[isWest ? 'west' : 'east']}`
    return reads(written, angle) ? written : plain(angle)
  }
}
