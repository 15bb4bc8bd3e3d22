/** Writes edited and new programmes. */
import { typeOf } from '../enigma/values'
import type { Channel } from '../model'
import type { Fields } from './json'
import { fitName, newProgram } from './objects'
import { Patch } from './patch'
import { pidKeys, type Database, type Piece } from './read'
import { callAt, type State } from './state'

const noPid = 8191
const sameAudio = (one: Channel, other: Channel): boolean => JSON.stringify(one.audio) === JSON.stringify(other.audio)

const patchFlags = (patch: Patch, fields: Fields, was: Channel, is: Channel): void => {
  const bits = fields.inner('uiSet', 'uiBit')
  const put = (key: string, isSet: boolean): void => patch.number(bits?.find(key) ?? null, Number(isSet))
  if (is.lock !== was.lock) put('Lock', is.lock === true)
  if (is.skip !== was.skip) put('Skip', is.skip === true)
  if (is.scrambled !== was.scrambled) put('CA', is.scrambled === true)
  if (is.videoType !== was.videoType && is.videoType === 'H264') patch.number(bits?.find('VideoCodec') ?? null, 2)
}

const patchNumbers = (patch: Patch, fields: Fields, was: Channel, is: Channel): void => {
  const put = (key: string, value: number | null, none = 0): void => patch.number(fields.find(key), value || none)
  if (is.videoPid !== was.videoPid) put('VideoPID', is.videoPid)
  if (is.pcrPid !== was.pcrPid) put('PCRPID', is.pcrPid)
  if (is.pmtPid !== was.pmtPid) put('PMTPID', is.pmtPid ?? null)
  if (is.teletextPid !== was.teletextPid) put('TTXPID', is.teletextPid, noPid)
  if (is.onid !== was.onid) put('ONID', is.onid)
  if (is.tsid !== was.tsid) put('TSID', is.tsid)
  if (is.number) put('iLCN', is.number)
  if (is.type !== was.type) put('SDTServiceType', typeOf(is))
}

/** Tracks get new PIDs only if their number is unchanged. */
const patchAudio = ({ scanner }: Database, patch: Patch, fields: Fields, is: Channel): void => {
  const entries = fields.elements('AudioArray').flatMap((part) => scanner.fields(part) ?? [])
  if (entries.length !== is.audio.length) return
  entries.forEach((entry, at) => {
    const pid = is.audio[at]?.pid ?? null
    if (pid !== null && pid > 0) patch.number(entry.find(pidKeys[0]) ?? entry.find(pidKeys[1]), pid)
  })
}

export const programText = (state: State, place: number, number: number): string => {
  const { database, made, now, bits, bitsBefore } = state
  const { scanner, letters, nameBytes } = database
  const is = now.channels[place] as Channel
  const piece = database.programs[is.no ?? -1]
  const was = made.channels[is.no ?? -1]
  const fields = piece && scanner.fields(piece.body)
  if (!piece || !fields || was === undefined) {
    const transponder = state.transponderNumbers[is.transponder ?? -1] ?? 0
    return newProgram(is, { number, transponder, bits: bits[place] ?? 0, nameBytes })
  }
  const patch = new Patch(database, piece)
  const kind = is.type === 'radio' ? 'radio' : 'tv'
  if (piece.kind !== kind) patch.raw(piece.key, `program_${kind}_object_${number}`)
  else if (piece.number !== number)
    patch.raw({ start: piece.key.end - digitsIn(database, piece), end: piece.key.end }, String(number))
  if (is.name !== was.name) {
    const part = fields.find('ServiceName')
    const name = fitName(is.name, nameBytes)
    patch.text(part, name)
    const like = part === null ? '' : database.text.slice(part.start, part.end)
    if (part !== null) patch.number(fields.find('ucNameLen'), letters.encode(name, like).length)
  }
  patchFlags(patch, fields, was, is)
  patchNumbers(patch, fields, was, is)
  if (!sameAudio(is, was)) patchAudio(database, patch, fields, is)
  if (bits[place] !== bitsBefore[is.no ?? -1]) patch.number(fields.find('FavBit'), bits[place] ?? 0)
  const call = callAt(state, place)
  const isMoved =
    is.sid !== was.sid || now.transponders[is.transponder ?? -1]?.no !== made.transponders[was.transponder ?? -1]?.no
  if (isMoved && call !== null) patch.call(fields.inner('stProgNo'), call)
  return patch.done()
}
const digitsIn = ({ text }: Database, { key }: Piece): number =>
  /\d*$/.exec(text.slice(Math.max(key.start, key.end - 7), key.end))?.[0].length ?? 0
