/**
 * Splits channels.conf into records: a line of fields is a channel, a line that begins with a colon is a heading. Other
 * lines before them belong to them and move along: VDR has no comments.
 */
import { limits } from '../../types'
import { linesIn, splitAt, toLetters, type Part } from '../letters'
import { whole } from '../enigma/values'
import { lettersOf, type Charset, type Letters } from '../m3u/encoding'
import type { Channel, List } from '../model'
import { Places } from '../places'
import { hasMoreTracks, readPids, readSystems, readTuning } from './values'

/** `fields`: at most 13, separated by colons. `heading`: the index of the last named heading before it; −1 if none. */
export type Entry = Part & { line: number; fields: readonly Part[]; heading: number }
/**
 * `digits` of “:@201”, which numbers the next channel; `name` is empty if the line only does that. `before`: the record
 * that follows. `group`: the number of its group; null for a line without a name.
 */
export type Heading = Part & { line: number; digits: Part | null; name: Part; before: number; group: number | null }
/** `start`: after a byte-order mark. */
export type ChannelsConf = {
  text: string
  start: number
  entries: Entry[]
  headings: Heading[]
  tail: Part
  letters: Letters
}

const fieldsMin = 10
const fieldsMax = 13
const mark = '\u00ef\u00bb\u00bf'

/** The first field: a name, a short name after the last comma, a provider after a semicolon. */
export type Names = { name: Part; provider: Part | null }
export const namesIn = (text: string, { start, end }: Part): Names => {
  const field = text.slice(start, end)
  const sign = field.indexOf(';')
  const stop = sign < 0 ? field.length : sign
  const comma = field.slice(0, stop).lastIndexOf(',')
  return {
    name: { start, end: start + (comma < 0 ? stop : comma) },
    provider: sign < 0 ? null : { start: start + sign + 1, end },
  }
}

const headingAt = (text: string, start: number, line: Part): Pick<Heading, 'digits' | 'name'> => {
  const content = text.slice(start, line.end).trimEnd()
  const end = start + content.length
  const found = /^:(?:@(\d*))?\s*/.exec(content)
  const name = { start: start + (found?.[0].length ?? 1), end }
  const digits = found?.[1] === undefined ? null : { start: start + 2, end: start + 2 + found[1].length }
  return { digits, name }
}

/** Null if there are more channels than `max`. */
export const readConf = (bytes: Uint8Array, max: number, charset: Charset): ChannelsConf | null => {
  const text = toLetters(bytes)
  const entries: Entry[] = []
  const headings: Heading[] = []
  const begin = text.startsWith(mark) ? mark.length : 0
  let open = begin
  let named = -1
  let groups = 0
  for (const line of linesIn(text)) {
    const start = Math.max(line.start, begin)
    if (text.charAt(start) === ':') {
      const { digits, name } = headingAt(text, start, line)
      const isNamed = name.end > name.start
      if (isNamed) named = headings.length
      const group = isNamed ? groups++ : null
      headings.push({ start: open, end: line.next, line: start, digits, name, before: entries.length, group })
      open = line.next
      continue
    }
    const fields = splitAt(text, { start, end: line.end }, ':', fieldsMax)
    if (fields.length < fieldsMin) continue
    if (entries.length >= max) return null
    entries.push({ start: open, end: line.next, line: start, fields, heading: named })
    open = line.next
  }
  const names = [...entries.map(({ fields }) => fields[0] as Part), ...headings.map(({ name }) => name)]
  const letters = lettersOf(
    (function* () {
      for (const { start, end } of names) yield text.slice(start, end)
    })(),
    charset,
  )
  return { text, start: begin, entries, headings, tail: { start: open, end: text.length }, letters }
}

/** The number that a heading gives to the next channel. */
export const numberOf = ({ text }: ChannelsConf, { digits }: Heading): number =>
  (digits && whole(text.slice(digits.start, digits.end), numberMax)) || 0
/** VDR's own numbers have up to five digits. */
export const numberMax = 99_999

/** Every channel's number; null if all of them equal their positions. */
const numbersOf = (conf: ChannelsConf): number[] | null => {
  const numbers: number[] = []
  let [next, heading] = [1, 0]
  conf.entries.forEach((_, place) => {
    for (let one = conf.headings[heading]; one !== undefined && one.before <= place; one = conf.headings[++heading])
      next = Math.max(next, numberOf(conf, one))
    numbers.push(next++)
  })
  return numbers.some((number, place) => number !== place + 1) ? numbers : null
}

const channelOf = ({ text, letters }: ChannelsConf, { fields }: Entry, no: number, places: Places): Channel => {
  const values = fields.map(({ start, end }) => text.slice(start, end))
  const { name, provider } = namesIn(text, fields[0] as Part)
  const said = (part: Part): string => letters.decode(text.slice(part.start, part.end)).replaceAll('|', ':').trim()
  const pids = readPids(values)
  const { systems, scrambled } = readSystems(values[8] ?? '')
  const transponder = readTuning(places, values)
  return {
    no,
    transponder,
    type: pids.type,
    serviceType: null,
    sid: whole(values[9], 0xffff),
    onid: whole(values[10], 0xffff),
    tsid: whole(values[11], 0xffff),
    name: said(name),
    provider: provider === null ? '' : said(provider),
    scrambled,
    systems,
    url: '',
    videoPid: pids.videoPid,
    pcrPid: pids.pcrPid,
    teletextPid: pids.teletextPid,
    videoType: pids.videoType,
    audio: pids.audio,
    subtitles: pids.subtitles,
    more:
      // How it is received by cable, aerial or a plugin.
      transponder === null ||
      hasMoreTracks(values) ||
      // A short name.
      text
        .slice(name.end, provider === null ? fields[0]?.end : provider.start - 1)
        .replace(',', '')
        .trim() !== '',
  }
}

export const groupName = ({ text, letters }: ChannelsConf, { name }: Heading): string =>
  letters.decode(text.slice(name.start, name.end)).replaceAll('|', ':').trim()

/** Groups beyond the list's limit have only a name. */
const groupsOf = (conf: ChannelsConf): List['groups'] => {
  const groups: List['groups'] = conf.headings.flatMap((heading) =>
    heading.group === null ? [] : [{ no: heading.group, name: groupName(conf, heading), members: [] }],
  )
  conf.entries.forEach(({ heading }, place) => {
    const group = conf.headings[heading]?.group ?? limits.favouriteGroups
    if (group < limits.favouriteGroups) groups[group]?.members.push(place)
  })
  return groups
}

export const listOf = (conf: ChannelsConf): List => {
  const list: List = { satellites: [], transponders: [], channels: [], groups: groupsOf(conf) }
  const places = new Places(list)
  const numbers = numbersOf(conf)
  conf.entries.forEach((entry, no) => {
    const channel = channelOf(conf, entry, no, places)
    list.channels.push(numbers === null ? channel : { ...channel, number: numbers[no] ?? null })
  })
  return list
}
