/**
 * Writes a list as a new playlist, or into the one that it came from, where bytes that no edit concerns stay unchanged.
 */
import { gather } from '../../gather'
import { joinLines, lineEndOf, patched, toBytes, toLetters, type Put } from '../letters'
import type { Channel, List } from '../model'
import type { NamedFile } from '../types'
import { quoted } from './info'
import {
  addressIn,
  endsIn,
  groupsOf,
  hasMark,
  isOld,
  numberIn,
  numberValues,
  titlesIn,
  type Entry,
  type Playlist,
} from './read'
import { editedAddress, newAddress } from './satip'
import { editedNames, groupNames, hasSameNames, renamedGroups, type Title } from './titles'

type Encode = (text: string, like: string) => string
const utf8: Encode = (text) => toLetters(new TextEncoder().encode(text.replace(/[\r\n]/g, ' ')))

// ---- New entries ----

const titleText = (names: readonly string[], encode: Encode): string =>
  names.length === 0 ? '' : ` group-title=${quoted(encode(names.join(';'), ''), '"')}`

const newEntry = (channel: Channel, list: List, names: readonly string[], encode: Encode, lineEnd: string): string => {
  const address = channel.url || newAddress(channel, list)
  if (address === '') return ''
  const number = channel.number ? ` tvg-chno="${channel.number}"` : ''
  const logo = channel.logo ? ` tvg-logo=${quoted(encode(channel.logo, ''), '"')}` : ''
  const radio = channel.type === 'radio' ? ' radio="true"' : ''
  const head = `#EXTINF:-1${number}${logo}${radio}${titleText(names, encode)}`
  return `${head},${encode(channel.name, '')}${lineEnd}${encode(address, '')}${lineEnd}`
}

export const writePlaylist = (now: List): NamedFile[] => {
  const names = groupNames(now)
  const entries = now.channels.map((channel, place) => newEntry(channel, now, names[place] ?? [], utf8, '\n'))
  return [{ name: '', bytes: toBytes(`#EXTM3U\n${entries.join('')}`) }]
}

// ---- Into the upload ----

const hasOwnTitle = ({ begin, own, info }: Entry): boolean => {
  const value = info?.values['group-title']
  return begin !== null || own !== null || (value !== undefined && value.end > value.start)
}

type Edit = { was: Channel; is: Channel; title: Title; address: string }
type Context = { playlist: Playlist; before: readonly Title[]; lineEnd: string }

/** Writes an entry's groups; returns the title that then applies to the following entries. */
const putGroups = (
  { playlist, before, lineEnd }: Context,
  entry: Entry,
  no: number,
  edit: Edit,
  listed: Title,
  puts: Put[],
): Title => {
  const { text, letters, titles } = playlist
  const natural = groupsOf(playlist, entry, listed)
  if (natural.title.set === edit.title.set) return natural.then
  const { names, set } = hasOwnTitle(entry) ? edit.title : titles.repeated(edit.title)
  if (natural.title.set === set) return natural.then
  const none = titles.of('')
  const title = names.join(';')
  const value = entry.info?.values['group-title']
  const likeOf = (part: { start: number; end: number } | undefined): string =>
    part ? text.slice(part.start, part.end) : ''
  const putTitle = (): void => {
    const encoded = letters.encode(title, likeOf(value))
    if (value) {
      const { outer } = value
      puts.push({ ...outer, value: quoted(encoded, text.charAt(outer.start)) })
    } else if (entry.info) {
      const { room } = entry.info
      puts.push({ start: room, end: room, value: titleText(names, letters.encode) })
    } else {
      const head = `#EXTINF:-1${titleText(names, letters.encode)},${letters.encode(edit.is.name, '')}${lineEnd}`
      puts.push({ start: entry.line, end: entry.line, value: head })
    }
  }
  const begin = (): Title => {
    if (entry.begin) puts.push({ ...entry.begin.value, value: letters.encode(title, likeOf(entry.begin.value)) })
    else puts.push({ start: entry.line, end: entry.line, value: `#EXTGRP:${letters.encode(title, '')}${lineEnd}` })
    return titles.of(title)
  }
  const hasTitle = value !== undefined && value.end > value.start
  if (hasTitle || entry.own) {
    if (entry.own) puts.push({ ...entry.own.value, value: letters.encode(title, likeOf(entry.own.value)) })
    if (hasTitle) putTitle()
    // An empty title doesn't end a group that was begun before.
    const held = entry.begin ? groupsOf(playlist, { ...entry, info: null }, none).title : listed
    return hasTitle && !entry.own && title === '' && held !== none ? begin() : none
  }
  if (title === '' || (before[no] ?? none) !== none) return begin()
  putTitle()
  return none
}

const putInfo = ({ playlist, lineEnd }: Context, entry: Entry, { was, is }: Edit, puts: Put[]): void => {
  const { text, letters } = playlist
  const { info } = entry
  const name = is.name === was.name ? null : is.name
  if (info === null) {
    const isHeaded = puts.some(({ value }) => value.startsWith('#EXTINF'))
    const head = `#EXTINF:-1,${letters.encode(name ?? '', '')}${lineEnd}`
    if (name !== null && !isHeaded) puts.push({ start: entry.line, end: entry.line, value: head })
    return
  }
  const { room, values } = info
  const putMark = (key: 'radio' | 'tvg-chno', value: string): void => {
    const there = key === 'tvg-chno' ? numberValues(info) : values[key] ? [values[key]] : []
    for (const { outer } of there) puts.push({ ...outer, value: quoted(value, text.charAt(outer.start)) })
    if (there.length === 0) puts.push({ start: room, end: room, value: ` ${key}="${value}"` })
  }
  if (is.type !== was.type && (is.type === 'radio' || was.type === 'radio'))
    putMark('radio', String(is.type === 'radio'))
  const number = is.number ?? null
  if (number !== null && number !== numberIn(playlist, entry)) putMark('tvg-chno', String(number))
  if (name === null) return
  const { start, end } = info.name
  puts.push({ start, end, value: (info.hasComma ? '' : ',') + letters.encode(name, text.slice(start, end)) })
}

/** An entry with its edits, and the title that applies after it. */
const entryText = (context: Context, no: number, edit: Edit, listed: Title): { piece: string; then: Title } => {
  const { playlist } = context
  const entry = playlist.entries[no] as Entry
  const puts: Put[] = []
  const then = putGroups(context, entry, no, edit, listed, puts)
  putInfo(context, entry, edit, puts)
  if (edit.address !== addressIn(playlist, entry)) {
    const { start, end } = entry.address
    puts.push({ start, end, value: playlist.letters.encode(edit.address, playlist.text.slice(start, end)) })
  }
  return {
    piece: puts.length === 0 ? playlist.text.slice(entry.start, entry.end) : patched(playlist.text, entry, puts),
    then,
  }
}

/** One address for each transponder of the upload. */
const addressesOf = ({ channels, transponders }: List): Map<number, string> => {
  const known = new Map<number, string>()
  for (const { transponder, url } of channels) {
    const no = transponders[transponder ?? -1]?.no ?? null
    if (no !== null && !known.has(no)) known.set(no, url)
  }
  return known
}

/**
 * The entry of each record. An earlier reader took some other lines for addresses; then addresses tell which entry is
 * meant, null if none.
 */
const entriesOf = (playlist: Playlist, { channels }: List): (number | null)[] => {
  const { entries } = playlist
  if (channels.length === entries.length) return channels.map((_, record) => record)
  const waiting = new Map<string, number[]>()
  for (let no = entries.length - 1; no >= 0; no--) {
    const address = addressIn(playlist, entries[no] as Entry)
    gather(waiting, address, no)
  }
  return channels.map(({ url }) => waiting.get(url)?.pop() ?? null)
}

/** `made`: the list as first made from the upload. */
export const rewritePlaylist = (playlist: Playlist, made: List, now: List): NamedFile[] => {
  const { text, fixed, entries, letters, titles } = playlist
  const none = titles.of('')
  const context: Context = { playlist, before: titlesIn(playlist), lineEnd: isOld(text) ? '\r' : lineEndOf(text) }
  const [namesBefore, namesNow] = [groupNames(made), groupNames(now)]
  const addresses = addressesOf(made)
  const renamed = renamedGroups(made, now)
  const pieces: string[] = []
  let listed = none
  let next = 0
  const putFixed = (upTo: number): void => {
    for (let one = fixed[next]; one !== undefined && one.before <= upTo; one = fixed[++next]) {
      pieces.push(text.slice(one.start, one.end))
      if (one.isHeader) listed = none
    }
  }
  putFixed(0)
  const records = entriesOf(playlist, made)
  now.channels.forEach((is, place) => {
    const was = made.channels[is.no ?? -1]
    const names = namesNow[place] ?? []
    if (is.no === null || was === undefined) {
      const piece = newEntry(is, now, names, letters.encode, context.lineEnd)
      if (piece === '') return
      if (names.length === 0 && listed !== none) pieces.push(`#EXTGRP:${context.lineEnd}`)
      listed = none
      pieces.push(piece)
      return
    }
    const no = records[is.no] ?? null
    const entry = entries[no ?? -1]
    if (no === null || entry === undefined) return
    putFixed(no)
    const like = addresses.get(now.transponders[is.transponder ?? -1]?.no ?? -1) ?? null
    const address =
      is.url !== was.url && is.url !== ''
        ? is.url
        : editedAddress(addressIn(playlist, entry), { channel: was, list: made }, { channel: is, list: now }, like)
    const there = context.before[no] ?? none
    const namesWere = namesBefore[is.no] ?? []
    const editTitle = (): Title => {
      const base = hasOwnTitle(entry) ? there : titles.repeated(there)
      return titles.of(editedNames({ there: base.names, was: namesWere, is: names }, renamed).join(';'))
    }
    const title = hasSameNames(namesWere, names) ? there : editTitle()
    const { piece, then } = entryText(context, no, { was, is, title, address }, listed)
    pieces.push(piece)
    listed = then
  })
  // Entries that the list never had stay in the file.
  const known = new Set(records)
  entries.forEach((entry, no) => {
    if (!known.has(no)) pieces.push(text.slice(entry.start, entry.end))
  })
  putFixed(entries.length)
  pieces.push(text.slice(playlist.tail.start, playlist.tail.end))
  // A list of bare addresses has no header, and without one players read no names.
  const isBare = fixed.every(({ isHeader }) => !isHeader) && entries.every(({ info }) => info === null)
  const mark = hasMark(text) ? (pieces.shift() ?? '') : ''
  const written = joinLines(pieces, context.lineEnd, endsIn(text))
  const head = isBare && /^#EXTINF/m.test(written) ? `#EXTM3U${context.lineEnd}` : ''
  return [{ name: '', bytes: toBytes(mark + head + written) }]
}
