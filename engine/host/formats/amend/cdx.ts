/**
 * JSON “CDX”: how favourites and the programme that was seen last call a service, tracks' PIDs, numbers, and the one
 * codec whose number is known.
 */
import { isSame, pidOf, type Changes, type Edited } from './changes'
import { draftOf, type Draft, type Part } from './draft'

/** Behind the object that begins at `at`; −1 where it doesn't end. */
const objectEnd = (text: string, at: number): number => {
  const sign = /["{}]/g
  sign.lastIndex = at
  let depth = 0
  for (let found = sign.exec(text); found !== null; found = sign.exec(text)) {
    if (found[0] === '"') {
      const string = /"(?:[^"\\]|\\.)*"/gsy
      string.lastIndex = found.index
      if (string.exec(text) === null) return -1
      sign.lastIndex = string.lastIndex
      continue
    }
    depth += found[0] === '{' ? 1 : -1
    if (depth === 0) return found.index + 1
  }
  return -1
}

type Piece = Part & { key: string }
/** The objects of the file, each with one key; null where one of them breaks off. */
const piecesOf = (text: string): Piece[] | null => {
  const pieces: Piece[] = []
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at)) {
    const end = objectEnd(text, at)
    if (end < 0) return null
    const key = /^\{\s*"([^"\\]*)"\s*:\s*\{/.exec(text.slice(at, Math.min(end, at + 200)))?.[1]
    if (key !== undefined) pieces.push({ start: at, end, key })
    at = end
  }
  return pieces
}

/**
 * The whole number of a key within [start, end). A text holds no bare quotation mark, so that a key with both of its
 * own can't stand in one.
 */
const numberAt = (text: string, { start, end }: Part, key: string): (Part & { value: number }) | null => {
  const found = new RegExp(`"${key}"\\s*:\\s*"?(\\d+)`).exec(text.slice(start, end))
  if (found === null) return null
  const stop = start + found.index + found[0].length
  return { start: stop - (found[1]?.length ?? 0), end: stop, value: Number(found[1]) }
}

const putNumber = (draft: Draft, piece: Part, key: string, value: number): void => {
  const place = numberAt(draft.text, piece, key)
  if (place !== null) draft.put(place.start, place.end, String(value))
}

const amendProgram = (draft: Draft, piece: Piece, { was, is }: Edited): void => {
  const { text } = draft
  const [one, other] = [is.channel, was.channel]
  if (one.videoType === 'H264' && other.videoType !== 'H264') putNumber(draft, piece, 'VideoCodec', 2)
  if (one.number !== other.number && one.number !== one.position) putNumber(draft, piece, 'iLCN', one.number)
  if (isSame(one.audio, other.audio) || one.audio.length !== other.audio.length) return
  const array = /"AudioArray"\s*:\s*\[[^\]]*\]/.exec(text.slice(piece.start, piece.end))
  if (array === null) return
  const from = piece.start + array.index
  const places = [...array[0].matchAll(/"(?:us)?PID"\s*:\s*(\d+)/gi)]
  if (places.length !== one.audio.length) return
  places.forEach((place, at) => {
    const pid = pidOf(one.audio[at]?.pid ?? null)
    const end = from + place.index + place[0].length
    if (pid !== null) draft.put(end - (place[1]?.length ?? 0), end, String(pid))
  })
}

/** Calls a service by its transponder and its number, as `stProgNo` and the lists of favourites do. */
const callOf = (transponder: number, sid: number): number => transponder * 65_536 + sid

export const amendCdx = (changes: Changes, bytes: Uint8Array): Uint8Array => {
  const draft = draftOf(bytes)
  const { text } = draft
  const pieces = piecesOf(text)
  if (pieces === null) return bytes
  const programs = pieces.filter(({ key }) => /^program_(?:tv|radio)_object_/i.test(key))
  const numbers = pieces
    .filter(({ key }) => /^transponder_object_/i.test(key))
    .map((piece) => numberAt(text, piece, 'TPIndex')?.value ?? Number(/\d+$/.exec(piece.key.slice(-9))?.[0] ?? -1))
  /** How a service was called, and is called now. */
  const calls = new Map<number, { transponder: number; sid: number }>()
  for (const [record, edited] of changes.channels) {
    const piece = programs[record]
    if (piece === undefined) continue
    amendProgram(draft, piece, edited)
    const { was, is } = edited
    const from = numbers[was.transponder?.id ?? -1]
    const to = numbers[is.transponder?.id ?? -1]
    if (from === undefined || to === undefined || was.channel.sid === null || is.channel.sid === null) continue
    if (from === to && was.channel.sid === is.channel.sid) continue
    calls.set(callOf(from, was.channel.sid), { transponder: to, sid: is.channel.sid })
    putNumber(draft, piece, 'uiWord32', callOf(to, is.channel.sid))
    putNumber(draft, piece, 'sLo16', is.channel.sid)
    putNumber(draft, piece, 'sHi16', to)
  }
  if (calls.size === 0) return draft.bytes()
  const callers = pieces.filter(({ key }) => /^(?:fav_list_object_|watching_prog)/i.test(key))
  for (const piece of callers) {
    // Entries are objects that hold such a call, or the call itself.
    for (const entry of text.slice(piece.start, piece.end).matchAll(/\{[^{}[\]]*(?:\{[^{}[\]]*\}[^{}[\]]*)*\}/g)) {
      const part = { start: piece.start + entry.index, end: piece.start + entry.index + entry[0].length }
      const low = numberAt(text, part, 'sLo16')
      const high = numberAt(text, part, 'sHi16')
      const word = numberAt(text, part, 'uiWord32')
      const call = low && high ? callOf(high.value, low.value) : word?.value
      const to = call === undefined ? undefined : calls.get(call)
      if (to === undefined) continue
      for (const [place, value] of [
        [low, to.sid],
        [high, to.transponder],
        [word, callOf(to.transponder, to.sid)],
      ] as const)
        if (place !== null) draft.put(place.start, place.end, String(value))
    }
    const list = /"stProgNo"\s*:\s*\[([\d\s,]+)\]/.exec(text.slice(piece.start, piece.end))
    if (list === null) continue
    const from = piece.start + list.index + list[0].length - 1 - (list[1]?.length ?? 0)
    for (const number of (list[1] ?? '').matchAll(/\d+/g)) {
      const to = calls.get(Number(number[0]))
      const at = from + number.index
      if (to) draft.put(at, at + number[0].length, String(callOf(to.transponder, to.sid)))
    }
  }
  return draft.bytes()
}
