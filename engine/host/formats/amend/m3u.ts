/** M3U: what a SAT>IP address says of its transponder, service and PIDs, and the marks of radio and number. */
import { isSame, pidOf, type Changes, type Edited, type Tuning } from './changes'
import { draftOf, type Draft, type Part } from './draft'

/** A channel of the playlist: its address, and where its name's line is. */
type Entry = { address: Part; info: Part | null }

const entriesOf = (draft: Draft): Entry[] => {
  const { text } = draft
  const entries: Entry[] = []
  let info: Part | null = null
  let isFirst = true
  for (const line of draft.lines()) {
    const content = text.slice(line.start, line.end)
    const from: number = isFirst && content.startsWith('\u00ef\u00bb\u00bf') ? 3 : 0
    const start = line.start + from + content.slice(from).search(/[^\0\t-\r ]|$/)
    const end = line.start + content.replace(/[\0\t-\r ]+$/, '').length
    isFirst = false
    if (start >= end) continue
    if (text[start] === '#') {
      if (/^#EXTINF:/i.test(text.slice(start, start + 8))) info = { start: start + 8, end }
      continue
    }
    entries.push({ address: { start, end }, info })
    info = null
  }
  return entries
}

/** A part of an address's query, from behind its sign of equality. */
const valueIn = (address: string, key: string): Part | null => {
  const found = new RegExp(`[?&]${key}=([^&]*)`, 'i').exec(address)
  if (found === null) return null
  const end = found.index + found[0].length
  return { start: end - (found[1]?.length ?? 0), end }
}

/** The address with other values; a key that it hasn't is added at its end, one that is null is left as it is. */
const withValues = (address: string, values: readonly [key: string, value: string | null][]): string => {
  let text = address
  for (const [key, value] of values) {
    if (value === null) continue
    const place = valueIn(text, key)
    text = place ? text.slice(0, place.start) + value + text.slice(place.end) : `${text}&${key}=${value}`
  }
  return text
}

const megahertz = (kHz: number): string => String(kHz / 1000)
/** What an address says of a tuning: of two values that are the same nothing. */
const tuningValues = (was: Tuning | null, is: Tuning): [key: string, value: string | null][] => {
  const input = /^SAT>IP (\d{1,3})$/.exec(is.satellite ?? '')?.[1] ?? null
  return [
    ['freq', is.frequencyKHz === was?.frequencyKHz || is.frequencyKHz === null ? null : megahertz(is.frequencyKHz)],
    ['pol', is.polarisation === was?.polarisation || is.polarisation === null ? null : is.polarisation.toLowerCase()],
    ['sr', is.symbolRate === was?.symbolRate || is.symbolRate === null ? null : String(is.symbolRate)],
    ['fec', is.fec === was?.fec || !is.fec ? null : is.fec.replace('/', '')],
    ['src', is.satellite === was?.satellite ? null : input],
  ]
}

const pidsOf = ({ channel }: Edited['is']): number[] =>
  [channel.pmtPid, channel.videoPid, channel.pcrPid, channel.teletextPid]
    .concat(channel.audio.map((track) => track.pid))
    .concat(channel.subtitles.map((track) => track.pid))
    .flatMap((pid) => pidOf(pid) ?? [])

/** The list of PIDs without those that an edit took away and with those that it brought. */
const pidsNow = (address: string, { was, is }: Edited): string | null => {
  const place = valueIn(address, 'pids')
  const [before, now] = [pidsOf(was), pidsOf(is)]
  if (isSame(before, now)) return null
  const there = place === null ? [] : address.slice(place.start, place.end).split(',').filter(Boolean)
  if (there.includes('all')) return null
  const kept = there.filter((pid) => !before.includes(Number(pid)) || now.includes(Number(pid)))
  return [...new Set([...(place === null ? ['0'] : kept), ...now.map(String)])].join(',')
}

const isTuned = (address: string): boolean =>
  valueIn(address, 'freq') !== null && (valueIn(address, 'pol') !== null || valueIn(address, 'msys') !== null)

/** What a channel that was moved takes from an address of the transponder that it came to. */
const takenAlong = ['src', 'msys', 'mtype', 'ro', 'plts'] as const

const addressNow = (changes: Changes, address: string, edited: Edited, like: string | null): string => {
  const { was, is } = edited
  if (was.transponder === null || is.transponder === null || !isTuned(address)) return address
  const isMoved = is.transponder.id !== was.transponder.id
  const tuning = changes.tuningNow(is.transponder.id)
  const values: [key: string, value: string | null][] = []
  if (isMoved && like !== null)
    for (const key of takenAlong) {
      const place = valueIn(like, key)
      if (place !== null) values.push([key, like.slice(place.start, place.end)])
    }
  if (tuning !== null) values.push(...tuningValues(changes.tuningBefore(was.transponder.id), tuning))
  if (is.channel.sid !== was.channel.sid && is.channel.sid !== null) values.push(['sid', String(is.channel.sid)])
  values.push(['pids', pidsNow(address, edited)])
  return withValues(address, values)
}

/** Where a name's comma is: the first outside of quotes, else the last. */
const commaOf = (info: string): number => {
  let isQuoted = false
  for (let at = 0; at < info.length; at++) {
    if (info[at] === '"') isQuoted = !isQuoted
    else if (info[at] === ',' && !isQuoted) return at
  }
  return info.includes(',') ? info.lastIndexOf(',') : info.length
}

/** Puts key="value" among those of a name's line. */
const putMark = ({ text, put }: Draft, info: Part, key: string, value: string): void => {
  const all = text.slice(info.start, info.end)
  const head = all.slice(0, commaOf(all))
  const found = new RegExp(`\\s${key}=("[^"]*"|[^"\\s]\\S*)`, 'i').exec(head)
  if (found === null) {
    const end = info.start + head.trimEnd().length
    put(end, end, ` ${key}="${value}"`)
    return
  }
  const end = info.start + found.index + found[0].length
  put(end - (found[1]?.length ?? 0), end, `"${value}"`)
}

export const amendM3u = (changes: Changes, bytes: Uint8Array): Uint8Array => {
  const draft = draftOf(bytes)
  const entries = entriesOf(draft)
  const addressOf = ({ address }: Entry): string => draft.text.slice(address.start, address.end)
  /** An address of each transponder. */
  const known = new Map<number, string>()
  for (const { channel, transponder } of changes.made.shown) {
    const entry = entries[channel.id]
    if (transponder !== null && entry !== undefined && !known.has(transponder.id))
      known.set(transponder.id, addressOf(entry))
  }
  for (const [record, edited] of changes.channels) {
    const entry = entries[record]
    if (entry === undefined) continue
    const { was, is } = edited
    const like = known.get(is.transponder?.id ?? -1) ?? null
    draft.put(entry.address.start, entry.address.end, addressNow(changes, addressOf(entry), edited, like))
    if (entry.info === null) continue
    if (is.channel.type !== was.channel.type && (is.channel.type === 'radio' || was.channel.type === 'radio'))
      putMark(draft, entry.info, 'radio', String(is.channel.type === 'radio'))
    // A number that differs from the position was given by an edit.
    const { number } = is.channel
    if (number !== was.channel.number && number !== is.channel.position)
      putMark(draft, entry.info, 'tvg-chno', String(number))
  }
  return draft.bytes()
}
