/**
 * The engine's codes: every problem of a file and every loss of a writer, in the order of the numbers that the engine uses
 * (assembly/report.ts), with its severity and an English sentence for the command line. Pages translate the codes (namespace `problems`).
 */
import type { Loss, Problem, Refusal } from './types'

type Line = { code: string; severity: Problem['severity']; sentence: string }

/** `{value}` in a sentence stands for the bytes in question. */
export const problemTable = [
  { code: 'bom', severity: 'warning', sentence: 'The file begins with a byte order mark, which this format does not have.' },
  { code: 'garbage-line', severity: 'warning', sentence: 'A line that is no record; its bytes are kept.' },
  { code: 'blank-line', severity: 'warning', sentence: 'An empty line between records; it is kept.' },
  { code: 'record-cut', severity: 'error', sentence: 'The record is cut: the columns behind its end are missing.' },
  { code: 'magic-case', severity: 'warning', sentence: 'The record begins with {value} instead of SATCODX in capitals.' },
  { code: 'page-unknown', severity: 'warning', sentence: 'The settings page is {value} instead of 1.' },
  { code: 'version-unknown', severity: 'warning', sentence: 'The version is {value}; known are 03, 04, 05 and 10.' },
  { code: 'type-unknown', severity: 'warning', sentence: 'The channel type {value} is unknown; known are T, R, D and _.' },
  { code: 'system-unknown', severity: 'warning', sentence: 'The broadcast system {value} is unknown.' },
  { code: 'frequency-invalid', severity: 'error', sentence: 'The frequency {value} is not a number of kHz above 0.' },
  { code: 'frequency-range', severity: 'warning', sentence: 'The frequency {value} is outside 1000 to 13000 MHz.' },
  { code: 'polarisation-invalid', severity: 'error', sentence: 'The polarisation {value} is none of 0 to 3.' },
  { code: 'angle-invalid', severity: 'error', sentence: 'The orbital position {value} is none of 0000 to 3599.' },
  { code: 'symbol-rate-invalid', severity: 'error', sentence: 'The symbol rate {value} is not a number.' },
  { code: 'symbol-rate-range', severity: 'warning', sentence: 'The symbol rate {value} is outside 1000 to 60000.' },
  { code: 'fec-invalid', severity: 'error', sentence: 'The FEC code {value} is none of 0, 1, 2, 3, 5 and 7.' },
  { code: 'video-pid-invalid', severity: 'error', sentence: 'The video PID {value} is no number from 0 to 8191.' },
  { code: 'audio-pid-invalid', severity: 'error', sentence: 'The audio PID {value} is no number from 0 to 8191.' },
  { code: 'pcr-pid-invalid', severity: 'error', sentence: 'The PCR PID {value} is no number from 0 to 8191.' },
  { code: 'pmt-pid-invalid', severity: 'error', sentence: 'The PMT PID {value} is no number from 0 to 8191.' },
  { code: 'sid-invalid', severity: 'error', sentence: 'The service id {value} is no number from 0 to 65535.' },
  { code: 'onid-invalid', severity: 'error', sentence: 'The network id {value} is no number from 0 to 65535.' },
  { code: 'tsid-invalid', severity: 'error', sentence: 'The transport stream id {value} is no number from 0 to 65535.' },
  { code: 'constant-unexpected', severity: 'warning', sentence: 'Byte 105 of the record is {value} instead of _.' },
  { code: 'columns-shifted', severity: 'warning', sentence: 'The record was widened by a text editor; its columns are read by characters.' },
  { code: 'columns-realigned', severity: 'warning', sentence: 'A long satellite name pushes the columns to the right; they are read where they stand.' },
  { code: 'frequency-absent', severity: 'warning', sentence: 'The channel has no frequency.' },
  { code: 'polarisation-absent', severity: 'warning', sentence: 'The channel has no polarisation.' },
  { code: 'angle-absent', severity: 'warning', sentence: 'The channel has no orbital position.' },
  { code: 'symbol-rate-absent', severity: 'warning', sentence: 'The channel has no symbol rate.' },
  { code: 'sid-absent', severity: 'warning', sentence: 'The channel has no service id.' },
  { code: 'name-too-long', severity: 'warning', sentence: 'The channel name is longer than 50 characters.' },
  { code: 'satellite-name-too-long', severity: 'warning', sentence: 'The satellite name is longer than 20 characters.' },
  { code: 'too-many-problems', severity: 'warning', sentence: 'There are more findings; only the first 100 000 are listed.' },
  { code: 'sid-range', severity: 'warning', sentence: 'The service id {value} is outside 0 to 65535.' },
  { code: 'object-broken', severity: 'error', sentence: 'The object breaks off or is no JSON; its bytes are kept.' },
  { code: 'object-unknown', severity: 'warning', sentence: 'An object of an unknown type; it is kept.' },
  { code: 'garbage-between', severity: 'warning', sentence: 'Between two objects stands something that is no object; it is kept.' },
  { code: 'stray-nul', severity: 'warning', sentence: 'NUL bytes stand between two objects; they are kept.' },
  { code: 'count-wrong', severity: 'warning', sentence: 'The index says {value}, which is not what follows.' },
  { code: 'index-missing', severity: 'warning', sentence: 'The file has no index object.' },
  { code: 'index-doubled', severity: 'warning', sentence: 'The Index {value} is missing, no number, or taken by an earlier object.' },
  { code: 'transponder-unknown', severity: 'error', sentence: 'The channel names the transponder {value}, which the file does not have.' },
  { code: 'satellite-unknown', severity: 'error', sentence: 'The transponder names the satellite {value}, which the file does not have.' },
  { code: 'favourite-unknown', severity: 'warning', sentence: 'A favourite group names {value}, which is no channel of the file.' },
  { code: 'key-doubled', severity: 'warning', sentence: 'The object has a key twice; the last one counts.' },
] as const satisfies readonly Line[]

const sentences = new Map<string, Line>(problemTable.map(line => [line.code, line]))

/** The line of a number that the engine gave. */
export function problemLine(number: number): Line {
  return problemTable[number] ?? { code: `unknown-${number}`, severity: 'error', sentence: 'An unknown finding.' }
}

/** The English sentence of a problem, for the command line and logs. */
export function describeProblem(problem: Problem): string {
  const sentence = sentences.get(problem.code)?.sentence ?? problem.code
  return sentence.replace('{value}', JSON.stringify(problem.value ?? ''))
}

/** Loss codes by the engine's bit numbers. */
export const lossCodes = [
  'name-cut', 'name-letters', 'lock', 'skip', 'favourites', 'pids', 'provider', 'audio', 'subtitles', 'multistream', 'encryption', 'video-type',
  'frequency-rounded', 'fec', 'sid-range', 'network-ids', 'record-unreadable', 'type', 'language', 'text-fields',
] as const satisfies readonly Loss['code'][]

const refusalSentences: Record<Refusal, string> = {
  empty: 'The file is empty: there is no channel in it.',
  encrypted: 'The file is encrypted by the maker of the box and cannot be read.',
  'json-cdx': 'This is a JSON channel database (CDX) of another box family, not SatcoDX text.',
  lamedb: 'This is an Enigma2 settings file, not a channel list of this kind.',
  m3u: 'This is an M3U playlist, not a satellite channel list.',
  xml: 'This is an XML or HTML file, not a channel list.',
  zip: 'This is a ZIP archive; unpack it and upload the list inside.',
  gzip: 'This is a compressed file; unpack it and upload the list inside.',
  image: 'This is an image, not a channel list.',
  text: 'This is a text file without any channel record.',
  binary: 'This is a binary file without any channel record.',
  'header-only': 'The file has a SatcoDX heading, but none of its lines is a SatcoDX record.',
  truncated: 'The file is truncated: its only record is cut.',
  'too-large': 'The file is larger than 16 MiB.',
  'too-many-records': 'The file has more than 100 000 records.',
}

/** The English sentence of a refusal. */
export function describeRefusal(refusal: Refusal, record: number | null): string {
  const sentence = refusalSentences[refusal]
  return record === null ? sentence : `${sentence} (record ${record})`
}
