/** Parses a lamedb of version 3, 4 or 5: the offsets of its transponders and services, and their fields. */
import { linesIn, splitAt, type Part } from '../letters'

/** The identity of a transponder: namespace, stream and network. */
export type Key = { space: number; tsid: number; onid: number }
export const keyText = ({ space, tsid, onid }: Key): string => `${space}:${tsid}:${onid}`

export type TransponderRecord = {
  key: Key
  /** The fields of its key: namespace, stream, network. */
  fields: Part[]
  /** Its tuning data, such as “s 11493750:22000000:…”. */
  line: Part
  /** “freq:sr:pol:fec:position…”; null if not on a satellite. */
  tuning: Part[] | null
}
/** The facts after a service's name: “p:provider”, “c:0113ee”, “C:0100”…; `letter` is empty for anything else. */
export type Fact = { letter: string; value: string }
export type ServiceRecord = {
  /** The whole record, including the end of its last line. */
  start: number
  end: number
  sid: number
  key: Key
  /** The service type, such as 25 for H.264 in HD; null if unreadable. */
  type: number | null
  /** Its identity: “sid:namespace:stream:network”. */
  id: string
  /** The fields of its key: SID, namespace, stream, network, type, number. */
  fields: Part[]
  name: Part
  facts: Part
}
export type Database = {
  text: string
  version: 3 | 4 | 5
  transponders: TransponderRecord[]
  services: ServiceRecord[]
  /** Where new transponders and services go; null if there is no place for a transponder. */
  transpondersEnd: number
  servicesEnd: number
}

/** Enigma2 has no more fields than this; the last one takes the rest. */
const fieldsMax = 32

const hex = /^[0-9a-f]{1,9}$/i
export const hexNumber = (text: string, max: number): number => {
  const digits = text.trim()
  if (!hex.test(digits)) return -1
  const value = Number.parseInt(digits, 16)
  return value > max ? -1 : value
}
export const decimalNumber = (text: string, max: number): number => {
  const digits = text.trim()
  if (!/^\d{1,15}$/.test(digits)) return -1
  const value = Number(digits)
  return value > max ? -1 : value
}
/** The low 32 bits of a hexadecimal field; 0 if it is not one. */
const word = (text: string): number => Math.max(0, hexNumber(text, 2 ** 36)) % 2 ** 32

export const keyOf = (space: string, tsid: string, onid: string): Key => ({
  space: word(space),
  tsid: word(tsid),
  onid: word(onid),
})
export const serviceId = (sid: number, key: Key): string => `${sid}:${keyText(key)}`

const valueOf = (text: string, part: Part | undefined): string =>
  part === undefined ? '' : text.slice(part.start, part.end)

/** “s 11493750:22000000:…” or “t:498000000:…”, after its letter. */
export const tuningHead = /^[\0\t-\r ]*([a-z])[\0\t-\r ]*:?/i

const transponderOf = (text: string, fields: Part[], line: Part): TransponderRecord => {
  const found = tuningHead.exec(text.slice(line.start, line.end))
  const isSatellite = found?.[1] === 's'
  const start = line.start + (found?.[0].length ?? 0)
  const tuning = isSatellite ? splitAt(text, { start, end: line.end }, ':', fieldsMax) : []
  const [space, tsid, onid] = fields
  return {
    key: keyOf(valueOf(text, space), valueOf(text, tsid), valueOf(text, onid)),
    fields: fields.slice(0, 3),
    line: { start: line.start, end: line.end },
    tuning: tuning.length >= 5 ? tuning : null,
  }
}

type Places = Pick<ServiceRecord, 'start' | 'end' | 'name' | 'facts'>
const serviceOf = (text: string, head: Part, { start, end, name, facts }: Places): ServiceRecord | null => {
  const fields = splitAt(text, head, ':', fieldsMax)
  const sid = hexNumber(valueOf(text, fields[0]), 0xffff)
  if (fields.length < 5 || sid < 0) return null
  const key = keyOf(valueOf(text, fields[1]), valueOf(text, fields[2]), valueOf(text, fields[3]))
  const type = decimalNumber(valueOf(text, fields[4]), 255)
  return { start, end, sid, key, type: type < 0 ? null : type, id: serviceId(sid, key), fields, name, facts }
}

type Content = Omit<Database, 'text' | 'version'>

const readFour = (text: string): Content => {
  const lines = linesIn(text)
  const content: Content = {
    transponders: [],
    services: [],
    transpondersEnd: text.length,
    servicesEnd: text.length,
  }
  let section = ''
  let open: Part[] | null = null
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as (typeof lines)[number]
    const { start, end, next } = line
    const isWord = end - start <= 12
    const heading = isWord ? text.slice(start, end).toLowerCase() : ''
    if (heading === 'transponders' || heading === 'services' || heading === 'end') {
      section = heading
      open = null
      if (heading === 'transponders') content.transpondersEnd = next
      if (heading === 'services') content.servicesEnd = next
    } else if (section === 'transponders') {
      if (text[start] === '/' && end > start) {
        open = null
        content.transpondersEnd = next
      } else if (open !== null) content.transponders.push(transponderOf(text, open, line))
      else {
        const fields = splitAt(text, line, ':', fieldsMax)
        if (fields.length >= 3) open = fields
      }
    } else if (section === 'services') {
      const [name, facts] = [lines[at + 1], lines[at + 2]]
      if (name === undefined || facts === undefined) continue
      if (facts.end > facts.start && (facts.end < facts.start + 2 || text[facts.start + 1] !== ':')) continue
      const service = serviceOf(text, line, { start, end: facts.next, name, facts })
      if (service === null) continue
      content.services.push(service)
      content.servicesEnd = facts.next
      at += 2
    }
  }
  return content
}

/** Where the quoted name that begins at `start` ends: before `",` and a letter with a colon, or at the last quote. */
const quoteEnd = (text: string, start: number, end: number): number => {
  let last = end
  for (let at = text.indexOf('"', start); at >= 0 && at < end; at = text.indexOf('"', at + 1)) {
    last = at
    if (at + 3 < end && text[at + 1] === ',' && text[at + 3] === ':') return at
  }
  return last
}

const readFive = (text: string): Content => {
  const content: Content = { transponders: [], services: [], transpondersEnd: -1, servicesEnd: text.length }
  for (const { start, end, next } of linesIn(text)) {
    const kind = text.slice(start, start + 2).toLowerCase()
    if (kind !== 't:' && kind !== 's:') continue
    const found = text.slice(start, end).indexOf(',')
    const comma = found < 0 ? end : start + found
    const head = { start: start + 2, end: comma }
    if (kind === 't:') {
      const fields = splitAt(text, head, ':', fieldsMax)
      if (fields.length < 3) continue
      content.transponders.push(transponderOf(text, fields, { start: Math.min(comma + 1, end), end }))
      content.transpondersEnd = next
      continue
    }
    if (text[comma + 1] !== '"' || comma + 2 > end) continue
    const nameEnd = quoteEnd(text, comma + 2, end)
    const facts = { start: Math.min(nameEnd + 2, end), end }
    const service = serviceOf(text, head, { start, end: next, name: { start: comma + 2, end: nameEnd }, facts })
    if (service === null) continue
    content.services.push(service)
    content.servicesEnd = next
  }
  if (content.transpondersEnd < 0) content.transpondersEnd = content.services[0]?.start ?? text.length
  return content
}

export const isDatabase = (text: string): boolean => /^eDVB services \//i.test(text.slice(0, 16))

/** Parses the text of a file for which `isDatabase` is true. */
export const readDatabase = (text: string): Database => {
  const version = text[15] === '5' ? 5 : text[15] === '3' ? 3 : 4
  return { text, version, ...(version === 5 ? readFive : readFour)(text) }
}

export const factsIn = (text: string): Fact[] =>
  text === ''
    ? []
    : text
        .split(',')
        .map((fact) =>
          fact[1] === ':' ? { letter: fact.charAt(0), value: fact.slice(2) } : { letter: '', value: fact },
        )
