/**
 * A list between two files: what every reader fills and every writer reads. −1 and the empty text mean that the file
 * says nothing; a writer never makes something up for it.
 */
import { digits } from './bytes'
export const H: i32 = 1
export const V: i32 = 2
export const L: i32 = 3
export const R: i32 = 4

/** How files call them. */
export const LETTERS = ['', 'H', 'V', 'L', 'R']
/** What a letter, capital or small, calls. */
export function calledBy(letter: u32): i32 {
  letter &= 0xdf
  return letter == 0x48 ? H : letter == 0x56 ? V : letter == 0x4c ? L : letter == 0x52 ? R : 0
}

export const TV: i32 = 0
export const RADIO: i32 = 1
export const DATA: i32 = 2
export const OTHER: i32 = 3

export class Satellite {
  name: string = ''
  /** Tenths of a degree eastward, 0–3599. */
  angle: i32 = -1
  /** 1 KU, 2 C. */
  band: i32 = 0
  /** Its record's place in the uploaded file. */
  no: i32 = -1
  at: usize = 0
  end: usize = 0
}
export class Transponder {
  satellite: i32 = -1
  kHz: i32 = -1
  /** kSym/s. */
  symbolRate: i32 = -1
  polarisation: i32 = 0
  fec: string = ''
  onid: i32 = -1
  tsid: i32 = -1
  /** 0 DVB-S, 1 DVB-S2. */
  system: i32 = -1
  /** 0 auto, 1 QPSK, 2 8PSK, 3 16QAM, 4 16APSK, 5 32APSK. */
  modulation: i32 = -1
  no: i32 = -1
  at: usize = 0
  end: usize = 0
}
export class Track {
  pid: i32 = -1
  type: string = ''
  language: string = ''
  dolby: i32 = 0
}
export class Subtitle {
  pid: i32 = -1
  type: i32 = 16
  language: string = ''
  composition: i32 = 0
  ancillary: i32 = 0
}
export class Channel {
  transponder: i32 = -1
  type: i32 = 0
  sid: i32 = -1
  onid: i32 = -1
  tsid: i32 = -1
  name: string = ''
  provider: string = ''
  /** 0 free, 1 scrambled. */
  scrambled: i32 = -1
  lock: bool = false
  skip: bool = false
  hide: bool = false
  number: i32 = -1
  url: string = ''
  logo: string = ''
  videoPid: i32 = -1
  pcrPid: i32 = -1
  pmtPid: i32 = -1
  teletextPid: i32 = -1
  videoType: string = ''
  audio: Track[] | null = null
  subtitles: Subtitle[] | null = null
  /** Systems of encryption, four hexadecimal digits each, separated by commas. */
  systems: string = ''
  /** Its record's place in the uploaded file, and the record's bytes there. */
  no: i32 = -1
  at: usize = 0
  end: usize = 0
}
export class Group {
  name: string = ''
  radio: bool = false
  /** Places of channels in the list, in the group's own order. */
  members: i32[] = []
  /** True where the members' order is the group's own, and not that of the list. */
  ordered: bool = false
  /** The file that it stands in, −1 where it is no file of its own. */
  file: i32 = -1
}
export class List {
  satellites: Satellite[] = []
  transponders: Transponder[] = []
  channels: Channel[] = []
  groups: Group[] = []
}

/** The uploaded file as read; the list as it was made from it; the list as it is now. */
export let original = new List()
export let before = new List()
export let now = new List()

/** Records past this number refuse a file. */
export const MOST_RECORDS: i32 = 100_000
export const MOST_GROUPS: i32 = 32

/** The place of an equal satellite, added where there is none. */
export function satelliteOf(list: List, angle: i32, name: string): i32 {
  // No transponder's key is as these are.
  const key = angle < 0 ? ' ' + name : digits(angle)
  if (places.has(key)) return places.get(key)
  const made = new Satellite()
  made.angle = angle
  made.name = name
  made.no = list.satellites.length
  places.set(key, made.no)
  list.satellites.push(made)
  return made.no
}

const places = new Map<string, i32>()
/** The place of an equal transponder, added where there is none. */
export function transponderOf(list: List, satellite: i32, kHz: i32, polarisation: i32, symbolRate: i32, fec: string, more: string): i32 {
  const key = digits(satellite + 1) + ' ' + digits(kHz + 1) + ' ' + digits(polarisation) + ' ' + digits(symbolRate + 1) + ' ' + fec + ' ' + more
  if (places.has(key)) return places.get(key)
  const made = new Transponder()
  made.satellite = satellite
  made.kHz = kHz
  made.polarisation = polarisation
  made.symbolRate = symbolRate
  made.fec = fec
  made.no = list.transponders.length
  list.transponders.push(made)
  places.set(key, made.no)
  return made.no
}

/** The band that a frequency belongs to: C from 3.4 to 4.8 GHz, else KU. */
export function bandOf(kHz: i32): i32 { return kHz >= 3_400_000 && kHz <= 4_800_000 ? 2 : 1 }

/** “19.2E” for 192, “30.0W” for 3300. */
export function angleText(angle: i32): string {
  const west = angle > 1800
  const tenths = west ? 3600 - angle : angle
  return digits(tenths / 10) + '.' + digits(tenths % 10) + (west ? 'W' : 'E')
}

/** True where a transponder says all that a receiver needs to find it: its frequency and its satellite's place. */
export function isTunable(one: Transponder): bool { return one.kHz > 0 && one.satellite >= 0 && now.satellites[one.satellite].angle >= 0 }
