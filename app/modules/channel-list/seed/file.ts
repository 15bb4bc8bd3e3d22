/** Writes seed lists as files of the two dialects, column by column and independent of the engine that reads them. */
import type { SeedChannel, SeedList, SeedSatellite, SeedTransponder } from './data'

/** ISO-8859-9 letters beyond ASCII that seed names use. */
const latin5 = new Map(Object.entries({ Ğ: 0xd0, İ: 0xdd, Ş: 0xde, ğ: 0xf0, ı: 0xfd, ş: 0xfe }))
const toLatin5 = (text: string): number[] =>
  [...text].map((letter) => latin5.get(letter) ?? (letter.charCodeAt(0) < 0x100 ? letter.charCodeAt(0) : 0x3f))

/** Encodes, truncates at a character, then pads with spaces. */
const fill = (text: string, bytes: number, encode: (text: string) => ArrayLike<number>): number[] => {
  const filled: number[] = []
  for (const letter of text) {
    const coded = Array.from(encode(letter))
    if (filled.length + coded.length > bytes) break
    filled.push(...coded)
  }
  while (filled.length < bytes) filled.push(0x20)
  return filled
}
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const digits = (value: number, places: number): string => String(value).padStart(places, '0')
const fecCodes: Record<string, string> = { '1/2': '1', '2/3': '2', '3/4': '3', '5/6': '5', '7/8': '7' }
const polarisationCodes = { V: '0', H: '1', L: '2', R: '3' } as const

export type SatcodxOptions = { version: '103' | '105'; end?: '\n' | '\r\n' | '\r' }

/** SatcoDX text: 103 with 127 bytes in ISO 8859-9, or 105 with 132 bytes in UTF-8; LF by default. */
export const writeSatcodx = (list: SeedList, { version, end = '\n' }: SatcodxOptions): Uint8Array => {
  const encode = version === '105' ? utf8 : toLatin5
  const nameBytes = version === '105' ? 25 : 20
  const bytes: number[] = []
  const text = (part: string): void => void bytes.push(...utf8(part))
  for (const channel of list.channels) {
    const satellite = list.satellites[channel.satellite] as SeedSatellite
    const transponder = satellite.transponders[channel.transponder] as SeedTransponder
    const name = fill(channel.name, nameBytes, encode)
    text(`SATCODX${version}`)
    bytes.push(...fill(satellite.name, 18, encode))
    text(
      `${channel.radio ? 'R' : 'T'}${channel.radio ? 'MPG1' : channel.hd ? 'MPG4' : 'MPG2'}${digits(transponder.frequencyMHz * 1000, 9)}${polarisationCodes[transponder.polarisation]}`,
    )
    bytes.push(...name.slice(0, 8))
    text(
      `${digits(satellite.angle, 4)}${satellite.coverage.padEnd(8)}______${digits(transponder.symbolRate, 5)}${fecCodes[transponder.fec] ?? '0'}`,
    )
    text(
      `${channel.radio ? '____' : digits(channel.videoPid, 4)}${digits(channel.audioPid, 4)}${digits(channel.pcrPid, 4)}`,
    )
    text(
      `${digits(channel.sid, 5)}${digits(transponder.onid, 5)}${digits(transponder.tsid, 5)}${channel.language}_${channel.country}${channel.language}${channel.scrambled ? 'LCKD' : '____'}`,
    )
    bytes.push(...name.slice(8))
    text(end)
  }
  return Uint8Array.from(bytes)
}

const favouriteNames = ['News', 'Movies', 'Music', 'Sports', 'Education', 'Weather', 'Children', 'Culture']
const favouritesOf = (channel: SeedChannel): number[] => {
  const tests = [
    /News|Haber|Info|Infos|Wiadomości/,
    /Cinema|Sinema|Movies|Cinéma|Film/,
    /Music|Müzik|Musik|Musique|Muzyka/,
    /Sport/,
    /Doku|Documentary|Belgesel|Découverte|Nature/,
    /^$/,
    /Kids|Çocuk|Kinder|Jeunesse|Dzieci/,
    /Kultur|Culture/,
  ]
  return tests.flatMap((test, group) => (test.test(channel.name) ? [group] : []))
}

/** CHMax `.chl` in its indented form: one JSON object after another. */
export const writeChl = (list: SeedList): Uint8Array => {
  const objects: Record<string, unknown>[] = []
  const transponders = list.satellites.flatMap((satellite, satelliteIndex) =>
    satellite.transponders.map((transponder, at) => ({ satelliteIndex, at, transponder })),
  )
  const transponderIndex = (channel: SeedChannel): number =>
    transponders.findIndex(
      ({ satelliteIndex, at }) => satelliteIndex === channel.satellite && at === channel.transponder,
    )
  const tv = list.channels.filter(({ radio }) => !radio)
  const radio = list.channels.filter((channel) => channel.radio)
  const members = (channels: SeedChannel[], group: number): number[] =>
    channels.flatMap((channel, index) => (favouritesOf(channel).includes(group) ? [index] : []))
  objects.push({
    Type: 'index',
    Ver: 1,
    Sat: list.satellites.length,
    TP: transponders.length,
    ChTV: tv.length,
    CHRadio: radio.length,
    FAV: favouriteNames.length,
  })
  favouriteNames.forEach((Name, Index) =>
    objects.push({ Type: 'fav', Index, Name, TVChs: members(tv, Index), RadioChs: members(radio, Index) }),
  )
  list.satellites.forEach(({ name, angle }, Index) =>
    objects.push({ Type: 'sat', Index, Name: name, Angle: angle, Band: 'KU' }),
  )
  transponders.forEach(({ satelliteIndex, transponder }, Index) =>
    objects.push({
      Type: 'tp',
      Index,
      SatIndex: satelliteIndex,
      Freq: transponder.frequencyMHz,
      SR: transponder.symbolRate,
      Pol: transponder.polarisation,
      FEC: transponder.fec,
      plsNumber: 0,
      msTp: 0,
      msIsid: 0,
      tsnTp: 0,
      tsnId: 0,
    }),
  )
  for (const channels of [tv, radio]) {
    channels.forEach((channel, Index) =>
      objects.push({
        Type: 'ch',
        TVType: channel.radio ? 'Radio' : 'TV',
        Index,
        TPIndex: transponderIndex(channel),
        SID: channel.sid,
        Name: channel.name,
        VideoPID: channel.radio ? null : channel.videoPid,
        PcrPID: channel.pcrPid,
        PmtPID: channel.pmtPid,
        TTXPID: null,
        Provider: channel.provider,
        CA: channel.scrambled ? 90 : 0,
        Lock: 0,
        Skip: 0,
        Hide: 0,
        VideoType: channel.radio ? '' : channel.hd ? 'H264' : 'MPEG-2',
        t2miPg: 0,
        t2miPlpId: 0,
        t2miPayloadPid: 0,
        Audio: [
          {
            PID: channel.audioPid,
            Type: channel.hd ? 'AC3' : 'MPEG-1',
            Lang: channel.language,
            DolbyAC3: channel.hd ? 1 : 0,
          },
        ],
        Sub: [],
      }),
    )
  }
  const text = objects
    .map((object) =>
      JSON.stringify(object, null, 2)
        .replaceAll(/^(\s*)"([^"]+)": /gm, '$1"$2" : ')
        .replaceAll(': []', ': [ ]'),
    )
    .join('\n')
  return utf8(`${text}\n`)
}
