/** Reads the values of services and transponders in Enigma2's notation, and edits them within their records. */
import type { Channel, List, Track, Transponder } from '../model'
import { factsIn, hexNumber, type Fact } from './database'

export const polarisations = ['H', 'V', 'L', 'R'] as const
/** By the numbers used in a lamedb and in satellites.xml. */
export const fecs = ['auto', '1/2', '2/3', '3/4', '5/6', '7/8', '8/9', '3/5', '4/5', '9/10', '6/7']
const videos = new Map([
  [0, 'MPEG-2'],
  [1, 'H264'],
  [7, 'HEVC'],
])
/**
 * The types of radio and of television: those of EN 300 468, and the providers' own 134, 195 and 211, which boxes list
 * under television.
 */
const radioTypes: ReadonlySet<number> = new Set([2, 10])
const tvTypes: ReadonlySet<number> = new Set([
  ...[1, 4, 5, 6, 11, 17, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32],
  ...[134, 195, 211],
])

// ---- Service types ----

/** Whether a service of this type is television, radio or data; television if the file doesn't say. */
export const kindOfType = (type: number | null): Channel['type'] => {
  if (type === null || tvTypes.has(type)) return 'tv'
  return radioTypes.has(type) ? 'radio' : 'data'
}
/** The same for a reference in a bouquet, where streams may have any type. */
export const kindOfReference = (type: number | null): Channel['type'] =>
  type !== null && radioTypes.has(type) ? 'radio' : 'tv'

/** The type from the file; if unknown, television or radio, HD depending on the codec. */
export const typeOf = ({ type, videoType, serviceType }: Channel): number => {
  if (serviceType !== null) return serviceType
  if (type === 'radio') return 2
  if (type === 'data') return 12
  return videoType === 'HEVC' ? 31 : videoType === 'H264' ? 25 : 1
}

// ---- What follows a service's name ----

const hex = (value: number, width: number): string => value.toString(16).padStart(width, '0')
/** 0 and 8191 mean “no PID”. */
const pidOf = (pid: number | null): number | null => (pid !== null && pid > 0 && pid < 8191 ? pid : null)

const cachedKind = ({ letter, value }: Fact): number | null =>
  letter === 'c' && /^[0-9a-f]{6}$/i.test(value) ? Number.parseInt(value.slice(0, 2), 16) : null

export type Facts = Pick<
  Channel,
  'provider' | 'scrambled' | 'systems' | 'videoPid' | 'pcrPid' | 'teletextPid' | 'videoType' | 'audio' | 'ownFacts'
>
/** The cached values that a list holds: PIDs, and the kind of video. */
const listedKinds = 5
/** The cached PID of an E-AC3 track. */
const enhancedKind = 13
/** Marks what the last scan found; it says nothing about the service. */
const newFlag = 'f:40'
/** Begins a service's number among its own facts; in the file it stands before the name. */
export const numberFact = 'n:'
const isOwn = (fact: string): boolean => {
  if (/^f:[0-9a-f]+$/i.test(fact)) return true
  const kind = /^c:[0-9a-f]{6}$/i.test(fact) ? Number.parseInt(fact.slice(2, 4), 16) : 0
  return kind > listedKinds && kind !== enhancedKind
}
/** What a lamedb says of a service and a list doesn't hold; empty if nothing. */
export const moreOf = ({ ownFacts = [] }: Pick<Channel, 'ownFacts'>): string =>
  ownFacts.length === 0
    ? ''
    : ownFacts
        .filter((fact) => fact !== newFlag)
        .sort()
        .join()
/** The meaning of a service's “p:…,c:…,C:…”. */
export const readFacts = (text: string, decode: (letters: string) => string): Facts => {
  const systems: string[] = []
  const audio: Track[] = []
  const ownFacts: string[] = []
  let [provider, videoType, scrambled] = ['', '', false]
  let videoPid: number | null = null
  let pcrPid: number | null = null
  let teletextPid: number | null = null
  for (const fact of text === '' ? [] : text.split(',')) {
    if (fact[1] !== ':') continue
    if (isOwn(fact)) ownFacts.push(fact)
    const letter = fact[0]
    if (letter === 'p') provider = decode(fact.slice(2))
    else if (letter === 'C') {
      scrambled = true
      const system = hexNumber(fact.slice(2), 0xffff)
      if (system >= 0) systems.push(hex(system, 4))
    }
    if (letter !== 'c' || fact.length !== 8) continue
    const cached = hexNumber(fact.slice(2), 0xffffff)
    const kind = Math.trunc(cached / 0x10000)
    const value = cached % 0x10000
    if (cached < 0) continue
    if (kind === 5) videoType = videos.get(value) ?? videoType
    else if (kind === 2) teletextPid = value
    else if (kind === 3) pcrPid = value
    else if (value >= 8191) continue
    else if (kind === 0) videoPid = value
    else if (kind === 1) audio.push({ pid: value, type: 'MPEG-1', language: '', dolby: false })
    else if (kind === 4) audio.push({ pid: value, type: 'AC3', language: '', dolby: true })
    else if (kind === enhancedKind) audio.push({ pid: value, type: 'EAC3', language: '', dolby: true })
  }
  return { provider, scrambled, systems, videoPid, pcrPid, teletextPid, videoType, audio, ownFacts }
}

const isEnhanced = ({ type }: Track): boolean => type === 'EAC3'
const isDolby = (track: Track): boolean => track.dolby || track.type === 'AC3'
/** A box stores one track of each kind. */
const kindOfTrack = (track: Track): number | null => {
  if (isEnhanced(track)) return enhancedKind
  return isDolby(track) ? 4 : /^(?:MPEG.*)?$/.test(track.type) ? 1 : null
}
const tracksOf = (audio: readonly Track[]): Fact[] =>
  [1, 4, enhancedKind].flatMap((kind) => {
    const track = audio.find((one) => kindOfTrack(one) === kind && pidOf(one.pid) !== null)
    return track ? cached(kind, pidOf(track.pid)) : []
  })
const cached = (kind: number, value: number | null): Fact[] =>
  value === null ? [] : [{ letter: 'c', value: hex(kind, 2) + hex(value, 4) }]
const videoOf = (name: string): Fact[] =>
  [...videos].flatMap(([number, video]) => (video === name ? cached(5, number) : []))
const providerOf = (provider: string, encode: (text: string) => string): Fact => ({
  letter: 'p',
  value: encode(provider.replaceAll(',', ' ')),
})
const systemsOf = ({ systems, scrambled }: Pick<Channel, 'systems' | 'scrambled'>): Fact[] => {
  if (systems.length > 0) return systems.map((value) => ({ letter: 'C', value }))
  return scrambled === true ? [{ letter: 'C', value: '0000' }] : []
}
const factText = (facts: readonly Fact[]): string =>
  facts.map(({ letter, value }) => (letter === '' ? value : `${letter}:${value}`)).join(',')

export const newFacts = (channel: Channel, encode: (text: string) => string): string =>
  factText([
    providerOf(channel.provider, encode),
    ...cached(0, pidOf(channel.videoPid)),
    ...tracksOf(channel.audio),
    ...cached(2, pidOf(channel.teletextPid)),
    ...cached(3, pidOf(channel.pcrPid)),
    ...videoOf(channel.videoType),
    ...systemsOf(channel),
    ...(channel.ownFacts ?? []).filter((fact) => !fact.startsWith(numberFact)).flatMap(factsIn),
  ])

/** Replaces the facts of a kind where the first one was, or inserts them after those that a box writes before them. */
const exchange = (facts: Fact[], is: (fact: Fact) => boolean, values: readonly Fact[]): void => {
  const first = facts.findIndex(is)
  const at = first >= 0 ? first : facts.map(({ letter }) => letter === 'p' || letter === 'c').lastIndexOf(true) + 1
  const rest = facts.filter((fact) => !is(fact))
  facts.splice(0, facts.length, ...rest.slice(0, at), ...values, ...rest.slice(at))
}
const isCached =
  (...kinds: readonly number[]) =>
  (fact: Fact): boolean =>
    kinds.includes(cachedKind(fact) ?? -1)
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The facts of a service with its edits; null if nothing changed. */
export const editedFacts = (
  text: string,
  { was, is }: { was: Channel; is: Channel },
  encode: (text: string) => string,
): string | null => {
  const facts = factsIn(text)
  const before = factText(facts)
  if (is.provider !== was.provider) {
    const at = facts.map(({ letter }) => letter).lastIndexOf('p')
    const fact = providerOf(is.provider, encode)
    if (at < 0) facts.unshift(fact)
    else facts[at] = fact
  }
  const pids = [
    [0, was.videoPid, is.videoPid],
    [2, was.teletextPid, is.teletextPid],
    [3, was.pcrPid, is.pcrPid],
  ] as const
  for (const [kind, old, now] of pids)
    if (pidOf(old) !== pidOf(now)) exchange(facts, isCached(kind), cached(kind, pidOf(now)))
  // A list that an earlier reader made has no E-AC3.
  const kinds = [...was.audio, ...is.audio].some(isEnhanced) ? [1, 4, enhancedKind] : [1, 4]
  if (!isSame(is.audio, was.audio)) exchange(facts, isCached(...kinds), tracksOf(is.audio))
  if (is.videoType !== was.videoType && (is.videoType === '' || videoOf(is.videoType).length > 0))
    exchange(facts, isCached(5), videoOf(is.videoType))
  if (is.scrambled !== was.scrambled) {
    const isSystem = ({ letter }: Fact): boolean => letter === 'C'
    const systems = facts.filter(isSystem)
    const wanted = is.scrambled !== true ? [] : systems.length > 0 ? systems : systemsOf({ ...is, systems: [] })
    exchange(facts, isSystem, wanted)
  }
  const after = factText(facts)
  return after === before ? null : after
}

// ---- Tuning ----

/** Converts a position in tenths of a degree, west below 0 or above 1800, to an angle eastward; null if invalid. */
export const angleOf = (position: number): number | null => {
  const angle = position < 0 ? 3600 + position : position === 3600 ? 0 : position
  return angle >= 0 && angle < 3600 ? angle : null
}

/** A whole number of at most 15 digits; null for anything else. */
export const whole = (text: string | undefined, max: number): number | null => {
  const digits = text?.trim() ?? ''
  return /^\d{1,15}$/.test(digits) && Number(digits) <= max ? Number(digits) : null
}
export type Tuning = Omit<Transponder, 'no' | 'satellite' | 'own'> & { angle: number | null }
/** Parses “freq:sr:pol:fec:position:inversion:flags:system:modulation”. */
export const readTuning = (fields: readonly string[]): Tuning => {
  const [frequency, rate, polarisation, fec, position = '', , , system, modulation] = fields
  const symbolRate = whole(rate, 0x7fffffff)
  const isWest = position.startsWith('-')
  const place = whole(isWest ? position.slice(1) : position, 0x7fffffff) ?? -1
  const isLong = fields.length >= 9
  return {
    kHz: whole(frequency, 0x7fffffff),
    symbolRate: symbolRate === null ? null : Math.trunc(symbolRate / 1000),
    polarisation: polarisations[whole(polarisation, 3) ?? -1] ?? null,
    fec: fecs[whole(fec, 15) ?? -1] ?? '',
    angle: angleOf(isWest ? -place : place),
    system: isLong ? whole(system, 1) : null,
    modulation: isLong ? whole(modulation, 63) : null,
  }
}

/** The index of the flags, which a lamedb 3 doesn't have. */
const flagsField = 6
const fieldsOfThree = 10
/** Converts the tuning of a lamedb 3 to version 4, and back. */
export const withFlags = (fields: readonly string[]): string[] =>
  fields.length > flagsField && fields.length <= fieldsOfThree
    ? [...fields.slice(0, flagsField), '0', ...fields.slice(flagsField)]
    : [...fields]
export const withoutFlags = (fields: readonly string[]): string[] => fields.filter((_, at) => at !== flagsField)

/** Where a lamedb 4 has multistream (stream, code, mode) and then T2-MI (pipe, PID). */
const streamsField = 11
const streamValues = 3
const noStream = ['-1', '0', '1']
/** Converts the tuning of a lamedb 5, “…:2,MIS/PLS:5:1:0,T2MI:0:4096”, to version 4, and back. */
export const withStreams = (fields: readonly string[]): string[] => {
  const [pilot = '', ...named] = fields
    .slice(streamsField - 1)
    .join(':')
    .split(',')
  const valuesOf = (name: string): string[] | undefined =>
    named
      .find((one) => one.startsWith(name))
      ?.slice(name.length)
      .split(':')
  const [stream, pipe] = [valuesOf('MIS/PLS:'), valuesOf('T2MI:')]
  if (stream === undefined && pipe === undefined) return [...fields]
  return [...fields.slice(0, streamsField - 1), pilot, ...(stream ?? noStream), ...(pipe ?? [])]
}
export const withNamedStreams = (fields: readonly string[]): string[] => {
  if (fields.length < streamsField + streamValues) return [...fields]
  const stream = fields.slice(streamsField, streamsField + streamValues)
  const pipe = fields.slice(streamsField + streamValues)
  const named = [
    ...(isStream(stream) ? [`,MIS/PLS:${stream.join(':')}`] : []),
    ...(pipe.length > 0 ? [`,T2MI:${pipe.join(':')}`] : []),
  ]
  return [...fields.slice(0, streamsField - 1), `${fields[streamsField - 1]}${named.join('')}`]
}
const isStream = (values: readonly string[]): boolean => values.join(':') !== noStream.join(':')
/** The multistream and T2-MI values of a tuning in lamedb 4 notation; empty if there are none. */
export const streamsIn = (fields: readonly string[]): string => {
  const values = fields.slice(streamsField)
  return isStream(values) ? values.join(':') : ''
}

/** The list's data for one of its transponders. */
export const tuningAt = (list: List, place: number | null): Tuning => {
  const one = place === null ? undefined : list.transponders[place]
  const { kHz = null, symbolRate = null, polarisation = null, fec = '', system = null, modulation = null } = one ?? {}
  const satellite = one?.satellite === null || one === undefined ? undefined : list.satellites[one.satellite]
  return { kHz, symbolRate, polarisation, fec, system, modulation, angle: satellite?.angle ?? null }
}

/** The position of an angle, in the notation of the other positions: west below zero, or above 1800. */
const positionOf = (angle: number, like: string): string =>
  String(angle > 1800 && !(Number(like) > 1800) ? angle - 3600 : angle)

/** The fields of a tuning with those of `is` that differ from `was`; all of them if there was none. */
export const editedTuning = (fields: readonly string[], was: Tuning | null, is: Tuning): string[] => {
  const now = [...fields]
  const isOther = (key: keyof Tuning): boolean => is[key] !== null && is[key] !== was?.[key]
  if (isOther('kHz')) now[0] = String(is.kHz)
  if (isOther('symbolRate')) now[1] = String((is.symbolRate ?? 0) * 1000)
  if (isOther('polarisation')) now[2] = String(Math.max(0, polarisations.indexOf(is.polarisation ?? 'H')))
  if (isOther('fec') && fecs.includes(is.fec)) now[3] = String(fecs.indexOf(is.fec))
  if (isOther('angle')) now[4] = positionOf(is.angle ?? 0, fields[4] ?? '')
  return now
}
export const newTuning = (is: Tuning): string[] => {
  const fields = editedTuning(['0', '0', '0', '0', '0', '2', '0'], null, is)
  return is.system === null ? fields : [...fields, String(is.system), String(is.modulation ?? 0), '0', '2']
}
