/** Kinds of channels, polarisations and yes or no, in the words that people put into tables. */
import type { ChannelType, Polarisation } from '../../types'

const folded = (text: string): string => text.slice(0, 20).trim().toLowerCase()

// ---- Kinds ----

const radioWords = /^(?:r$|radio|rádio|радио|радіо|راديو|رادیو)/
const dataWords = /^(?:data|dados|datos|daten|donn|данн|дані|بيانات|داده)/
/** DVB’s types of services: digital radio, FM radio, radio in AAC; teletext and broadcasts of data. */
const dvbTypes: Readonly<Record<string, ChannelType>> = { 2: 'radio', 7: 'radio', 10: 'radio', 3: 'data', 12: 'data' }

/** How a column counts: “0” and “1” for television and radio, or as DVB does from 1 on. */
export type TypeCount = 'from-zero' | 'dvb'
/** Whether a cell is the “0” of a column that counts so. */
export const countsFromZero = (cell: string): boolean => cell === '0' || cell === '"0"'

export const readType = (text: string, count: TypeCount): ChannelType => {
  if (text === '') return 'tv'
  const plain = folded(text)
  if (/^\d+$/.test(plain)) return count === 'dvb' ? (dvbTypes[plain] ?? 'tv') : plain === '1' ? 'radio' : 'tv'
  return radioWords.test(plain) ? 'radio' : dataWords.test(plain) ? 'data' : 'tv'
}

const typeWords = { tv: 'TV', radio: 'Radio', data: 'Data', other: 'Other' } as const
/** Writes kinds as they stand in a column of these cells. */
export const typeWriter = (cells: readonly string[], count: TypeCount): ((type: ChannelType) => string) => {
  if (cells.length === 0 || !cells.every((cell) => /^\d{1,3}$/.test(cell))) return (type) => typeWords[type]
  const numbers: Partial<Record<ChannelType, string>> =
    count === 'dvb' ? { tv: '1', radio: '2', data: '12' } : { tv: '0', radio: '1' }
  return (type) => numbers[type] ?? typeWords[type]
}

// ---- FEC ----

/** “3/4”, also as “34” and with blanks; empty where a cell names none, such as a dash. */
export const readFec = (text: string): string => {
  const plain = folded(text)
  if (/^(?:auto|авто|تلقائي|خودکار|خودكار)/.test(plain)) return 'auto'
  const [, over = '', under = ''] = /^(\d)\s?[/:\u2044\u2215]?\s?(\d|10)$/.exec(plain) ?? []
  return Number(over) > 0 && Number(over) < Number(under) ? `${over}/${under}` : ''
}

// ---- Polarisations ----

const polarisations: readonly (readonly [Polarisation, RegExp])[] = [
  ['H', /^(?:h|г|أفقي|افقي|افقی)/i],
  ['V', /^(?:v|в|عمودي|عمودی|رأسي)/i],
  ['L', /^(?:l|л|iz|esq|ga|يسار|چپ)/i],
  ['R', /^(?:r|п|de|dir|dro|يمين|راست)/i],
]
export const readPolarisation = (text: string): Polarisation | null => {
  const plain = text.slice(0, 20).trim()
  return polarisations.find(([, words]) => words.test(plain))?.[0] ?? null
}

// ---- Yes and no ----

/** Words for yes with the one for no that stands in the same column. */
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
/** A column of scrambled channels may name their systems. */
export const readScrambled = (text: string): boolean => !noes.has(folded(text))

/** Writes yes and no in the words of a column of these cells; “1” and “0” where it has none. */
export const answerWriter = (cells: readonly string[]): ((value: boolean) => string) => {
  // “no” alone may be of several languages.
  const telling = cells.find(isYes) ?? cells.find((cell) => cell.trim() !== '' && noes.has(folded(cell))) ?? ''
  const plain = folded(telling)
  const [yes, no] = answers.find((both) => plain !== '' && both.includes(plain)) ?? ['1', '0']
  const isUpper = telling.trim().length === 1 || telling.trim() === plain.toUpperCase()
  const cased = (word: string): string =>
    telling.trim() === plain ? word : isUpper ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
  return (value) => cased(value ? yes : no)
}
