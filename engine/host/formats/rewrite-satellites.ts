/**
 * Writes a list into the satellites.xml that it came from. Attributes that a list lacks, such as multistream ids, stay
 * with their transponders, and remarks with what follows them.
 */
import { lineEndOf, patched, toBytes, toLetters, type Part, type Put } from './letters'
import { fecs, polarisations } from './enigma/values'
import type { List, Satellite, Transponder } from './model'
import {
  escaped,
  positionText,
  satelliteText,
  tagsIn,
  transponderText,
  writeSatellites,
  type SatelliteTag,
  type Tag,
  type TransponderTag,
} from './satellites'
import type { NamedFile } from './types'

type Encode = (text: string) => string
/** In a file of another encoding than UTF-8, letters are written by their numbers. */
const encoderFor = (file: string): Encode =>
  /^[^<]{0,9}<\?xml[^>]{0,200}encoding\s*=\s*["'](?!utf-8)/i.test(file.slice(0, 300))
    ? (text) => text.replace(/[^\0-\u007f]/gu, (letter) => `&#${letter.codePointAt(0)};`)
    : (text) => toLetters(new TextEncoder().encode(text))

/** Puts a value in the place of the tag's own, or as its first attribute. */
const putIn = (tag: Tag, word: string, key: string, value: string): Put => {
  const there = tag.values.get(key)
  const room = tag.start + word.length
  return there ? { ...there, value } : { start: room, end: room, value: ` ${key}="${value}"` }
}
const isNumber = (tag: Tag, key: string): boolean => /^\s*(?:-?\d+\s*)?$/.test(tag.values.get(key)?.value ?? '')
const numberOf = (tag: Tag, key: string): number => Number(tag.values.get(key)?.value ?? '0')

const satelliteEdits = (tag: SatelliteTag, was: Satellite, is: Satellite, encode: Encode): Put[] => {
  const puts: Put[] = []
  if (is.name !== was.name) puts.push(putIn(tag, '<sat', 'name', encode(escaped(is.name)).replaceAll("'", '&apos;')))
  if (is.angle === was.angle || is.angle === null) return puts
  const isRound = numberOf(tag, 'position') > 1800
  return [...puts, putIn(tag, '<sat', 'position', isRound ? String(is.angle) : positionText(is.angle))]
}

/** In the units of the tag: kHz or MHz, symbols or thousands of them, numbers or words. */
const transponderEdits = (tag: TransponderTag, was: Transponder, is: Transponder): Put[] => {
  const puts: Put[] = []
  const put = (key: string, value: number | string): number => puts.push(putIn(tag, '<transponder', key, String(value)))
  if (is.kHz !== was.kHz && is.kHz !== null) {
    const isMHz = numberOf(tag, 'frequency') > 0 && numberOf(tag, 'frequency') < 100_000 && is.kHz % 1000 === 0
    put('frequency', isMHz ? is.kHz / 1000 : is.kHz)
  }
  if (is.symbolRate !== was.symbolRate && is.symbolRate !== null) {
    const isShort = numberOf(tag, 'symbol_rate') > 0 && numberOf(tag, 'symbol_rate') <= 100_000
    put('symbol_rate', is.symbolRate * (isShort ? 1 : 1000))
  }
  if (is.polarisation !== was.polarisation && is.polarisation !== null)
    put('polarization', isNumber(tag, 'polarization') ? polarisations.indexOf(is.polarisation) : is.polarisation)
  if (is.fec !== was.fec)
    put('fec_inner', isNumber(tag, 'fec_inner') ? Math.max(0, fecs.indexOf(is.fec)) : is.fec || 'auto')
  return puts
}

const closing = /\s{0,40}<\/transponder\s{0,40}>/iy
/** Where a transponder ends, with its closing tag if it has one. */
const endOf = (text: string, { end }: TransponderTag): number => {
  closing.lastIndex = end
  return closing.test(text) ? closing.lastIndex : end
}

type Writing = { text: string; encode: Encode; lineEnd: string; before: List }
type Content = { is: Satellite; transponders: readonly Transponder[] }

const newSatellite = ({ encode, lineEnd }: Writing, { is, transponders }: Content): string =>
  [
    `${lineEnd}\t${encode(satelliteText(is))}`,
    ...transponders.map((one) => `\t\t${transponderText(one)}`),
    '\t</sat>',
  ].join(lineEnd)

/** A satellite of the file with its edits; `first`: the number of its first transponder. */
const editedSatellite = (writing: Writing, part: Part, tag: SatelliteTag, first: number, content: Content): string => {
  const { text, encode, lineEnd, before } = writing
  const { is, transponders } = content
  const puts = satelliteEdits(tag, before.satellites[is.no ?? -1] ?? is, is, encode)
  const now = new Map(transponders.flatMap((one) => (one.no === null ? [] : [[one.no, one] as const])))
  let at = tag.end
  let indent = `${lineEnd}\t\t`
  tag.transponders.forEach((one, place) => {
    const end = endOf(text, one)
    const is = now.get(first + place)
    const was = before.transponders[first + place]
    if (is === undefined) puts.push({ start: at, end, value: '' })
    else if (was !== undefined) puts.push(...transponderEdits(one, was, is))
    const blanks = text.slice(at, one.start)
    if (blanks.length < 40 && blanks.trim() === '') indent = blanks
    at = end
  })
  const added = transponders.flatMap((one) => (one.no === null ? [indent + transponderText(one)] : [])).join('')
  if (added === '') return patched(text, part, puts)
  // An empty tag gets contents.
  if (tag.close === null) puts.push({ start: tag.end - 2, end: tag.end, value: `>${added}${lineEnd}\t</sat>` })
  else puts.push({ start: at, end: at, value: added })
  return patched(text, part, puts)
}

/** Where a satellite ends: after its closing tag, or where the next one begins. */
const endsOf = (text: string, tags: readonly SatelliteTag[]): number[] =>
  tags.map(({ end, close, transponders }, no) => {
    if (close === null) return end
    const found = text.startsWith('</', close) ? text.indexOf('>', close) : -1
    const last = transponders.at(-1)
    return found < 0 ? Math.min(last ? endOf(text, last) : end, tags[no + 1]?.start ?? text.length) : found + 1
  })

/** `before`: the list as first made from the upload. */
export const rewriteSatellites = (files: readonly NamedFile[], before: List, now: List): NamedFile[] => {
  const text = toLetters(files[0]?.bytes ?? new Uint8Array(0))
  const tags = tagsIn(text)
  const ends = endsOf(text, tags)
  const firsts: number[] = []
  let count = 0
  for (const { transponders } of tags) {
    firsts.push(count)
    count += transponders.length
  }
  // A list that an earlier reader made has other numbers.
  if (tags.length !== before.satellites.length || count !== before.transponders.length) return writeSatellites(now)
  const tuned = now.satellites.map((): Transponder[] => [])
  for (const one of now.transponders) if (one.no !== null || one.kHz !== null) tuned[one.satellite ?? -1]?.push(one)
  const first = tags[0]?.start ?? text.length
  const root = text.slice(0, first).toLowerCase().lastIndexOf('<satellites')
  const begin = root < 0 ? first : Math.min(first, text.indexOf('>', root) + 1 || first)
  const writing = { text, encode: encoderFor(text), lineEnd: lineEndOf(text), before }
  const pieces = now.satellites.map((is, place) => {
    const content = { is, transponders: tuned[place] ?? [] }
    const no = is.no ?? -1
    const tag = tags[no]
    if (tag === undefined) return newSatellite(writing, content)
    const part = { start: no === 0 ? begin : (ends[no - 1] ?? begin), end: ends[no] ?? tag.end }
    return editedSatellite(writing, part, tag, firsts[no] ?? 0, content)
  })
  const written = text.slice(0, begin) + pieces.join('') + text.slice(ends.at(-1) ?? begin)
  return [{ name: 'satellites.xml', bytes: toBytes(written) }]
}
