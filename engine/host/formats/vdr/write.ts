/**
 * Writes a list as a new channels.conf, or into the one that it came from; bytes that no edit concerns stay unchanged.
 */
import { align } from '../align'
import { joinLines, lineEndOf, patched, toBytes, toLetters, type Part, type Put } from '../letters'
import type { Channel, List, Transponder } from '../model'
import type { NamedFile } from '../types'
import { groupName, listOf, namesIn, numberMax, numberOf, type ChannelsConf, type Entry, type Heading } from './read'
import { outOfOrder } from '../../lists/moved'
import { Sections, type Item } from './sections'
import { editedTuning, editedValues, firstValue, isTunable, newTuning, newValues } from './values'

type Encode = (text: string, like: string) => string

const plain = (text: string): string => text.replaceAll(':', '|')
const plainName = (name: string): string => plain(name).replaceAll(';', ' ')
/** A trailing comma marks the end of a name that contains commas. */
const nameText = (name: string): string => `${plainName(name)}${name.includes(',') ? ',' : ''}`

/** The longest line that a list's own texts produce: no box reads longer names. */
const groupText = (name: string): string => plain(name).slice(0, 250)

const newLine = (channel: Channel, list: List, encode: Encode): string | null => {
  const one = list.transponders[channel.transponder ?? -1]
  if (!isTunable(one, list)) return null
  const { name, provider } = channel
  // A line that begins with a colon is a heading.
  const names = provider === '' && name !== '' ? nameText(name) : `${nameText(name)};${plainName(provider)}`
  return [encode(names, ''), ...newTuning(one, list), ...newValues(channel), '0'].join(':')
}

// ---- Headings and numbers ----

/**
 * The number of each item: its own, or its position; 0 if VDR can't count to it, because numbers only rise. As many as
 * possible get their own.
 */
const numbersOf = (items: readonly Item[], { channels }: List): number[] => {
  const wanted = items.map(({ place }) => channels[place]?.number ?? place + 1)
  // Two numbers must leave room for the items between them.
  const usable = wanted.flatMap((number, at) => (number > at && number <= numberMax ? [at] : []))
  const room = usable.map((at) => ((wanted[at] ?? 0) - at) * items.length + at)
  for (const one of outOfOrder(room)) wanted[usable[one] ?? -1] = 0
  return wanted.map((number, at) => (number > at && number <= numberMax ? number : 0))
}

type Line = { text: string; number: number; withNumber: (number: number) => string }

class HeadingLines {
  private readonly sections: Sections
  private readonly numbers: number[] | null
  private next = 1

  constructor(
    private readonly conf: ChannelsConf,
    private readonly made: List,
    private readonly now: List,
    items: readonly Item[],
    private readonly encode: Encode,
    private readonly lineEnd: string,
  ) {
    this.sections = new Sections(conf, now, items)
    const isNumbered =
      now.channels.some(({ number }) => (number ?? null) !== null) ||
      conf.headings.some(({ digits }) => digits !== null)
    this.numbers = isNumbered ? numbersOf(items, now) : null
  }

  private headingLine(at: number): Line {
    const { conf } = this
    const heading = conf.headings[at] as Heading
    const { start, end, line, digits, name, group } = heading
    if (this.sections.isRemoved(at)) return this.noLine(conf.text.slice(start, line))
    const now = this.now.groups.find(({ no }) => group !== null && no === group)
    const was = group === null ? undefined : this.made.groups[group]
    const puts: Put[] = []
    if (now !== undefined && now.name !== (was?.name ?? groupName(conf, heading)))
      puts.push({ ...name, value: this.encode(groupText(now.name), conf.text.slice(name.start, name.end)) })
    const withNumber = (number: number): string => {
      const part: Part = digits ?? { start: line + 1, end: line + 1 }
      const value = digits === null ? `@${number}${group === null ? '' : ' '}` : String(number)
      return patched(conf.text, { start, end }, [...puts, { ...part, value }])
    }
    return { text: patched(conf.text, { start, end }, puts), number: numberOf(conf, heading), withNumber }
  }
  /** A line that only numbers, omitted if not needed. */
  private noLine(before: string): Line {
    return { text: before, number: 0, withNumber: (number) => `${before}:@${number}${this.lineEnd}` }
  }
  private addedLine(group: number): Line {
    const name = this.encode(groupText(this.now.groups[group]?.name ?? ''), '')
    const withNumber = (number: number): string => `:@${number} ${name}${this.lineEnd}`
    return { text: `:${name}${this.lineEnd}`, number: 0, withNumber }
  }

  /** The lines before an item, or after the last one. */
  before(item: number): string[] {
    const lines = this.sections
      .at(item)
      .map((one) => ('heading' in one ? this.headingLine(one.heading) : this.addedLine(one.group)))
    const given = this.numbers?.[item]
    if (given === undefined) return lines.map(({ text }) => text)
    const number = given || this.next
    const highest = lines.reduce((most, line) => Math.max(most, line.number), this.next)
    this.next = number + 1
    if (highest === number) return lines.map(({ text }) => text)
    if (highest > number) return lines.map((line) => (line.number > number ? line.withNumber(number) : line.text))
    const last = lines.at(-1) ?? this.noLine('')
    return [...lines.slice(0, -1).map(({ text }) => text), last.withNumber(number)]
  }
}

// ---- Records ----

type Edit = { was: Channel; is: Channel }
type Writing = {
  conf: ChannelsConf
  made: List
  now: List
  /** One line for each transponder of the upload; a channel that moves there takes its reception fields. */
  lines: ReadonlyMap<number, Entry>
}

const textIn = ({ text }: ChannelsConf, part: Part | undefined): string =>
  part === undefined ? '' : text.slice(part.start, part.end)

/** The first field now: the name, its suffix, and the provider. */
const namesNow = ({ conf }: Writing, { fields }: Entry, { was, is }: Edit): string => {
  const { letters, text } = conf
  const field = fields[0] as Part
  const { name, provider } = namesIn(text, field)
  const old = textIn(conf, name)
  const shortEnd = provider === null ? field.end : provider.start - 1
  let short = text.slice(name.end, shortEnd)
  let named = old
  if (is.name !== was.name) {
    named = letters.encode(nameText(is.name), old)
    // A short name needs the comma.
    if (is.name.includes(',') && short.startsWith(',')) short = short.slice(1)
  }
  const like = textIn(conf, provider ?? undefined)
  const given =
    is.provider === was.provider
      ? text.slice(shortEnd, field.end)
      : is.provider === ''
        ? ''
        : `;${letters.encode(plainName(is.provider), like)}`
  // A line that begins with a colon is a heading.
  return named + short + given || ';'
}

/** The fields after the name now; null if unchanged. */
const tuningNow = ({ conf, made, now, lines }: Writing, entry: Entry, { was, is }: Edit): string[] | null => {
  const one = now.transponders[is.transponder ?? -1]
  if (one === undefined) return null
  if (one.no === null) return isTunable(one, now) ? newTuning(one, now) : null
  const old: Transponder | undefined = made.transponders[one.no]
  const isMoved = made.transponders[was.transponder ?? -1]?.no !== one.no
  const like = isMoved ? lines.get(one.no) : entry
  if (like === undefined || old === undefined) return isMoved && isTunable(one, now) ? newTuning(one, now) : null
  const fields = like.fields.slice(1, firstValue).map((part) => textIn(conf, part))
  return editedTuning(fields, { one: old, list: made }, { one, list: now })
}

const recordText = (writing: Writing, entry: Entry, edit: Edit): string => {
  const { conf } = writing
  const puts: Put[] = []
  const put = (field: number, value: string): void => {
    const part = entry.fields[field]
    if (part !== undefined && textIn(conf, part) !== value) puts.push({ ...part, value })
  }
  put(0, namesNow(writing, entry, edit))
  tuningNow(writing, entry, edit)?.forEach((value, at) => put(at + 1, value))
  const fields = entry.fields.map((part) => textIn(conf, part))
  editedValues(fields, edit).forEach((value, at) => {
    if (value !== null) put(at + firstValue, value)
  })
  return puts.length === 0 ? conf.text.slice(entry.start, entry.end) : patched(conf.text, entry, puts)
}

const linesOf = ({ entries }: ChannelsConf, made: List): Map<number, Entry> => {
  const lines = new Map<number, Entry>()
  made.channels.forEach(({ transponder, no }) => {
    const entry = entries[no ?? -1]
    const place = made.transponders[transponder ?? -1]?.no ?? null
    if (entry !== undefined && place !== null && !lines.has(place)) lines.set(place, entry)
  })
  return lines
}

// ---- Files ----

const fileOf = (writing: Writing, encode: Encode, lineEnd: string): NamedFile[] => {
  const { conf, made, now } = writing
  const items: Item[] = []
  const records: string[] = []
  now.channels.forEach((is, place) => {
    const { no } = is
    const entry = conf.entries[no ?? -1]
    const was = made.channels[no ?? -1]
    const isOwn = entry !== undefined && was !== undefined
    const text = isOwn ? recordText(writing, entry, { was, is }) : newLine(is, now, encode)
    if (text === null) return
    items.push({ place, record: no })
    records.push(isOwn ? text : text + lineEnd)
  })
  const headings = new HeadingLines(conf, made, now, items, encode, lineEnd)
  const pieces = records.flatMap((record, item) => [...headings.before(item), record])
  const { text, start, tail } = conf
  const all = [...pieces, ...headings.before(items.length), text.slice(tail.start, tail.end)]
  return [{ name: '', bytes: toBytes(text.slice(0, start) + joinLines(all, lineEnd)) }]
}

const none: List = { satellites: [], transponders: [], channels: [], groups: [] }
const utf8: Encode = (text) => toLetters(new TextEncoder().encode(text.replace(/[\r\n]/g, ' ')))

export const writeConf = (now: List): NamedFile[] => {
  const letters = { decode: (text: string) => text, encode: utf8 }
  const conf: ChannelsConf = { text: '', start: 0, entries: [], headings: [], tail: { start: 0, end: 0 }, letters }
  const list: List = {
    ...now,
    channels: now.channels.map((channel) => ({ ...channel, no: null })),
    groups: now.groups.map((group) => ({ ...group, no: null })),
  }
  return fileOf({ conf, made: none, now: list, lines: new Map() }, utf8, '\n')
}

/** Lists made by an earlier reader have no numbers: then the upload's numbers count, unless an edit gave one. */
const withNumbers = (now: List, before: List, fresh: List): List =>
  before.channels.some(({ number }) => (number ?? null) !== null)
    ? now
    : {
        ...now,
        channels: now.channels.map((channel) => ({
          ...channel,
          number: channel.number ?? fresh.channels[channel.no ?? -1]?.number ?? null,
        })),
      }

/** `before`: the list as first made from the upload. */
export const rewriteConf = (conf: ChannelsConf, before: List, present: List): NamedFile[] => {
  const fresh = listOf(conf)
  const { channels, groups, now } = align(fresh, before, present)
  const made = { ...before, channels, groups: groups.map((group, no) => group ?? { no, name: '', members: [] }) }
  const numbered = withNumbers(now, before, fresh)
  return fileOf({ conf, made, now: numbered, lines: linesOf(conf, made) }, conf.letters.encode, lineEndOf(conf.text))
}
