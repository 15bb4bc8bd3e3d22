/**
 * An English sentence for every problem and every refusal, for the command line and logs. Pages translate the codes
 * (namespace `problems`). Everything here is created on demand, so that a browser's bundle can leave it out.
 */
import { problemCodes } from './problem-codes'
import type { Problem, Refusal } from './types'

/** `{value}` in a sentence is replaced by the bytes in question. */
const sentences: Record<(typeof problemCodes)[number]['code'], string> = {
  bom: 'The file begins with a byte order mark, which this format does not have.',
  'garbage-line': 'A line that is no record; its bytes are kept.',
  'blank-line': 'An empty line between records; it is kept.',
  'record-cut': 'The record is cut: the columns behind its end are missing.',
  'magic-case': 'The record begins with {value} instead of SATCODX in capitals.',
  'page-unknown': 'The settings page is {value} instead of 1.',
  'version-unknown': 'The version is {value}; known are 03, 04, 05 and 10.',
  'type-unknown': 'The channel type {value} is unknown; known are T, R, D and _.',
  'system-unknown': 'The broadcast system {value} is unknown.',
  'frequency-invalid': 'The frequency {value} is not a number of kHz above 0.',
  'frequency-range': 'The frequency {value} is outside 1000 to 13000 MHz.',
  'polarisation-invalid': 'The polarisation {value} is none of 0 to 3.',
  'angle-invalid': 'The orbital position {value} is none of 0000 to 3599.',
  'symbol-rate-invalid': 'The symbol rate {value} is not a number.',
  'symbol-rate-range': 'The symbol rate {value} is outside 1000 to 60000.',
  'fec-invalid': 'The FEC code {value} is none of 0, 1, 2, 3, 5 and 7.',
  'video-pid-invalid': 'The video PID {value} is no number from 0 to 8191.',
  'audio-pid-invalid': 'The audio PID {value} is no number from 0 to 8191.',
  'pcr-pid-invalid': 'The PCR PID {value} is no number from 0 to 8191.',
  'pmt-pid-invalid': 'The PMT PID {value} is no number from 0 to 8191.',
  'sid-invalid': 'The service id {value} is no number from 0 to 65535.',
  'onid-invalid': 'The network id {value} is no number from 0 to 65535.',
  'tsid-invalid': 'The transport stream id {value} is no number from 0 to 65535.',
  'constant-unexpected': 'Byte 105 of the record is {value} instead of _.',
  'columns-shifted': 'The record was widened by a text editor; its columns are read by characters.',
  'columns-realigned': 'A long satellite name pushes the columns to the right; they are read where they stand.',
  'frequency-absent': 'The channel has no frequency.',
  'polarisation-absent': 'The channel has no polarisation.',
  'angle-absent': 'The channel has no orbital position.',
  'symbol-rate-absent': 'The channel has no symbol rate.',
  'sid-absent': 'The channel has no service id.',
  'name-too-long': 'The channel name is longer than 50 characters.',
  'satellite-name-too-long': 'The satellite name is longer than 20 characters.',
  'too-many-problems': 'There are more findings; only the first 100 000 are listed.',
  'sid-range': 'The service id {value} is outside 0 to 65535.',
  'object-broken': 'The object breaks off or is no JSON; its bytes are kept.',
  'object-unknown': 'An object of an unknown type; it is kept.',
  'garbage-between': 'Between two objects stands something that is no object; it is kept.',
  'stray-nul': 'NUL bytes stand between two objects; they are kept.',
  'count-wrong': 'The index says {value}, which is not what follows.',
  'index-missing': 'The file has no index object.',
  'index-doubled': 'The Index {value} is missing, no number, or taken by an earlier object.',
  'transponder-unknown': 'The channel names the transponder {value}, which the file does not have.',
  'satellite-unknown': 'The transponder names the satellite {value}, which the file does not have.',
  'favourite-unknown': 'A favourite group names {value}, which is no channel of the file.',
  'key-doubled': 'The object has a key twice; the last one counts.',
  'groups-beyond': 'The upload has {value} favourite groups beyond the 32 of a list; they stay in its own file.',
  'number-unread': 'A list has only whole numbers from 1, so {value} stays in the upload; the position counts instead.',
  'transponder-absent': 'The channel has no transponder.',
  'satellite-absent': 'The transponder has no satellite.',
}

const makeTable = () => problemCodes.map((line) => ({ ...line, sentence: sentences[line.code] }))

/** Every problem with its severity and its sentence, in the order of the engine's numbers. */
export const problemTable = /* @__PURE__ */ makeTable()

/** The English sentence of a problem, for the command line and logs. */
export function describeProblem(problem: Problem): string {
  const sentence = problemTable.find((line) => line.code === problem.code)?.sentence ?? problem.code
  return sentence.replace('{value}', JSON.stringify(problem.value ?? ''))
}

const refusalSentences: Record<Refusal, string> = {
  empty: 'The file is empty: there is no channel in it.',
  encrypted: 'The file is encrypted by the maker of the box and cannot be read.',
  'json-cdx': 'This is a JSON channel database (CDX), but no channel in it can be read.',
  lamedb: 'This is an Enigma2 settings file, but no channel in it can be read.',
  m3u: 'This is an M3U playlist, but no channel in it can be read.',
  xml: 'This is an XML or HTML file, not a channel list.',
  zip: 'This is a ZIP archive without Enigma2 settings; unpack it and upload the list inside.',
  gzip: 'This is a compressed file without Enigma2 settings; unpack it and upload the list inside.',
  'archive-damaged': 'The archive is damaged, or holds more than it says.',
  'archive-large': 'The archive holds too many files, or unpacks to more than 32 MiB.',
  'archive-encrypted': 'The archive is locked by a password.',
  'archive-nested': 'The archive holds another archive; unpack that one and upload what is inside.',
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
