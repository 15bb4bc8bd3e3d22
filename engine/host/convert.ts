/**
 * Writes a list of another dialect as SatcoDX: version 103, 127 bytes and LF per record. Names are in ISO 8859-9 if it
 * has their letters, else after a DVB selector in the first table that does, and in UTF-8 as a last resort. No letter
 * is lost; at worst a name is cut, and that is reported.
 */
import { hasFecDigit, isLanguage, newColumns, systemOf } from './cells/satcodx'
import { isKnownNumber, satcodxNumbers, streamNumbers } from './channel-fields'
import type { Core } from './core'
import type { OpenList } from './contract'
import { Losses } from './losses'
import { type AudioTrack, type Encoding, type Loss, encodings, unnamedSystems } from './types'

const recordBytes = 128
const satelliteBytes = 18
const firstPart = 8
const secondPart = 12
const space = 0x20

/** Encodings with the selector that declares them (EN 300 468 annex A), single bytes first. */
const selectors: [encoding: Encoding, selector: number[]][] = [
  ['iso-8859-9', [0x05]],
  ['iso-8859-5', [0x01]],
  ['iso-8859-6', [0x02]],
  ['iso-8859-7', [0x03]],
  ['iso-8859-8', [0x04]],
  ['iso-8859-15', [0x0b]],
  ['iso-8859-10', [0x06]],
  ['iso-8859-13', [0x09]],
  ['iso-8859-14', [0x10, 0, 14]],
  ['iso-8859-11', [0x07]],
  ['iso-8859-2', [0x10, 0, 2]],
  ['iso-8859-1', [0x10, 0, 1]],
  ['iso-8859-3', [0x10, 0, 3]],
  ['iso-8859-4', [0x10, 0, 4]],
  ['iso-8859-16', [0x10, 0, 16]],
  ['utf-8', [0x15]],
]
/**
 * Names with only these letters read the same in every encoding; others declare their encoding if a byte is left for
 * it.
 */
const ascii = /^[ -~]*$/

const typeLetters = { tv: 'T', radio: 'R', data: 'D', other: '_' } as const
export type Encoded = { bytes: Uint8Array; cut: boolean; lost: boolean }

/** Encodes text in at most `capacity` bytes. */
export function encode(core: Core, text: string, encoding: Encoding, capacity: number): Encoded {
  const units = text.length
  const at = core.exports.scratchAt(units * 2 + capacity + 16)
  const words = core.u16()
  for (let i = 0; i < units; i++) words[(at >> 1) + i] = text.charCodeAt(i)
  const to = at + units * 2 + 8
  const written = core.exports.encodeText(at, units, encodings.indexOf(encoding), to, capacity)
  return {
    bytes: core.u8().slice(to, to + written),
    cut: core.exports.encodedUnitCount() < units,
    lost: core.exports.encodedLostCount() > 0,
  }
}

/** Encodes a name to fit into 20 bytes. */
function encodeName(core: Core, name: string): Encoded {
  const capacity = firstPart + secondPart
  const plain = encode(core, name, 'iso-8859-9', capacity)
  if (!plain.lost && (ascii.test(name) || plain.cut || plain.bytes.length === capacity)) return plain
  for (const [encoding, selector] of selectors) {
    const whole = encode(core, name, encoding, name.length * 4)
    if (whole.lost) continue
    const cut = encode(core, name, encoding, capacity - selector.length)
    return { ...cut, bytes: new Uint8Array([...selector, ...cut.bytes]) }
  }
  return plain
}

/** Writes the list as SatcoDX 103 and reports what it can't represent. */
export function encodeForSatcodx(list: OpenList, core: Core): { bytes: Uint8Array; losses: Loss[] } {
  const satellites = list.satellites()
  const transponders = list.transponders()
  const out = new Uint8Array(list.length() * recordBytes)
  const losses = new Losses()
  const lose = (code: Loss['code'], id: number, when: boolean) => {
    if (when) losses.add(code, [id])
  }
  const satelliteNames = satellites.map((satellite) => encode(core, satellite.name, 'iso-8859-9', satelliteBytes))

  let at = 0
  const put = (text: string) => {
    for (let i = 0; i < text.length; i++) out[at++] = text.charCodeAt(i)
  }
  const putPadded = (bytes: Uint8Array, width: number) => {
    out.set(bytes.subarray(0, width), at)
    out.fill(space, at + Math.min(bytes.length, width), at + width)
    at += width
  }
  const ids = list.columns().id
  for (const id of ids) {
    const channel = list.channel(id)
    if (!channel) continue
    // A record needs a frequency, so streamed channels and those without a place are left out.
    const transponder = transponders[channel.transponder]
    if (!transponder?.frequencyKHz) {
      lose('left-out', id, true)
      continue
    }
    const satelliteName = satelliteNames[channel.satellite]
    const name = encodeName(core, channel.name)
    const { fec } = transponder
    const [before, between] = newColumns(
      { ...transponder, angle: satellites[channel.satellite]?.angle ?? null, fec: fec ?? 'auto' },
      {
        ...channel,
        type: typeLetters[channel.type],
        system: systemOf(channel.type, channel.videoType),
        audioPid: channel.audioPid ?? channel.audio[0]?.pid ?? null,
        language: channel.audio[0]?.language ?? '',
        crypto: channel.scrambled ? 'LCKD' : '____',
      },
    )
    put('SATCODX103')
    putPadded(satelliteName?.bytes ?? new Uint8Array(0), satelliteBytes)
    put(before)
    putPadded(name.bytes.subarray(0, firstPart), firstPart)
    put(between)
    putPadded(name.bytes.subarray(firstPart), secondPart)
    put('\n')

    lose('name-cut', id, name.cut)
    lose('name-letters', id, name.lost)
    lose('text-fields', id, satelliteName !== undefined && (satelliteName.cut || satelliteName.lost))
    lose('fec', id, Boolean(fec) && !hasFecDigit(fec ?? ''))
    lose('sid-range', id, channel.sid !== null && channel.sid > 65_535)
    lose(
      'pids',
      id,
      streamNumbers.some((name) => !satcodxNumbers.includes(name) && isKnownNumber(name, channel[name])),
    )
    lose('provider', id, Boolean(channel.provider))
    lose('audio', id, isMoreThanPid(channel.audio))
    lose('subtitles', id, channel.subtitles.length > 0)
    lose('encryption', id, channel.scrambled === true && !unnamedSystems.has(channel.encryption ?? ''))
    lose('video-type', id, Boolean(channel.videoType))
    lose('lock', id, channel.lock)
    lose('skip', id, channel.skip)
    lose('favourites', id, channel.favourites !== 0)
  }
  return { bytes: out.subarray(0, at), losses: losses.list() }
}

/** For tracks, SatcoDX has the first one's PID and three letters of its language, and no type. */
export const isMoreThanPid = (tracks: readonly AudioTrack[]): boolean =>
  tracks.length > 1 ||
  tracks.some(({ type, language, dolby }) => dolby || type !== '' || (language !== '' && !isLanguage(language)))
