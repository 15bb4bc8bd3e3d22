/**
 * Splits a playlist into records: from the end of one address to the end of the next, so that options and comments move
 * along.
 */
import { limits } from '../../types'
import { linesIn, toLetters, type Part } from '../letters'
import type { Channel, List } from '../model'
import { plainDigits, unreadNumber } from '../table/numbers'
import { lettersOf, trimUnseen, type Charset, type Letters } from './encoding'
import { numberKeys, readInfo, skipBlank, trimEnd, type Info, type Value } from './info'
import { Places } from '../places'
import { readTuning } from './satip'
import { groupsIn, Titles, type Title } from './titles'

/** An #EXTGRP line; `value`: the text after its colon. */
export type Directive = Part & { value: Part }
export type Entry = Part & {
  /** Where its #EXTINF line begins, or the address's line without one. */
  line: number
  info: Info | null
  /** The last #EXTGRP before its #EXTINF: begins a group that continues until something ends it. */
  begin: Directive | null
  /** The last #EXTGRP between #EXTINF and address: for this entry only. */
  own: Directive | null
  /** True if options for players stand before its address, or attributes for all entries in the header. */
  hasOptions: boolean
  address: Part
}
/** Text that stays in place: headers with what is before them. `before`: the number of the entry that follows. */
export type Fixed = Part & { before: number; isHeader: boolean }
export type Playlist = { text: string; entries: Entry[]; fixed: Fixed[]; tail: Part; letters: Letters; titles: Titles }

const startsWith = (text: string, { start, end }: Part, word: string): boolean =>
  end - start >= word.length && text.slice(start, start + word.length).toUpperCase() === word
const mark = '\u00ef\u00bb\u00bf'
export const hasMark = (text: string): boolean => text.startsWith(mark)

/** Where the content of an #EXTINF begins, after a colon or, in some files, a blank; null for any other line. */
const infoAt = (text: string, { start, end }: Part): number | null =>
  startsWith(text, { start, end }, '#EXTINF') && /[:\s]/.test(text.slice(start + 7, Math.min(end, start + 8)))
    ? start + 8
    : null
const fileWords = ['#PLAYLIST:', '#EXTENC:', '#EXT-X-SESSION-DATA:', '#EXT-X-VERSION:']
/** Lines that apply to the whole file. */
const isOfFile = (text: string, content: Part): boolean => fileWords.some((word) => startsWith(text, content, word))

/** `end`: of its #EXTINF line; its content may continue on the next one. */
type Open = Pick<Entry, 'start' | 'end' | 'line' | 'begin' | 'own' | 'hasOptions'> & { info: Part | null }
const openAt = (start: number): Open => ({
  ...{ start, end: -1, line: -1, info: null, begin: null, own: null, hasOptions: false },
})

/** Whether an #EXTINF line ends within a quoted value that the next line closes. */
const isBroken = (text: string, info: Part, next: Part): boolean => {
  const line = text.slice(next.start, next.end)
  if (/^(?:#EXT|[a-z][a-z\d+.-]*:)/i.test(line) || !/"\s{0,8}(?:,|[\w-]{1,40}=)/.test(line)) return false
  return (text.slice(info.start, info.end).split('"').length - 1) % 2 === 1
}

/** Such as #EXTVLCOPT, #KODIPROP and #EXTHTTP. */
const isOption = (text: string, { start, end }: Part): boolean =>
  /^#(?:EXT|KODI)[\w-]*:/i.test(text.slice(start, Math.min(end, start + 40)))

/** Old computers ended lines with CR only. */
export const isOld = (text: string): boolean => !text.includes('\n') && text.includes('\r')
/** The letters that end lines: CR alone only if some line ends so, as in files put together of several. */
export const endsIn = (text: string): string => (isOld(text) || /\r[^\r\n]/.test(text) ? '\r\n' : '\n')
const linesOf = (text: string): ReturnType<typeof linesIn> =>
  linesIn(
    endsIn(text) === '\n'
      ? text
      : text.replace(/\r+\n?/g, (end) => (end.endsWith('\n') ? end : '\n'.repeat(end.length))),
  )

/** Null if there are more entries than `max`. */
export const readPlaylist = (bytes: Uint8Array, max: number, charset: Charset): Playlist | null => {
  const text = toLetters(bytes)
  const entries: Entry[] = []
  const fixed: Fixed[] = []
  let hasHeaderValues = false
  let open = openAt(0)
  if (hasMark(text)) {
    fixed.push({ start: 0, end: mark.length, before: 0, isHeader: false })
    open = openAt(mark.length)
  }
  for (const line of linesOf(text)) {
    let start = skipBlank(text, line.start, line.end)
    while (text.startsWith(mark, start)) start = skipBlank(text, start + mark.length, line.end)
    const content = { start, end: trimEnd(text, start, line.end) }
    if (content.start >= content.end) continue
    if (open.info !== null && open.info.end === open.end && isBroken(text, open.info, content)) {
      open.info.end = content.end
      continue
    }
    if (text.charAt(start) !== '#') {
      if (entries.length >= max) return null
      const { info, begin, own } = open
      const hasOptions = open.hasOptions || hasHeaderValues
      const at = open.line < 0 ? line.start : open.line
      const parts = { line: Math.max(at, open.start), info: info && readInfo(text, info), begin, own, hasOptions }
      entries.push({ start: open.start, end: line.next, ...parts, address: content })
      open = openAt(line.next)
      continue
    }
    const info = infoAt(text, content)
    if (info !== null) {
      open.line = line.start
      open.info = { start: info, end: content.end }
      open.end = content.end
      // Of an entry whose address is missing or commented out.
      open.own = null
    } else if (startsWith(text, content, '#EXTGRP:')) {
      const directive = { start: line.start, end: line.next, value: { start: start + 8, end: content.end } }
      if (open.info === null) open.begin = directive
      else open.own = directive
    } else if (open.info !== null) {
      open.hasOptions ||= isOption(text, content)
    } else {
      const isHeader = startsWith(text, content, '#EXTM3U')
      if (isHeader) hasHeaderValues = /=[^\s,]/.test(text.slice(start, content.end))
      if (!isHeader && (open.begin !== null || !isOfFile(text, content))) {
        open.hasOptions ||= isOption(text, content)
        continue
      }
      fixed.push({ start: open.start, end: line.next, before: entries.length, isHeader })
      open = openAt(line.next)
    }
  }
  const letters = lettersOf(namesIn(text, entries), charset)
  return { text, entries, fixed, tail: { start: open.start, end: text.length }, letters, titles: new Titles() }
}

const slice = (text: string, part: Part | undefined): string => (part ? text.slice(part.start, part.end) : '')
function* namesIn(text: string, entries: readonly Entry[]): Generator<string> {
  for (const { info, begin, own } of entries) {
    if (info) yield slice(text, info.name)
    yield slice(text, info?.values['group-title'])
    yield slice(text, begin?.value)
    yield slice(text, own?.value)
  }
}

/** An entry's own groups, and the title for the following entries. `listed`: the title that applies before it. */
export const groupsOf = (
  { text, letters, titles }: Playlist,
  entry: Entry,
  listed: Title,
): { title: Title; then: Title } => {
  const said = (part: Part | undefined): Title => titles.of(letters.decode(slice(text, part)).trim())
  const before = entry.begin ? said(entry.begin.value) : listed
  const title = said(entry.info?.values['group-title'])
  const none = titles.of('')
  if (entry.own) return { title: title === none ? said(entry.own.value) : title, then: none }
  return title === none ? { title: before, then: before } : { title, then: none }
}

/** Every entry's title, its own or one begun before it. */
export const titlesIn = (playlist: Playlist): Title[] => {
  const headers = new Set(playlist.fixed.filter(({ isHeader }) => isHeader).map(({ before }) => before))
  const none = playlist.titles.of('')
  let listed = none
  return playlist.entries.map((entry, no) => {
    const { title, then } = groupsOf(playlist, entry, headers.has(no) ? none : listed)
    listed = then
    return title
  })
}

/** The values of an entry's number: the first one that says something is read, and all are written. */
export const numberValues = (info: Info | null): Value[] => numberKeys.flatMap((key) => info?.values[key] ?? [])
/** A value may be as long as the file. */
const numberLetters = 60
const digitsIn = ({ text, letters }: Playlist, { info }: Entry): string => {
  const value = numberValues(info).find(({ start, end }) => end > start)
  if (value === undefined || value.end - value.start > numberLetters) return ''
  return plainDigits(trimUnseen(letters.decode(slice(text, value))))
}
export const numberIn = (playlist: Playlist, entry: Entry): number | null => {
  const digits = digitsIn(playlist, entry)
  const [min, max] = limits.channelNumber
  return /^\d{1,8}$/.test(digits) && Number(digits) >= min && Number(digits) <= max ? Number(digits) : null
}

export const addressIn = ({ text, letters }: Playlist, { address }: Entry): string =>
  trimUnseen(letters.decode(slice(text, address)))

const channelOf = (playlist: Playlist, entry: Entry, no: number, places: Places): Channel => {
  const { text, letters } = playlist
  const said = (part: Part | undefined): string => letters.decode(slice(text, part)).trim()
  const { values, name } = entry.info ?? { values: {}, name: undefined }
  const url = addressIn(playlist, entry)
  const tuned = readTuning(places, url)
  const number = numberIn(playlist, entry)
  const given = said(name)
  const named = said(values['tvg-name'])
  return {
    no,
    transponder: tuned?.transponder ?? null,
    type: /^(?:true|1|yes)$/i.test(said(values.radio)) ? 'radio' : 'tv',
    serviceType: null,
    ...{ sid: tuned?.sid ?? null, onid: null, tsid: null, pmtPid: tuned?.pmtPid ?? null },
    name: given || named || url.slice(url.lastIndexOf('/') + 1),
    ...{ provider: '', scrambled: false, systems: [], url, videoPid: null, pcrPid: null, teletextPid: null },
    ...{ videoType: '', audio: [], number, numberText: number === null ? unreadNumber(digitsIn(playlist, entry)) : '' },
    logo: said(values['tvg-logo']) || said(values.logo),
    more: entry.hasOptions || entry.info?.hasMore === true || (named !== '' && given !== '' && named !== given),
  }
}

export const listOf = (playlist: Playlist): List => {
  const list: List = { satellites: [], transponders: [], channels: [], groups: groupsIn(titlesIn(playlist)) }
  const places = new Places(list)
  let unnamed = 0
  playlist.entries.forEach((entry, no) => {
    const channel = channelOf(playlist, entry, no, places)
    if (channel.name === '') channel.name = String(++unnamed)
    list.channels.push(channel)
  })
  return list
}
