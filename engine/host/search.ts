/**
 * Finds channels in an open list: by name, place, type, favourites, oddities, and their records' video, provider and
 * encryption. It uses only the list's public calls, so that all kinds of open lists are searched alike.
 */
import { gather } from './gather'
import type { Choice, Choices, Columns, OpenList, Query } from './contract'
import { foldText } from './fold'
import { channelTypes, type Only } from './types'

/** What a search reads of a list. */
export type Searched = Pick<OpenList, 'columns' | 'names' | 'satellites' | 'transponders' | 'channel' | 'cells'>
type Fields = { video: string; provider: string; encryption: string }

const flagProblem = 32
/** Two lists may give the same transponder's frequency with up to this difference. */
const toleranceKHz = 2000
/** Names of channels in high definition contain one of these as a word. */
const highDefinition = /(?:^|[^\p{L}\p{N}])(?:hd|fhd|uhd|4k|8k)(?:$|[^\p{L}\p{N}])/iu

export const isHighDefinition = (name: string): boolean => highDefinition.test(name)

/** True for each place whose key occurs more than once; empty keys never count as equal. */
const doubles = (keys: readonly string[]): Uint8Array => {
  const first = new Map<string, number>()
  const marks = new Uint8Array(keys.length)
  keys.forEach((key, place) => {
    if (key === '') return
    const there = first.get(key)
    if (there === undefined) first.set(key, place)
    else marks[place] = marks[there] = 1
  })
  return marks
}

/** Places of the same satellite, SID and polarisation whose frequencies are next to each other. */
const sameServices = (list: Searched): Uint8Array => {
  const { length, satellite, transponder, sid } = list.columns()
  const satellites = list.satellites().map(({ name, angle }) => (angle === null ? `n${foldText(name)}` : `a${angle}`))
  const transponders = list.transponders()
  const groups = new Map<string, { place: number; frequency: number }[]>()
  for (let place = 0; place < length; place++) {
    const at = transponders[transponder[place] ?? -1]
    const here = satellites[satellite[place] ?? -1]
    if (!at || here === undefined || at.frequencyKHz === null || (sid[place] ?? -1) < 0) continue
    const key = `${here} ${sid[place]} ${at.polarisation ?? ''}`
    const one = { place, frequency: at.frequencyKHz }
    gather(groups, key, one)
  }
  const marks = new Uint8Array(length)
  for (const group of groups.values()) {
    if (group.length < 2) continue
    group.sort((a, b) => a.frequency - b.frequency)
    group.forEach((one, at) => {
      const before = group[at - 1]
      if (before && one.frequency - before.frequency <= toleranceKHz) marks[one.place] = marks[before.place] = 1
    })
  }
  return marks
}

const choicesOf = (values: Iterable<string>): Choice[] => {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .map(([value, channels]) => ({ value, channels }))
    .sort((a, b) => b.channels - a.channels || (a.value < b.value ? -1 : 1))
}

/** One list's searches. `forget` is called after every edit. */
export class Search {
  private folded: string[] | null = null
  private readonly marks = new Map<Only, Uint8Array>()
  /** Values of records; edits of order, names and flags don't change them. */
  private readonly fields = new Map<number, Fields>()

  constructor(private readonly list: Searched) {}

  forget(): void {
    this.folded = null
    this.marks.clear()
  }

  /** 0-based places of the channels that match, in list order. */
  find(query: Query): Uint32Array {
    const columns = this.list.columns()
    const found = new Uint32Array(columns.length)
    const passes = this.testOf(query, columns)
    let count = 0
    for (let place = 0; place < columns.length; place++) if (passes(place)) found[count++] = place
    return found.slice(0, count)
  }

  /** The possible filters: each value that occurs in the live channels. */
  choices(): Choices {
    const { id, length } = this.list.columns()
    const fields = Array.from({ length }, (_, place) => this.fieldsOf(id[place] ?? -1))
    return {
      videos: choicesOf(fields.map(({ video }) => video)),
      providers: choicesOf(fields.map(({ provider }) => provider)),
      encryptions: choicesOf(fields.map(({ encryption }) => encryption)),
    }
  }

  private names(): string[] {
    return (this.folded ??= this.list.names().map(foldText))
  }

  private fieldsOf(id: number): Fields {
    const known = this.fields.get(id)
    if (known) return known
    const channel = this.list.channel(id)
    const made = {
      video: channel?.videoType ?? '',
      provider: channel?.provider ?? '',
      encryption: channel?.encryption ?? '',
    }
    this.fields.set(id, made)
    return made
  }

  private marksOf(only: Only): Uint8Array {
    const known = this.marks.get(only)
    if (known) return known
    const made = this.makeMarks(only)
    this.marks.set(only, made)
    return made
  }

  private makeMarks(only: Only): Uint8Array {
    const { flags, favourites, length } = this.list.columns()
    const each = (test: (place: number) => boolean) => Uint8Array.from({ length }, (_, place) => (test(place) ? 1 : 0))
    switch (only) {
      case 'unnamed': {
        const names = this.names()
        return each((place) => (names[place] ?? '').trim() === '')
      }
      case 'duplicates':
        return sameServices(this.list)
      case 'same-name':
        return doubles(this.names().map((name) => name.replaceAll(/\s+/gu, ' ').trim()))
      case 'problems':
        return each((place) => ((flags[place] ?? 0) & flagProblem) !== 0)
      case 'no-favourite':
        return each((place) => (favourites[place] ?? 0) === 0)
    }
  }

  /** Built once for a search: tests the cheap columns first, texts and records last. */
  private testOf(query: Query, columns: Columns): (place: number) => boolean {
    const tests: ((place: number) => boolean)[] = []
    const { satellite, transponder, type, scrambled, favourite, category, only, video, provider, encryption } = query
    if (satellite !== undefined) tests.push((place) => columns.satellite[place] === satellite)
    if (transponder !== undefined) tests.push((place) => columns.transponder[place] === transponder)
    if (type !== undefined) {
      const number = channelTypes.indexOf(type)
      tests.push((place) => columns.type[place] === number)
    }
    if (scrambled !== undefined)
      tests.push((place) => {
        const flags = columns.flags[place] ?? 0
        return (flags & 2) === 0 && ((flags & 1) === 1) === scrambled
      })
    if (favourite !== undefined)
      tests.push(
        (place) => favourite >= 0 && favourite < 32 && (((columns.favourites[place] ?? 0) >>> favourite) & 1) === 1,
      )
    if (category !== undefined) {
      const inIt = this.list.cells().get('channel.category')
      tests.push((place) => inIt?.get(columns.id[place] ?? -1) === category)
    }
    if (only !== undefined) {
      const marks = this.marksOf(only)
      tests.push((place) => marks[place] === 1)
    }
    const search = query.search === undefined ? '' : foldText(query.search).trim()
    if (search) tests.push(this.textTest(search, columns))
    if (video === 'hd') {
      const names = this.list.names()
      tests.push((place) => isHighDefinition(names[place] ?? ''))
    } else if (video !== undefined) tests.push((place) => this.fieldsOf(columns.id[place] ?? -1).video === video)
    if (provider !== undefined) tests.push((place) => this.fieldsOf(columns.id[place] ?? -1).provider === provider)
    if (encryption !== undefined)
      tests.push((place) => this.fieldsOf(columns.id[place] ?? -1).encryption === encryption)
    const [one] = tests
    if (!one) return () => true
    return tests.length === 1 ? one : (place) => tests.every((test) => test(place))
  }

  private textTest(search: string, { sid, transponder }: Columns): (place: number) => boolean {
    const names = this.names()
    if (!/^\d+$/.test(search)) return (place) => names[place]?.includes(search) === true
    const frequencies = this.list
      .transponders()
      .map((one) => (one.frequencyKHz === null ? '' : String(Math.round(one.frequencyKHz / 1000))))
    return (place) => {
      const own = sid[place] ?? -1
      return (
        names[place]?.includes(search) === true ||
        (own >= 0 && String(own).startsWith(search)) ||
        frequencies[transponder[place] ?? -1]?.startsWith(search) === true
      )
    }
  }
}
