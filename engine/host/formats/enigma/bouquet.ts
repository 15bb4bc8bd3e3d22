/** Reads a bouquet, or a list of bouquets: its entries, and whether each is a service, a stream, or another file. */
import { decimalNumber, hexNumber, keyOf, serviceId, type Key } from './database'
import { decode, linesIn, splitAt, type FolderLetters, type Part } from '../letters'

/** `marker`: anything but a channel, such as a heading or a spacer. `alternatives`: the first existing one is used. */
type EntryKind = 'service' | 'stream' | 'marker' | 'bouquet' | 'alternatives'
export type Entry = {
  /** The entry's lines, with the end of the last one. */
  start: number
  end: number
  kind: EntryKind
  /** Its #SERVICE line. */
  line: Part
  /** The fields of its reference: player, flags, type, SID, stream, network, namespace, three more, address, name. */
  fields: Part[]
  /** The text after #DESCRIPTION; null without such a line. */
  description: Part | null
}
export type Bouquet = { text: string; name: Part | null; entries: Entry[] }

/** The service that a reference names. */
type Reference = { id: string; sid: number; key: Key; type: number | null }

const fieldsMax = 32
const addressField = 10
/** Longer addresses are cut here when their end is looked for. */
const addressMax = 4096

const flagsOf = (text: string, fields: readonly Part[]): number => {
  const flags = fields[1]
  return flags === undefined ? -1 : decimalNumber(text.slice(flags.start, flags.end), 0xffff)
}
const isGiven = (part: Part | undefined): part is Part => part !== undefined && part.end > part.start

const kindOf = (text: string, fields: readonly Part[]): EntryKind => {
  const flags = flagsOf(text, fields)
  if (flags < 0) return 'marker'
  if ((flags & 7) === 7) return 'bouquet'
  if ((flags & 64) !== 0) return 'marker'
  if ((flags & 128) !== 0) return 'alternatives'
  if (fields.length < 7) return 'marker'
  return isGiven(fields[addressField]) ? 'stream' : 'service'
}

/** The keyword of a line in lower case (“name”, “service”, “description”), and its length. */
const headOf = (text: string, { start, end }: Part): { word: string; length: number } | null => {
  if (text[start] !== '#') return null
  const found = /^#(NAME|SERVICE|DESCRIPTION)[: ]*/i.exec(text.slice(start, end))
  return found === null ? null : { word: (found[1] ?? '').toLowerCase(), length: found[0].length }
}

/** The first colon after the last slash that doesn't begin a port. */
const nameColon = (rest: string): number => {
  const found = /:(?!\d+(?:[\s:]|$))/.exec(rest.slice(rest.lastIndexOf('/')))
  return found === null ? rest.length : rest.lastIndexOf('/') + found.index
}
/**
 * A reference's fields. An address whose colons are not encoded (http://…) continues to a blank, as in newer boxes, or
 * to the colon before its name.
 */
const fieldsOf = (text: string, part: Part): Part[] => {
  const fields = splitAt(text, part, ':', fieldsMax)
  const address = fields[addressField]
  if (!isGiven(address) || !text.startsWith('://', address.end)) return fields
  const { start } = address
  const rest = text.slice(start, Math.min(part.end, start + addressMax))
  const blank = rest.indexOf(' ')
  const end = start + Math.min(blank < 0 ? rest.length : blank, nameColon(rest))
  return [
    ...fields.slice(0, addressField),
    { start, end },
    ...(end < part.end ? [{ start: end + 1, end: part.end }] : []),
  ]
}

/** Stops after one entry more than `most`. */
export const readBouquet = (text: string, most = Infinity): Bouquet => {
  const bouquet: Bouquet = { text, name: null, entries: [] }
  let named = -1
  for (const line of linesIn(text)) {
    if (bouquet.entries.length > most) break
    const { start, end, next } = line
    const head = headOf(text, line)
    const last = bouquet.entries.at(-1)
    const entry = bouquet.entries[named]
    if (head?.word === 'service') {
      const fields = fieldsOf(text, { start: start + head.length, end })
      const kind = kindOf(text, fields)
      named = bouquet.entries.push({ start, end: next, kind, line: { start, end }, fields, description: null }) - 1
    } else if (head?.word === 'description' && entry?.description === null) {
      // Boxes read it after blank lines and comments, too, which then belong to this entry.
      bouquet.entries.length = named + 1
      entry.description = { start: start + head.length, end }
      entry.end = next
    } else {
      if (head?.word === 'name') bouquet.name = { start: start + head.length, end }
      // Lines between entries count as a marker, too.
      if (last)
        bouquet.entries.push({ start, end: next, kind: 'marker', line: { start, end }, fields: [], description: null })
    }
  }
  return bouquet
}

export const referenceOf = (text: string, { fields }: Entry): Reference => {
  const [, , type = '', sid = '', tsid = '', onid = '', space = ''] = fields.map(({ start, end }) =>
    text.slice(start, end),
  )
  const key = keyOf(space, tsid, onid)
  const number = hexNumber(sid, 0xffff)
  const kind = hexNumber(type, 255)
  return { id: serviceId(number, key), sid: number, key, type: kind < 0 ? null : kind }
}

/** The file that an entry names: quoted, unquoted, or with its folder. */
export const fileNamedBy = (text: string, { fields, line }: Entry): string => {
  const rest = text.slice(fields[addressField]?.start ?? line.end, line.end)
  const quoted = /FROM BOUQUET "([^"]*)/i.exec(rest)?.[1]
  const path = quoted ?? rest.replace(/^\s*FROM BOUQUET /i, '').replace(/ ORDER BY [a-z]*\s*$/i, '')
  return baseName(decode(path).trim())
}
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

/** Boxes decode every %XX of an address; here control characters stay encoded, as no line can hold them. */
const addressOf = (letters: string): string =>
  letters.replace(/%(?!7f)([2-9a-f][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

/** A stream's address, and the name after it. */
export const streamOf = (
  text: string,
  entry: Entry,
  decodeName: FolderLetters['decode'],
): { id: string; head: string; url: string; name: string } => {
  const { fields } = entry
  const address = fields[addressField] as Part
  return {
    id: `stream ${decode(text.slice(fields[0]?.start, address.end))}`,
    head: text.slice(fields[0]?.start, address.start - 1),
    url: decode(addressOf(text.slice(address.start, address.end))),
    name: nameBehind(text, entry, decodeName),
  }
}

export const descriptionOf = (text: string, { description }: Entry, decodeName: FolderLetters['decode']): string =>
  description === null ? '' : decodeName(text.slice(description.start, description.end)).trim()

/** The name at the end of a reference. */
export const nameBehind = (text: string, { fields }: Entry, decodeName: FolderLetters['decode']): string => {
  const name = fields[addressField + 1]
  return name === undefined ? '' : decodeName(text.slice(name.start, fields.at(-1)?.end)).trim()
}

export const bouquetName = ({ text, name }: Bouquet, decodeName: FolderLetters['decode']): string =>
  name === null ? '' : decodeName(text.slice(name.start, name.end)).trim()
