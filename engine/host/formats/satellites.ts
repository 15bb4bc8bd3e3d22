/** satellites.xml: satellites and their transponders, as Enigma2 and many tools write them. */
import { encodings } from '../types'
import { toBytes, toLetters, type Part } from './letters'
import { angleOf, fecs, polarisations } from './enigma/values'
import { lettersOf, type Charset } from './m3u/encoding'
import type { List, Satellite, Transponder } from './model'
import { readAngle, readNumber, usualCompass } from './table/numbers'
import { readFec, readPolarisation } from './table/words'
import type { NamedFile } from './types'

const entities: Partial<Record<string, string>> = { quot: '"', apos: "'", lt: '<', gt: '>', amp: '&' }
export const unescaped = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(quot|apos|lt|gt|amp));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    const isLetter = point > 0 && point <= 0x10_ffff && (point < 0xd800 || point > 0xdfff)
    return isLetter ? String.fromCodePoint(point) : all
  })
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A value of a tag, and its range in the file. */
type Attribute = Part & { value: string }
/** `end`: after its last character. */
export type Tag = Part & { values: ReadonlyMap<string, Attribute> }
export type TransponderTag = Tag
/** `close`: where its contents end; null for a tag without contents. */
export type SatelliteTag = Tag & { transponders: TransponderTag[]; close: number | null }

const keyMax = 40
/** The attributes of a tag; the first of equal ones wins. */
const attributesOf = (tag: string, place: number): Map<string, Attribute> => {
  const found = new Map<string, Attribute>()
  for (let sign = tag.indexOf('='); sign >= 0;) {
    const key = /([^\s=]+)\s*$/.exec(tag.slice(Math.max(0, sign - keyMax), sign))?.[1]?.toLowerCase() ?? ''
    const [blanks = ''] = /^\s{0,40}/.exec(tag.slice(sign + 1, sign + 1 + keyMax)) ?? []
    const start = sign + 1 + blanks.length
    const quote = tag.charAt(start)
    let next = start
    if (quote === '"' || quote === "'") {
      const close = tag.indexOf(quote, start + 1)
      const end = close < 0 ? tag.length : close
      if (!found.has(key))
        found.set(key, { start: place + start + 1, end: place + end, value: tag.slice(start + 1, end) })
      next = end + 1
    }
    sign = tag.indexOf('=', next)
  }
  return found
}

const nextTag = /<(?:transponder|\/?sat)[\s/>\0]/i

/** The satellites of a file with their transponders, as tags. An unclosed tag ends where the next one begins. */
export const tagsIn = (text: string): SatelliteTag[] => {
  const satellites: SatelliteTag[] = []
  let close = 0
  for (let at = text.indexOf('<'); at >= 0;) {
    const isRemark = text.startsWith('<!--', at)
    if (close >= 0 && close < at) close = text.indexOf('>', at)
    const found = isRemark ? text.indexOf('-->', at) : close
    const stop = found < 0 ? text.length : found
    const open = isRemark ? -1 : text.slice(at + 1, stop).search(nextTag)
    const end = open < 0 ? stop : at + 1 + open
    const start = text.slice(at, Math.min(end, at + 13))
    const last = satellites.at(-1)
    const tag = (): Tag => ({
      start: at,
      end: open < 0 ? Math.min(end + 1, text.length) : end,
      values: attributesOf(text.slice(at, end), at),
    })
    if (/^<sat[\s\0]/i.test(start)) {
      const one = tag()
      satellites.push({ ...one, transponders: [], close: text.charAt(end - 1) === '/' ? null : one.end })
    } else if (/^<transponder/i.test(start)) last?.transponders.push(tag())
    else if (/^<\/sat$/i.test(start.trimEnd()) && last !== undefined && last.close !== null) last.close = at
    at = open >= 0 ? end : found < 0 ? -1 : text.indexOf('<', found + 1)
  }
  return satellites
}

const numberIn = (text: string | undefined): number | null =>
  /^-?\d{1,10}$/.test(text?.trim() ?? '') ? Number(text) : null

/** Words where others write numbers, as far as they are known. */
const modulations = ['auto', 'qpsk', '8psk', '16qam', '16apsk', '32apsk']
const systemOf = (text: string): number | null => {
  const [, version] = /^(?:dvb-?)?s(2?)x?$/i.exec(text) ?? []
  return version === undefined ? null : Number(version !== '')
}
const wordIn = (words: readonly string[], text: string): number | null => {
  const at = words.indexOf(text.toLowerCase())
  return at < 0 ? null : at
}

/** Multistream and T2-MI. */
const streamKeys = ['is_id', 'pls_mode', 'pls_code', 't2mi_plp_id', 't2mi_pid']

const transponderOf = ({ values }: TransponderTag, place: { no: number; satellite: number }): Transponder => {
  const text = (key: string): string => values.get(key)?.value.trim() ?? ''
  const number = (key: string): number | null => numberIn(values.get(key)?.value)
  const [frequency, rate] = [number('frequency'), number('symbol_rate')]
  return {
    ...place,
    kHz:
      frequency === null
        ? readNumber('frequency', text('frequency'))
        : frequency <= 0
          ? null
          : frequency < 100_000
            ? frequency * 1000
            : frequency,
    symbolRate:
      rate === null
        ? readNumber('rate', text('symbol_rate'))
        : rate < 0
          ? null
          : rate > 100_000
            ? Math.trunc(rate / 1000)
            : rate,
    polarisation: polarisations[number('polarization') ?? -1] ?? readPolarisation(text('polarization')),
    fec: fecs[number('fec_inner') ?? -1] ?? readFec(text('fec_inner'), true),
    system: number('system') ?? systemOf(text('system')),
    modulation: number('modulation') ?? wordIn(modulations, text('modulation')),
    streams: streamKeys.some((key) => values.has(key)) ? streamKeys.map(text).join(':') : '',
    own: null,
  }
}

/** Tenths of a degree as a whole number, else degrees, such as “19.2E”. */
const positionOf = (text: string): number | null => {
  const tenths = numberIn(text)
  return tenths === null ? readAngle(text.trim(), usualCompass) : angleOf(tenths)
}

/** The encoding that a file declares, if names can be read in it; null otherwise. */
const declaredIn = (text: string): (typeof encodings)[number] | null => {
  const [, label] = /^[^<]{0,9}<\?xml[^>]{0,200}encoding\s*=\s*["']([\w-]+)/i.exec(text.slice(0, 300)) ?? []
  const declared = encodings.find((encoding) => encoding === label?.toLowerCase())
  return declared === 'utf-8' ? null : (declared ?? null)
}

export const readSatellites = (files: readonly NamedFile[], { chosen, guess }: Charset): List => {
  const list: List = { satellites: [], transponders: [], channels: [], groups: [] }
  const { satellites, transponders } = list
  const text = toLetters(files[0]?.bytes ?? new Uint8Array(0))
  const all = tagsIn(text)
  const nameOf = ({ values }: Tag): string => values.get('name')?.value ?? ''
  const letters = lettersOf(all.map(nameOf), { chosen: chosen ?? declaredIn(text), guess })
  for (const tag of all) {
    const { values, transponders: tags } = tag
    const satellite = satellites.length
    const name = unescaped(letters.decode(nameOf(tag))).trim()
    satellites.push({ no: satellite, name, angle: positionOf(values.get('position')?.value ?? '') })
    for (const tag of tags) transponders.push(transponderOf(tag, { no: transponders.length, satellite }))
  }
  return list
}

/** A new transponder. */
export const transponderText = (one: Transponder): string => {
  const { kHz, symbolRate, polarisation, fec, system, modulation } = one
  const attribute = (key: string, value: number | null): string => (value === null ? '' : ` ${key}="${value}"`)
  return [
    `<transponder frequency="${kHz}" symbol_rate="${(symbolRate ?? 0) * 1000}"`,
    attribute('polarization', polarisation && polarisations.indexOf(polarisation)),
    attribute('fec_inner', Math.max(0, fecs.indexOf(fec))),
    attribute('system', system),
    attribute('modulation', modulation),
    '/>',
  ].join('')
}

/** Where it is on the arc, as most programs write it: west is negative. */
export const positionText = (angle: number): string => String(angle > 1800 ? angle - 3600 : angle)
/** The opening tag of a new satellite. */
export const satelliteText = ({ name, angle }: Pick<Satellite, 'name' | 'angle'>): string =>
  `<sat name="${escaped(name)}" flags="0"${angle === null ? '' : ` position="${positionText(angle)}"`}>`

export const writeSatellites = ({ satellites, transponders }: List): NamedFile[] => {
  const tuned = satellites.map((): string[] => [])
  for (const one of transponders)
    if ((one.kHz ?? -1) >= 0) tuned[one.satellite ?? -1]?.push(`\t\t${transponderText(one)}\n`)
  const all = satellites.map((one, place) => `\t${satelliteText(one)}\n${tuned[place]?.join('') ?? ''}\t</sat>\n`)
  const text = `<?xml version="1.0" encoding="utf-8"?>\n<satellites>\n${all.join('')}</satellites>\n`
  return [{ name: 'satellites.xml', bytes: toBytes(toLetters(new TextEncoder().encode(text))) }]
}
