/** Kinds of channels, polarisations, and yes or no, in the words that people put into tables. */
import { foldText } from '../../fold'
import type { ChannelType, Polarisation } from '../../types'
import { plainDigits } from './numbers'

const folded = (text: string): string => text.slice(0, 20).trim().toLowerCase()

// ---- Kinds ----

const radioWords = /^(?:r$|radio|rádio|радио|радіо|راديو|رادیو)/
const dataWords = /^(?:data|dados|datos|daten|donn|данн|дані|بيانات|داده)/
/** DVB’s service types: digital radio, FM radio, AAC radio; teletext and data broadcasts. */
const dvbTypes: Readonly<Record<string, ChannelType>> = { 2: 'radio', 7: 'radio', 10: 'radio', 3: 'data', 12: 'data' }

/** How a column counts: 0 and 1 for television and radio, or DVB's types from 1. */
export type TypeCount = 'from-zero' | 'dvb'
/** Whether a cell is the 0 of a column that counts from 0. */
export const countsFromZero = (cell: string): boolean => cell === '0'

export const readType = (text: string, count: TypeCount): ChannelType => {
  if (text === '') return 'tv'
  const plain = folded(text)
  if (/^\d+$/.test(plain)) return count === 'dvb' ? (dvbTypes[plain] ?? 'tv') : plain === '1' ? 'radio' : 'tv'
  return radioWords.test(plain) ? 'radio' : dataWords.test(plain) ? 'data' : 'tv'
}

const typeWords = { tv: 'TV', radio: 'Radio', data: 'Data', other: 'Other' } as const
/** Writes kinds in the style of these cells. */
export const typeWriter = (cells: readonly string[], count: TypeCount): ((type: ChannelType) => string) => {
  if (cells.length === 0 || !cells.every((cell) => /^\d{1,3}$/.test(cell))) return (type) => typeWords[type]
  const numbers: Partial<Record<ChannelType, string>> =
    count === 'dvb' ? { tv: '1', radio: '2', data: '12' } : { tv: '0', radio: '1' }
  return (type) => numbers[type] ?? typeWords[type]
}

// ---- FEC ----

const fecs = ['1/4', '1/3', '2/5', '1/2', '3/5', '2/3', '3/4', '4/5', '5/6', '6/7', '7/8', '8/9', '9/10'] as const
const shareOf = (fec: string): number => {
  const [over, under] = fec.split('/')
  return Number(over) / Number(under)
}

const fraction = /^0?[.,\u066b](\d{1,6})$/
/** Whether a cell is a fraction with more than one digit: then the column doesn't round to tenths. */
export const isFineFraction = (cell: string): boolean =>
  cell.length < 12 && (fraction.exec(cell.trim())?.[1] ?? '').length > 1

/** “0,75” is 3/4. If a column rounds to tenths, 0.8 may be 3/4, 4/5 or 5/6: only unambiguous values are read. */
const fecOfFraction = (digits: string, isFine: boolean): string => {
  const value = Number(`0.${digits}`)
  const rounded = fecs.filter((fec) => Number(shareOf(fec).toFixed(digits.length)) === value)
  if (digits.length === 1)
    return (isFine ? rounded.find((fec) => shareOf(fec) === value) : rounded[1] ? '' : rounded[0]) ?? ''
  const scale = 10 ** digits.length
  return rounded[0] ?? fecs.find((fec) => Math.floor(shareOf(fec) * scale) / scale === value) ?? ''
}

/** The first letters of months in the languages of spreadsheets, from January to October. */
const months = [
  'jan ene янв січ يناير',
  'feb fev фев лют فبراير',
  'mar mrz мар бер مارس',
  'apr abr avr апр кві أبريل ابريل',
  'may mai май мая тра مايو',
  'jun juin июн чер يونيو',
  'jul juil июл лип يوليو',
  'aug ago aou авг сер أغسطس اغسطس',
  'sep set сен вер سبتمبر',
  'oct okt out окт жов أكتوبر اكتوبر',
].map((words) => foldText(words).split(' '))
const numberOfWord = (word: string): number =>
  /^\d+$/.test(word)
    ? Number(word)
    : months.findIndex((beginnings) => beginnings.some((one) => word.startsWith(one))) + 1

/** Spreadsheets turn “3/4” into a date, such as “03. Apr” or “04.03.2026”: day and month give it, in any order. */
const fecOfDate = (text: string): string => {
  const words = foldText(text)
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean)
  if (words.length < 2 || (words.length === 2 && words.every((word) => /^\d+$/.test(word)))) return ''
  const numbers = words.map(numberOfWord)
  if (words.some((word, at) => numbers[at] === 0 && !/^0+$/.test(word))) return ''
  const [over = 0, under = 0, more] = numbers.filter((one) => one > 0 && one <= 10).sort((one, other) => one - other)
  const fec = `${over}/${under}`
  return more === undefined && (fecs as readonly string[]).includes(fec) ? fec : ''
}

/**
 * “3/4”, or as “34”, “0,75”, with spaces, or as the date that a spreadsheet makes of it; empty if a cell has none,
 * such as a dash. `isFine`: the column has fractions with more than one digit.
 */
export const readFec = (text: string, isFine: boolean): string => {
  const plain = plainDigits(folded(text))
  if (plain === '') return ''
  if (/^(?:auto|авто|تلقائي|خودکار|خودكار)/.test(plain)) return 'auto'
  const [, over = '', under = ''] = /^(\d)\s?[-./:,\u2044\u2215]?\s?(\d|10)$/.exec(plain) ?? []
  if (Number(over) > 0) return Number(over) < Number(under) ? `${over}/${under}` : ''
  const digits = fraction.exec(plain)?.[1]
  return digits === undefined ? fecOfDate(plain) : fecOfFraction(digits, isFine)
}

// ---- Polarisations ----

/** Words, and DVB's numbers. */
const polarisations: readonly (readonly [Polarisation, RegExp])[] = [
  ['H', /^(?:0$|h|г|أفقي|افقي|افقی)/i],
  ['V', /^(?:1$|v|в|عمودي|عمودی|رأسي)/i],
  ['L', /^(?:2$|l|л|iz|esq|ga|يسار|چپ)/i],
  ['R', /^(?:3$|r|п|de|dir|dro|يمين|راست)/i],
]
export const readPolarisation = (text: string): Polarisation | null => {
  const plain = text
    .slice(0, 30)
    .trim()
    .replace(/^circular[\s-]+/i, '')
  return polarisations.find(([, words]) => words.test(plain))?.[0] ?? null
}

/** Writes polarisations as these cells do. */
export const polarisationWriter = (cells: readonly string[]): ((value: string) => string) => {
  const isNumbered = cells.length > 0 && cells.every((cell) => /^[0-3]$/.test(cell))
  return (value) => (isNumbered && value !== '' ? String('HVLR'.indexOf(value)) : value)
}

// ---- Yes and no ----

/** Words for yes, each with the word for no in the same language. */
const answers: readonly (readonly [yes: string, no: string])[] = [
  ['1', '0'],
  ['true', 'false'],
  ['yes', 'no'],
  ['y', 'n'],
  ['x', ''],
  ['+', '-'],
  ['✓', ''],
  ['ja', 'nein'],
  ['sí', 'no'],
  ['si', 'no'],
  ['sim', 'não'],
  ['oui', 'non'],
  ['да', 'нет'],
  ['так', 'ні'],
  ['نعم', 'لا'],
  ['بله', 'خیر'],
  ['evet', 'hayır'],
]
const yeses = new Set(answers.map(([yes]) => yes))
const noes = new Set([...answers.map(([, no]) => no), 'free', 'fta', 'clear', 'none', 'f'])

export const isYes = (text: string): boolean => yeses.has(folded(text))
/** A column of scrambled channels may name their encryption systems. */
export const readScrambled = (text: string): boolean => !noes.has(folded(text))

/** Writes yes and no in the words of these cells; “1” and “0” without any. */
export const answerWriter = (cells: readonly string[]): ((value: boolean) => string) => {
  // “no” exists in several languages.
  const telling = cells.find(isYes) ?? cells.find((cell) => cell.trim() !== '' && noes.has(folded(cell))) ?? ''
  const plain = folded(telling)
  const [yes, no] = answers.find((both) => plain !== '' && both.includes(plain)) ?? ['1', '0']
  const isUpper = telling.trim().length === 1 || telling.trim() === plain.toUpperCase()
  const cased = (word: string): string =>
    telling.trim() === plain ? word : isUpper ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
  return (value) => cased(value ? yes : no)
}
