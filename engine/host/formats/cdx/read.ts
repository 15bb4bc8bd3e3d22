/**
 * Reads JSON “CDX”: a sequence of objects, each with one key such as program_tv_object_0. Objects around an incomplete
 * one are still read, and everything else in the file stays unchanged.
 */
import { gather } from '../../gather'
import { toLetters, type Part } from '../letters'
import { kindOfType, polarisations } from '../enigma/values'
import { lettersOf, type Charset, type Letters } from '../m3u/encoding'
import { limits } from '../../types'
import type { Channel, List, Satellite, Subtitle, Track, Transponder } from '../model'
import { Scanner, unescaped, type Fields } from './json'

const kinds = [
  ['program_tv_object_', 'tv'],
  ['program_radio_object_', 'radio'],
  ['transponder_object_', 'transponder'],
  ['satellite_object_', 'satellite'],
  ['fav_list_object_', 'favourites'],
  ['fav_list_info_in_box_object', 'names'],
  ['database_header_object', 'header'],
  ['global_variable_object', 'limits'],
  ['box_object', 'other'],
  ['watching_prog', 'watching'],
] as const
type Kind = (typeof kinds)[number][1]
const kindOf = (key: string): Kind => {
  const small = key.toLowerCase()
  return kinds.find(([begin]) => small.startsWith(begin))?.[1] ?? 'other'
}

/** An object of the file; `number` is the one at the end of its key. */
export type Piece = Part & { kind: Kind; key: Part; number: number; body: Part }
export type Program = Piece & { kind: 'tv' | 'radio' }
export type Database = {
  text: string
  scanner: Scanner
  letters: Letters
  pieces: Piece[]
  programs: Program[]
  /** The numbers that reference satellites and transponders, by index. */
  satelliteNumbers: number[]
  transponderNumbers: number[]
  /** The favourite lists by their group's number, and the names of groups. */
  favourites: Map<number, Piece[]>
  names: Part[]
  nameBytes: number
}

const maxWaste = 8
const usualNameBytes = 27
const nameBytesMax = 250
const opening = new RegExp(`\\{[\\s\\0]*"(?:${kinds.map(([begin]) => begin).join('|')})`, 'iy')
/** No relevant key is longer. */
const keyMax = 60

const pieceAt = (scanner: Scanner, at: number): Piece | null => {
  const { text } = scanner
  const fields = scanner.fields({ start: at, end: text.length })
  if (fields === null || fields.count === 0) return null
  const key = fields.key(0)
  const name = text.slice(key.start, Math.min(key.end, key.start + keyMax))
  const digits = /\d{0,7}$/.exec(name)?.[0] ?? ''
  const body = fields.value(0)
  // An object whose pairs can't be read stays unchanged.
  const kind = scanner.fields(body) === null ? 'other' : kindOf(name)
  return { start: at, end: fields.end, kind, key, number: Number(digits), body }
}

/** Null if there are more programmes than `max`. */
const piecesIn = (scanner: Scanner, max: number): Piece[] | null => {
  const { text } = scanner
  const pieces: Piece[] = []
  let [wasted, programs] = [0, 0]
  for (let at = text.indexOf('{'); at >= 0;) {
    opening.lastIndex = at
    const isOpen = opening.test(text)
    let behind = -1
    scanner.reached = at
    if (wasted <= maxWaste * text.length) {
      const piece = isOpen ? pieceAt(scanner, at) : null
      // Any other object is skipped as a whole.
      behind = piece?.end ?? (isOpen ? -1 : scanner.skipValue(at, text.length))
      if (behind < 0) wasted += Math.max(scanner.reached - at, 1)
      if (piece !== null) pieces.push(piece)
      if ((piece?.kind === 'tv' || piece?.kind === 'radio') && ++programs > max) return null
    }
    at = text.indexOf('{', behind < 0 ? at + 1 : behind)
  }
  return pieces
}

const isProgram = (piece: Piece): piece is Program => piece.kind === 'tv' || piece.kind === 'radio'

/** Null if there are more channels than `max`. */
export const readDatabase = (bytes: Uint8Array, max: number, charset: Charset): Database | null => {
  const text = toLetters(bytes)
  const scanner = new Scanner(text)
  const pieces = piecesIn(scanner, max)
  if (pieces === null) return null
  const bodyOf = ({ body }: Piece): Fields => scanner.fields(body) as Fields
  const programs = pieces.filter(isProgram)
  const satelliteNumbers: number[] = []
  const transponderNumbers: number[] = []
  const favourites: Database['favourites'] = new Map()
  let names: Part[] = []
  let nameBytes = usualNameBytes
  for (const piece of pieces) {
    const { kind, number } = piece
    if (kind === 'satellite') satelliteNumbers.push(number)
    else if (kind === 'transponder') transponderNumbers.push(bodyOf(piece).inner('stFlag')?.number('TPIndex') ?? number)
    else if (kind === 'favourites') {
      gather(favourites, number, piece)
    } else if (kind === 'names') {
      const body = bodyOf(piece)
      names = body.elements(body.find('aucFavReName') === null ? 'FavListName' : 'aucFavReName')
    } else if (kind === 'limits') {
      const most = bodyOf(piece).number('max_service_name_length') ?? usualNameBytes
      nameBytes = Math.max(1, Math.min(most, nameBytesMax))
    }
  }
  const letters = lettersOf(namesIn(scanner, pieces, names), charset)
  const numbered = { satelliteNumbers, transponderNumbers }
  return { text, scanner, letters, pieces, programs, ...numbered, favourites, names, nameBytes }
}

const textIn = (text: string, part: Part | null): string =>
  part === null ? '' : unescaped(text.slice(part.start, part.end))
function* namesIn(scanner: Scanner, pieces: readonly Piece[], names: readonly Part[]): Generator<string> {
  for (const { kind, body } of pieces)
    if (kind === 'tv' || kind === 'radio' || kind === 'satellite') {
      const key = kind === 'satellite' ? 'SatName' : 'ServiceName'
      yield textIn(scanner.text, scanner.fields(body)?.find(key) ?? null)
    }
  for (const part of names) yield textIn(scanner.text, part)
}

// ---- The list ----

/** 0 and 8191 mean “no PID”. */
const pidOf = (pid: number | null): number | null => (pid !== null && pid > 0 && pid < 8191 ? pid : null)
const given = (value: number | null): number | null => (value !== null && value > 0 ? value : null)

const satelliteOf = ({ text, letters }: Database, fields: Fields, no: number): Satellite => {
  const said = fields.number('SatAngle')
  const isWest = fields.inner('uiSet', 'uiBit')?.number('SatDir') === 1
  const angle = said === null || said > 3600 ? null : isWest && said > 0 && said <= 1800 ? 3600 - said : said % 3600
  return { no, name: letters.decode(textIn(text, fields.find('SatName'))).trim(), angle }
}

const transponderOf = (fields: Fields, no: number, satellites: ReadonlyMap<number, number>): Transponder => {
  const flags = fields.inner('stFlag')
  const megahertz = fields.number('Freq') ?? 0
  return {
    no,
    satellite: satellites.get(flags?.number('SatIndex') ?? -1) ?? null,
    kHz: megahertz > 0 && megahertz < 100_000 ? megahertz * 1000 : null,
    symbolRate: fields.number('SR'),
    polarisation: polarisations[flags?.number('POL') ?? -1] ?? null,
    ...{ fec: '', system: null, modulation: null, own: null },
  }
}

/** References a service by its transponder and number, as favourite lists do. */
export const callOf = (transponder: number, sid: number): number => transponder * 65_536 + sid
/** The reference in an object, in halves or whole; null if it has none. */
export const callIn = (fields: Fields | null): { transponder: number; sid: number } | null => {
  const halves = fields?.inner('unShort')
  const [sid, transponder] = [halves?.number('sLo16') ?? null, halves?.number('sHi16') ?? null]
  if (sid !== null && transponder !== null) return { transponder, sid }
  const word = fields?.number('uiWord32') ?? null
  return word === null ? null : { transponder: Math.floor(word / 65_536), sid: word % 65_536 }
}

const tracksMax = { audio: 32, subtitles: 10 } as const
export const pidKeys = ['PID', 'usPID'] as const
const pidsIn = (scanner: Scanner, fields: Fields, key: string, max: number): (number | null)[] =>
  fields
    .elements(key)
    .slice(0, max)
    .flatMap((part) => {
      const one = scanner.fields(part)
      return one === null ? [] : (one.number(pidKeys[0]) ?? one.number(pidKeys[1]))
    })
const numberMax = limits.channelNumber[1]

/** The service type of EN 300 468, unless the programme's kind contradicts it. */
const serviceTypeIn = (fields: Fields, { kind }: Program): number | null => {
  const type = fields.number('SDTServiceType')
  return type !== null && type <= 255 && kindOfType(type) === kind ? type : null
}

const channelOf = (database: Database, program: Program, no: number, transponders: ReadonlyMap<number, number>) => {
  const { scanner, text, letters } = database
  const fields = scanner.fields(program.body) as Fields
  const call = callIn(fields.inner('stProgNo'))
  const bits = fields.inner('uiSet', 'uiBit')
  const audio = pidsIn(scanner, fields, 'AudioArray', tracksMax.audio).map((pid): Track => ({
    pid,
    type: '',
    language: '',
    dolby: false,
  }))
  const subtitles = pidsIn(scanner, fields, 'SubtArray', tracksMax.subtitles).map((pid): Subtitle => ({
    pid: pid ?? 0,
    language: '',
    type: 16,
    composition: 0,
    ancillary: 0,
  }))
  const number = given(fields.number('iLCN'))
  const channel: Channel = {
    no,
    transponder: call === null ? null : (transponders.get(call.transponder) ?? null),
    type: program.kind,
    serviceType: serviceTypeIn(fields, program),
    sid: call?.sid ?? null,
    onid: given(fields.number('ONID')),
    tsid: given(fields.number('TSID')),
    name: letters.decode(textIn(text, fields.find('ServiceName'))),
    provider: '',
    scrambled: bits === null ? null : (bits.number('CA') ?? 0) > 0,
    systems: [],
    url: '',
    videoPid: pidOf(fields.number('VideoPID')),
    pcrPid: pidOf(fields.number('PCRPID')),
    pmtPid: pidOf(fields.number('PMTPID')),
    teletextPid: pidOf(fields.number('TTXPID')),
    // The only codec whose number is known from a real file.
    videoType: program.kind === 'tv' && bits?.number('VideoCodec') === 2 ? 'H264' : '',
    audio,
    subtitles,
    number: number !== null && number <= numberMax ? number : null,
    lock: bits?.number('Lock') === 1,
    skip: bits?.number('Skip') === 1,
    hide: bits?.number('Hide') === 1,
    // T2-MI.
    more: (fields.number('t2mi_pg') ?? 0) > 0,
  }
  return { channel, call, bits: fields.number('FavBit') ?? 0 }
}

/** The entries of a favourite list, each with its reference. */
export const entriesOf = ({ scanner }: Database, { body }: Piece): (Part & { call: number | null })[] =>
  (scanner.fields(body)?.elements('stProgNo') ?? []).map((part) => {
    const call = scanner.isObject(part) ? callIn(scanner.fields(part)) : null
    return { ...part, call: call === null ? scanner.number(part) : callOf(call.transponder, call.sid) }
  })

/** The first item of each number. */
const placesOf = (numbers: readonly number[]): Map<number, number> => {
  const places = new Map<number, number>()
  numbers.forEach((number, place) => {
    if (!places.has(number)) places.set(number, place)
  })
  return places
}

export const bitGroups = limits.favouriteGroups
export const usualName = (group: number): string => `FAV ${group + 1}`

type Marked = { calls: ReadonlyMap<number, number>; bits: readonly number[] }
/** Groups come from favourite lists that aren't empty, otherwise from each programme's bits. */
const groupsOf = (database: Database, { calls, bits }: Marked): List['groups'] => {
  const { favourites, names, text, letters } = database
  const members = new Map<number, Set<number>>()
  for (const [group, pieces] of favourites) {
    const entries = pieces.flatMap((piece) => entriesOf(database, piece))
    const places = entries.flatMap(({ call }) => (call === null || call === 0 ? [] : (calls.get(call) ?? [])))
    members.set(group, new Set(places))
  }
  const all = bits.reduce((one, other) => (one | other) >>> 0, 0)
  const isMarked = all > 0 || names.length > 0
  const listed = Math.max(-1, ...[...favourites.keys()].filter((group) => group < bitGroups))
  const beyond = [...members].filter(([group, { size }]) => group >= bitGroups && size > 0)
  // A list numbers its groups, so those beyond its limit come after all those that get a number.
  const count = Math.max(
    listed + 1,
    isMarked ? Math.max(limits.defaultFavouriteGroups, 32 - Math.clz32(all), Math.min(names.length, bitGroups)) : 0,
    beyond.length > 0 ? bitGroups : 0,
  )
  const nameOf = (group: number): string =>
    letters.decode(textIn(text, names[group] ?? null)).trim() || usualName(group)
  const groups = Array.from({ length: count }, (_, group) => {
    const own = [...(members.get(group) ?? [])]
    const marked = (): number[] => bits.flatMap((one, place) => ((one >>> group) & 1 ? [place] : []))
    return { no: group, name: nameOf(group), members: own.length > 0 ? own : marked() }
  })
  return [...groups, ...beyond.map(([group]) => ({ no: group, name: nameOf(group), members: [] }))]
}

export const listOf = (database: Database): List => {
  const { scanner, pieces, programs, satelliteNumbers, transponderNumbers } = database
  const satelliteAt = placesOf(satelliteNumbers)
  const transponderAt = placesOf(transponderNumbers)
  const list: List = { satellites: [], transponders: [], channels: [], groups: [] }
  for (const { kind, body } of pieces) {
    if (kind !== 'satellite' && kind !== 'transponder') continue
    const fields = scanner.fields(body) as Fields
    if (kind === 'satellite') list.satellites.push(satelliteOf(database, fields, list.satellites.length))
    else list.transponders.push(transponderOf(fields, list.transponders.length, satelliteAt))
  }
  const calls = new Map<number, number>()
  const bits: number[] = []
  programs.forEach((program, no) => {
    const { channel, call, bits: marked } = channelOf(database, program, no, transponderAt)
    list.channels.push(channel)
    bits.push(marked)
    const number = call && callOf(call.transponder, call.sid)
    if (number !== null && !calls.has(number)) calls.set(number, no)
  })
  list.groups = groupsOf(database, { calls, bits })
  return list
}
