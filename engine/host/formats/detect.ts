/** Detects by its content which of the other dialects a file has; names and extensions are ignored. */
import { skipBlank } from '../refusal'
import { isWide, openText } from './table/file'
import { isTable } from './table/index'
import type { ForeignDialect } from './types'

/** How far from the start the first object of this dialect may be. */
const sampleBytes = 64 * 1024
/** This many lines with only an address make a playlist. */
const addressesMax = 100

const textFrom = (bytes: Uint8Array, from: number, length: number): string => {
  let text = ''
  for (const byte of bytes.subarray(from, from + length)) text += String.fromCharCode(byte)
  return text
}

/** Finds the end of a line; lists of this kind have short lines. */
const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')

const neutralLine = /^\d{1,5};(?:"(?:[^"]|"")*"|[^";][^;]*|);(?:[A-Z]-)?(?:\d+-)?\d+-\d+-\d+(?:;|$)/
/**
 * A line of channels.conf: name, frequency, parameters, source and nine more fields. Plugins have other sources, such
 * as I for IPTV, and other parameters.
 */
const vdrLine = /^[^:]+:\d+:[^:]*:[ACISTPV][^:]*:\d+:[^:]*:[^:]*:[^:]*:[^:]*:\d+:\d+:\d+/

/** An HLS playlist of one stream in several qualities or segments: its addresses are not channels. */
const isOneStream = (text: string): boolean =>
  /^#EXT-X-TARGETDURATION:/m.test(text) || (/^#EXT-X-STREAM-INF:/m.test(text) && !/^#EXTINF/m.test(text))

/** Comments may come before a playlist's first line; the simplest playlists contain only addresses. */
const isPlaylist = (text: string): boolean => {
  let addresses = 0
  for (const line of linesOf(text)) {
    const content = line.trim().replace(/^\u00ef\u00bb\u00bf/, '')
    if (/^#EXT(?:M3U|INF)/i.test(content)) return !isOneStream(text)
    if (/^#(?:NAME|SERVICE)[ :]/.test(content)) return false
    if (content.startsWith('#')) continue
    if (!/^[a-z][a-z\d+.-]{1,15}:\/\/\S+$/i.test(content)) return false
    if (++addresses >= addressesMax) break
  }
  return addresses > 0
}

/** A sample may end within a line. */
const wholeLines = (text: string, lines: string[]): string[] =>
  lines.length > 1 && text.length >= sampleBytes ? lines.slice(0, -1) : lines
const isNeutral = (lines: readonly string[]): boolean =>
  lines.length > 0 && lines.slice(0, 20).every((line) => neutralLine.test(line))

const findTextDialect = (bytes: Uint8Array, text: string): ForeignDialect | null => {
  if (isPlaylist(text)) return 'm3u'
  const version = /^eDVB services \/(3|4|5)\//.exec(text)?.[1]
  if (version !== undefined) return version === '5' ? 'lamedb5' : 'lamedb'
  if (/^#NAME /.test(text) || /^#SERVICE[ :]/.test(text)) return 'enigma2'
  if (text.startsWith('<')) return /<satellites[\s>]/.test(text) && /<sat\s/.test(text) ? 'satellites' : null
  const lines = linesOf(text)
  const whole = wholeLines(text, lines)
  const fielded = whole.slice(0, 40).filter((line) => !/^[:#]/.test(line))
  if (fielded.filter((line) => vdrLine.test(line)).length > fielded.length / 4) return 'vdr'
  return isNeutral(whole) ? 'reference' : isTable(bytes) ? 'csv' : null
}
/** Editors can save any text in UTF-16, and spreadsheets do so for “Unicode text”. */
const findWideDialect = (bytes: Uint8Array): ForeignDialect | null => {
  const { text, start } = openText(bytes.subarray(0, sampleBytes))
  if (isNeutral(wholeLines(text, linesOf(text.slice(start))))) return 'reference'
  if (isTable(bytes)) return 'csv'
  return findForeignDialect(new TextEncoder().encode(text.slice(start)))
}

/** True if the start shows a dialect that the main engine opens; anything else may be another dialect, or nothing. */
export const isOwnText = (bytes: Uint8Array): boolean => {
  const at = skipBlank(bytes)
  return bytes[at] === 0x7b ? findForeignDialect(bytes) === null : /^SATCODX/i.test(textFrom(bytes, at, 7))
}

/** Null for files that the main engine reads or refuses. */
export const findForeignDialect = (bytes: Uint8Array): ForeignDialect | null => {
  if (isWide(bytes)) return findWideDialect(bytes)
  const at = skipBlank(bytes)
  const text = textFrom(bytes, at, sampleBytes)
  if (bytes[at] !== 0x7b) return /^SATCODX/i.test(text) ? null : findTextDialect(bytes, text)
  return /^\{\s*"(?:satellite|transponder|program_tv|program_radio|fav_list|box|watching_prog|database_header|global_variable)_/.test(
    text,
  ) || /"(?:satellite_object_|transponder_object_|program_(?:tv|radio)_object_|database_header_object")/.test(text)
    ? 'cdx'
    : null
}
