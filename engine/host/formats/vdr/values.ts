/** Reads and writes the fields of a channels.conf line. */
import { whole } from '../enigma/values'
import type { Channel, List, Subtitle, Track, Transponder } from '../model'
import { angleText, type Places } from '../places'

const hexNumber = (text: string): number => {
  const digits = text.trim()
  return digits.length < 9 && /^[\da-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : 0
}

// ---- Where a channel is received ----

const fecs: ReadonlyMap<string, number> = new Map([
  ...([
    ['1/2', 12],
    ['2/3', 23],
    ['3/4', 34],
    ['4/5', 45],
    ['5/6', 56],
    ['6/7', 67],
    ['7/8', 78],
  ] as const),
  ...([
    ['8/9', 89],
    ['9/10', 910],
    ['3/5', 35],
    ['1/4', 14],
    ['1/3', 13],
    ['2/5', 25],
    ['auto', 999],
  ] as const),
])
const fecNames: ReadonlyMap<number, string> = new Map([...fecs].map(([name, code]) => [code, name]))
/** VDR's numbers of modulations, by the list's numbers. */
const modulations: ReadonlyMap<number, number> = new Map([
  [1, 2],
  [2, 5],
  [3, 16],
  [4, 6],
  [5, 7],
])
const modulationOf: ReadonlyMap<number, number> = new Map([...modulations].map(([own, theirs]) => [theirs, own]))

const parametersMax = 250
type Parameters = Pick<Transponder, 'polarisation' | 'fec' | 'system' | 'modulation' | 'streams'>
/** “HC23M5O35S1”: letters, each with a number. */
const readParameters = (text: string): Parameters => {
  const found: Parameters = { polarisation: null, fec: '', system: null, modulation: null }
  for (const [, small = '', digits = ''] of text.slice(0, parametersMax).matchAll(/([a-z])(\d*)/gi)) {
    const letter = small.toUpperCase()
    const value = digits.length < 6 ? Number(digits || '-1') : -1
    if (letter === 'H' || letter === 'V' || letter === 'L' || letter === 'R') found.polarisation = letter
    else if (letter === 'C') found.fec = fecNames.get(value) ?? ''
    else if (letter === 'S') found.system = value === 0 || value === 1 ? value : null
    else if (letter === 'M') found.modulation = modulationOf.get(value) ?? 0
    else if (letter === 'P' && value > 0) found.streams = digits
  }
  return found
}

/** “S19.2E” in tenths of a degree eastward; null if it is not a satellite. */
const angleIn = (source: string): number | null => {
  const found = /^S(\d{1,3}(?:[.,]\d{1,9})?)([EWew])$/.exec(source.trim())
  const degrees = Number(found?.[1]?.replace(',', '.'))
  if (found === null || degrees > 180) return null
  const tenths = Math.round(degrees * 10)
  return found[2]?.toUpperCase() === 'W' && tenths > 0 ? 3600 - tenths : tenths
}

/** A line's transponder, as its index in the list; null for cable, terrestrial and the like. */
export const readTuning = (places: Places, fields: readonly string[]): number | null => {
  const angle = angleIn(fields[3] ?? '')
  const frequency = whole(fields[1], 0x7fff_ffff) ?? 0
  if (angle === null || frequency <= 0) return null
  const parameters = readParameters(fields[2] ?? '')
  return places.transponder({
    satellite: places.satellite(angle, ''),
    kHz: frequency < 100_000 ? frequency * 1000 : frequency,
    symbolRate: whole(fields[4], 99_999),
    ...parameters,
  })
}

/** True if a transponder has all that VDR needs: a frequency, and a satellite's position. */
export const isTunable = (one: Transponder | undefined, { satellites }: List): one is Transponder =>
  one !== undefined && (one.kHz ?? 0) > 0 && angleOf(one, satellites) !== null
const angleOf = ({ satellite }: Transponder, satellites: List['satellites']): number | null =>
  satellites[satellite ?? -1]?.angle ?? null

const megahertz = (kHz: number): string => String(Math.round(kHz / 1000))
const fecCode = (fec: string): string => `C${fecs.get(fec) ?? 999}`

/** The fields after the name, for a transponder that `isTunable`. */
export const newTuning = (one: Transponder, { satellites }: List): string[] => {
  const { polarisation, fec, system, modulation, symbolRate } = one
  const usual = modulation === null ? undefined : modulations.get(modulation)
  const more = system === null ? '' : `${usual === undefined ? '' : `M${usual}`}S${system}`
  return [
    megahertz(one.kHz ?? 0),
    `${polarisation ?? ''}${fecCode(fec)}${more}`,
    `S${angleText(angleOf(one, satellites) ?? 0)}`,
    String(symbolRate ?? 0),
  ]
}

type At = { one: Transponder; list: List }
/** These fields with their edits; everything else in them stays. */
export const editedTuning = (fields: readonly string[], was: At, is: At): string[] => {
  const [frequency = '', parameters = '', source = '', rate = ''] = fields
  const differs = <K extends keyof Transponder>(key: K): boolean => is.one[key] !== was.one[key]
  const angle = angleOf(is.one, is.list.satellites)
  let letters = parameters
  if (differs('polarisation') && is.one.polarisation !== null) {
    const at = letters.search(/[HVLR](?!\d)/i)
    letters = letters.slice(0, Math.max(0, at)) + is.one.polarisation + letters.slice(at + 1)
  }
  if (differs('fec')) {
    const code = fecCode(is.one.fec)
    letters = /C\d+/i.test(letters) ? letters.replace(/C\d+/i, code) : letters + code
  }
  return [
    differs('kHz') && is.one.kHz ? megahertz(is.one.kHz) : frequency,
    letters,
    angle !== null && angle !== angleOf(was.one, was.list.satellites) ? `S${angleText(angle)}` : source,
    differs('symbolRate') && is.one.symbolRate ? String(is.one.symbolRate) : rate,
  ]
}

// ---- PIDs and systems ----

/** VDR's limits: 32 tracks, and 16 of Dolby. Further ones stay as bytes. */
const tracksMax = 48
const systemsMax = 48
const videos: ReadonlyMap<number, string> = new Map([
  [2, 'MPEG-2'],
  [27, 'H264'],
  [36, 'HEVC'],
])
const audios: ReadonlyMap<number, string> = new Map([
  [3, 'MPEG-1'],
  [4, 'MPEG-2'],
  [15, 'AAC'],
  [17, 'AAC'],
])
const languageLetters = 3

/** VDR's kinds of Dolby tracks are descriptor tags; a track without one is AC3. */
const dolbyKinds: ReadonlyMap<number, string> = new Map([
  [106, 'AC3'],
  [122, 'EAC3'],
])

/** “102=deu@4”: a PID, a language and a kind. */
const trackOf = (text: string): { pid: number; language: string; kind: number | null } => {
  const [pid = '', more = ''] = text.split('=', 2)
  const [language = '', kind] = more.split('@', 2)
  return { pid: whole(pid, 8191) ?? 0, language: language.slice(0, languageLetters), kind: whole(kind, 255) }
}
const partsOf = (text: string, separator: string): string[] => text.split(separator, tracksMax * 2)

/** The tracks of a field, each with its text. */
type Told<T> = { text: string; track: T }
const audioIn = (field: string): Told<Track>[] => {
  const sign = field.indexOf(';')
  const dolbyAt = sign < 0 ? field.length : sign
  const told = (texts: string, dolby: boolean): Told<Track>[] =>
    partsOf(texts, ',').map((text) => {
      const { pid, language, kind } = trackOf(text)
      const type = dolby ? (dolbyKinds.get(kind ?? 0) ?? 'AC3') : (audios.get(kind ?? 0) ?? '')
      return { text, track: { pid, type, language, dolby } }
    })
  return [...told(field.slice(0, dolbyAt), false), ...told(field.slice(dolbyAt + 1).replaceAll(';', ','), true)]
    .filter(({ track }) => (track.pid ?? 0) > 0)
    .slice(0, tracksMax)
}
const subtitlesIn = (field: string): Told<Subtitle>[] =>
  partsOf(field, ',')
    .map((text) => {
      const { pid, language } = trackOf(text)
      return { text, track: { pid, language, type: 16, composition: 0, ancillary: 0 } }
    })
    .filter(({ track }) => track.pid > 0)
    .slice(0, tracksMax)
const tracksOf = <T>(told: readonly Told<T>[]): T[] => told.map(({ track }) => track)

type Pids = Pick<Channel, 'type' | 'videoPid' | 'pcrPid' | 'teletextPid' | 'videoType' | 'audio'> & {
  subtitles: Subtitle[]
}
/** “101+100=27”, “102=deu@4,103;106=deu@106”, “104;105=deu”. */
export const readPids = (fields: readonly string[]): Pids => {
  const [, video = '', clock, kind] = /^([^+=]*)(?:\+([^=]*))?(?:=(.*))?$/s.exec(fields[5] ?? '') ?? []
  const videoNumber = whole(video, 8191) ?? 0
  const pcr = clock === undefined ? videoNumber : (whole(clock, 8191) ?? 0)
  const audio = tracksOf(audioIn(fields[6] ?? ''))
  const [teletext = '', subtitles = ''] = (fields[7] ?? '').split(';', 2)
  const teletextPid = whole(teletext, 8191) || null
  return {
    // VDR writes 0 for radio and 1 for scrambled radio. A line without PIDs doesn't show its kind.
    type: videoNumber <= 1 && (audio.length > 0 || videoNumber === 1) ? 'radio' : 'tv',
    videoPid: videoNumber > 1 ? videoNumber : null,
    pcrPid: pcr > 1 ? pcr : null,
    teletextPid,
    videoType: videos.get(whole(kind, 255) ?? 0) ?? '',
    audio,
    subtitles: tracksOf(subtitlesIn(subtitles)),
  }
}

export const readSystems = (field: string): Pick<Channel, 'systems' | 'scrambled'> => {
  const numbers = field
    .split(',', systemsMax)
    .map(hexNumber)
    .filter((number) => number > 0 && number <= 0xffff)
  return {
    scrambled: numbers.length > 0,
    // Numbers below 16 name a receiver card, not a system.
    systems: numbers.filter((number) => number > 15).map((number) => number.toString(16).padStart(4, '0')),
  }
}

const languageText = (language: string): string => (/^[a-z\d]{3}$/i.test(language) ? language : '')
const kindOf = ({ type, dolby }: Track): number => {
  if (dolby) return [...dolbyKinds].find(([, name]) => name === type)?.[0] ?? 106
  return [...audios].find(([, name]) => name === type)?.[0] ?? 0
}
const trackText = (track: Track, kind = kindOf(track)): string => {
  const language = languageText(track.language)
  return `${track.pid}${kind > 0 || language !== '' ? `=${language}` : ''}${kind > 0 ? `@${kind}` : ''}`
}
const subtitleText = ({ pid, language }: Subtitle): string => {
  const text = languageText(language)
  return text === '' ? String(pid) : `${pid}=${text}`
}

/** The tracks that a line had, by their index: unedited ones keep their texts, with a second language or other kind. */
type Had<T> = { told: readonly Told<T>[]; was: readonly T[] }
const keptText = <T extends Track | Subtitle>({ told, was }: Had<T>, track: T): string | undefined =>
  told.find((_, at) => JSON.stringify(was[at]) === JSON.stringify(track))?.text
/** The kind of a track that has another language now. */
const keptKind = ({ told, was }: Had<Track>, { pid, type, dolby }: Track): number | undefined => {
  const at = was.findIndex((one) => one.pid === pid && one.type === type && one.dolby === dolby)
  return trackOf(told[at]?.text ?? '').kind ?? undefined
}
const none = { told: [], was: [] }
const audioText = (audio: readonly Track[], had: Had<Track> = none): string => {
  const [plain, dolby] = [false, true].map((which) =>
    audio
      .filter((track) => track.dolby === which && (track.pid ?? 0) > 0)
      .map((track) => keptText(had, track) ?? trackText(track, keptKind(had, track))),
  ) as [string[], string[]]
  return [plain.join(',') || '0', ...(dolby.length > 0 ? [dolby.join(',')] : [])].join(';')
}

const videoText = ({ type, videoPid, pcrPid, videoType, audio }: Channel, hadKind?: string): string => {
  const pid = videoPid ?? 0
  const kind = hadKind ?? [...videos].find(([, name]) => name === videoType)?.[0]
  const clock = pcrPid !== null && pcrPid > 0 && pcrPid !== pid ? `+${pcrPid}` : ''
  // Radio without a track differs from television by VDR's other value for it.
  const isUntold = pid === 0 && type === 'radio' && audioText(audio) === '0'
  return `${isUntold ? 1 : pid}${clock}${pid > 0 && kind !== undefined ? `=${kind}` : ''}`
}
const teletextText = ({ teletextPid, subtitles = [] }: Channel, had: Had<Subtitle> = none): string => {
  const tracks = subtitles.map((track) => keptText(had, track) ?? subtitleText(track))
  return [String(teletextPid ?? 0), ...(tracks.length > 0 ? [tracks.join(',')] : [])].join(';')
}

/** The fields from the PIDs to the transport stream's number. */
export const firstValue = 5
export const systemsField = 8
export const valuesOf = (channel: Channel): string[] => {
  const { audio, systems, sid, onid, tsid } = channel
  const text = [videoText(channel), audioText(audio), teletextText(channel), systems.join(',') || '0']
  return [...text, ...[sid, onid, tsid].map((number) => String(number ?? 0))]
}
/** The same fields after an edit; null if it doesn't concern them. `fields`: those of the line. */
export const editedValues = (
  fields: readonly string[],
  { was, is }: { was: Channel; is: Channel },
): (string | null)[] => {
  const [video = '', audio = '', teletext = ''] = fields.slice(firstValue)
  const sign = video.indexOf('=')
  const hadKind = sign >= 0 && is.videoType === was.videoType ? video.slice(sign + 1) : undefined
  const now = valuesOf(is)
  const before = valuesOf(was)
  const kept = [
    videoText(is, hadKind),
    audioText(is.audio, { told: audioIn(audio), was: was.audio }),
    teletextText(is, { told: subtitlesIn(teletext.split(';', 2)[1] ?? ''), was: was.subtitles ?? [] }),
  ]
  return now.map((value, at) => {
    const isEdited = at + firstValue === systemsField ? is.scrambled !== was.scrambled : value !== before[at]
    return isEdited ? (kept[at] ?? value) : null
  })
}
/** If a television channel's video PID is unknown, its tracks are left out: alone they would make it radio. */
export const newValues = (channel: Channel): string[] =>
  valuesOf(channel.type === 'radio' || channel.videoPid ? channel : { ...channel, audio: [] })

/** True if a line says more of its tracks than a list holds: a second language, or a kind that has no name here. */
export const hasMoreTracks = (fields: readonly string[]): boolean => {
  const [, video = ''] = /=(.*)$/s.exec(fields[firstValue] ?? '') ?? []
  const isOther = (kind: number | null, known: { has(kind: number): boolean }): boolean =>
    kind !== null && kind > 0 && !known.has(kind)
  return (
    isOther(whole(video, 255), videos) ||
    (fields[firstValue + 2] ?? '').includes('+') ||
    audioIn(fields[firstValue + 1] ?? '').some(
      ({ text, track }) => text.includes('+') || isOther(trackOf(text).kind, track.dolby ? dolbyKinds : audios),
    )
  )
}
