/**
 * `.chl` for the host: the version, the favourite groups' names, and the fields of a channel that the model doesn't
 * keep (provider, PIDs, audio, subtitles), read from its object's bytes on demand.
 */
import { byName, numberField, streamNumbers } from '../channel-fields'
import { type Core, info, none, row, transponderEntry } from '../core'
import type { DialectReader, OwnFields } from '../dialect'
import { type AudioTrack, type SubtitleTrack, defaultFavouriteNames } from '../types'

type Fields = ReadonlyMap<string, unknown>

/** The layout of the groups' table in assembly/formats/chl-read.ts. */
const group = { bytes: 24, first: 4, tv: 8, radio: 12, name: 16, nameLength: 20 } as const
/** An element of a group's arrays: its bytes, the channel that it refers to, and its form. */
const element = { bytes: 16, channel: 8 } as const
const subtitleTypes: Record<number, string> = { 1: 'teletext', 16: 'DVB' }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys in lower case; the last of several equal keys counts. */
const fieldsOf = (value: unknown): Fields =>
  new Map(isRecord(value) ? Object.entries(value).map(([key, field]) => [key.toLowerCase(), field]) : [])

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : typeof value === 'number' ? String(value) : null

/** A whole number from 0 on, even if it is written as text. */
const numberOf = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\s*\d+\s*$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null
}

/** A PID; writers use 0 for none. */
const pidOf = (value: unknown): number | null => numberOf(value) || null

/**
 * The end of the object that opens at the start of `text`. The engine has found it complete, so only strings need care.
 */
const endOfObject = (text: string): number => {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++
    } else if (letter === '{' || letter === '[') depth++
    else if ((letter === '}' || letter === ']') && --depth === 0) return at + 1
  }
  return text.length
}

/** Parses an object as leniently as the engine does: NULs between tokens are spaces, extra commas are ignored. */
const parseFields = (bytes: Uint8Array): Fields => {
  const text = new TextDecoder('utf-8').decode(bytes)
  const whole = text.slice(0, endOfObject(text))
  for (const attempt of [whole, whole.replaceAll('\0', ' ').replace(/,(\s*[,}\]])/g, '$1')]) {
    try {
      return fieldsOf(JSON.parse(attempt))
    } catch {
      // The next attempt is more lenient; after the last one the fields are unknown.
    }
  }
  return new Map()
}

/** Addresses of the index object (0 if there is none) and of the groups' table, and the number of groups. */
const factsOf = (
  core: Core,
): { indexAt: number; indexEnd: number; groups: number; count: number; elements: number } => {
  const at = core.exports.chlFacts() >> 2
  const words = core.u32()
  return {
    indexAt: words[at] ?? 0,
    indexEnd: words[at + 1] ?? 0,
    groups: words[at + 2] ?? 0,
    count: words[at + 3] ?? 0,
    elements: words[at + 4] ?? 0,
  }
}

const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.filter(isRecord).map(fieldsOf) : [])

const audioOf = (value: unknown): AudioTrack[] =>
  listOf(value).map((track) => ({
    pid: pidOf(track.get('pid')),
    type: textOf(track.get('type')) ?? '',
    language: textOf(track.get('lang')) ?? '',
    dolby: numberOf(track.get('dolbyac3')) === 1 || track.get('dolbyac3') === true,
  }))

const subtitlesOf = (value: unknown): SubtitleTrack[] =>
  listOf(value).map((track) => {
    const type = numberOf(track.get('type'))
    return {
      pid: pidOf(track.get('pid')),
      type: type === null ? (textOf(track.get('type')) ?? '') : (subtitleTypes[type] ?? String(type)),
      language: textOf(track.get('lang')) ?? '',
      compositionPage: numberOf(track.get('comppageid')),
      ancillaryPage: numberOf(track.get('ancipageid')),
    }
  })

const ownFields = (core: Core, id: number): OwnFields => {
  const at = core.rowAt(id)
  const words = core.u32()
  const start = (words[(at + row.start) >> 2] ?? 0) - core.get(info.source)
  const fields = parseFields(core.sourceBytes(start, start + (words[(at + row.length) >> 2] ?? 0)))
  const audio = audioOf(fields.get('audio'))
  const system = numberOf(fields.get('ca'))
  return {
    provider: textOf(fields.get('provider')),
    encryption: system ? String(system) : null,
    videoType: textOf(fields.get('videotype')),
    system: null,
    ...byName(streamNumbers, (name) => {
      const { chl, isPid } = numberField(name)
      return (isPid ? pidOf : numberOf)(fields.get(chl.toLowerCase()))
    }),
    audioPid: audio[0]?.pid ?? null,
    country: null,
    language: audio.map((track) => track.language).find((language) => language !== '') ?? null,
    coverage: null,
    broadcastLanguage: null,
    package: null,
    network: null,
    encoding: 'utf-8',
    audio,
    subtitles: subtitlesOf(fields.get('sub')),
    // Written by the readers of other dialects, not by boxes.
    url: textOf(fields.get('url')),
  }
}

export const chlDialect: DialectReader = {
  version: (core) => {
    const { indexAt, indexEnd } = factsOf(core)
    const source = core.get(info.source)
    return indexAt ? textOf(parseFields(core.sourceBytes(indexAt - source, indexEnd - source)).get('ver')) : null
  },
  /** The file's groups, or the box's eight if the file has none; the writer adds those when one is used. */
  favouriteNames: (core) => {
    const { groups, count } = factsOf(core)
    if (count === 0) return [...defaultFavouriteNames]
    return Array.from({ length: count }, (_, index) => {
      const at = (groups + index * group.bytes) >> 2
      const words = core.u32()
      const units = core.exports.chlTextAt(words[at + group.name / 4] ?? 0, words[at + group.nameLength / 4] ?? 0)
      return core.text(core.get(info.textAt), units) || defaultFavouriteNames[index] || `FAV ${index + 1}`
    })
  },
  fecText: (core, transponder) => {
    const at =
      core.u32()[(core.get(info.transponders) + transponder * transponderEntry.bytes + transponderEntry.at) >> 2] ?? 0
    const source = core.get(info.source)
    return textOf(
      parseFields(core.sourceBytes(at - source, core.get(info.sourceEnd) - source).slice(0, 65_536)).get('fec'),
    )
  },
  ownFields,
  groupOrder: (core, index) => {
    const { groups, count, elements } = factsOf(core)
    if (index >= count) return []
    const words = core.u32()
    const at = (groups + index * group.bytes) >> 2
    const first = words[at + group.first / 4] ?? 0
    const total = (words[at + group.tv / 4] ?? 0) + (words[at + group.radio / 4] ?? 0)
    return Array.from(
      { length: total },
      (_, one) => words[(elements + (first + one) * element.bytes + element.channel) >> 2] ?? none,
    ).filter((id) => id !== none)
  },
}
