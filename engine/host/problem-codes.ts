/**
 * The engine's codes without sentences: every problem of a file with its severity, and every loss of a writer, in the
 * order of the engine's numbers (assembly/report.ts). Their sentences are texts of the portal.
 */
import type { Loss, Problem } from './types'

type Line = { readonly code: string; readonly severity: Problem['severity'] }

export const problemCodes = [
  { code: 'bom', severity: 'warning' },
  { code: 'garbage-line', severity: 'warning' },
  { code: 'blank-line', severity: 'warning' },
  { code: 'record-cut', severity: 'error' },
  { code: 'magic-case', severity: 'warning' },
  { code: 'page-unknown', severity: 'warning' },
  { code: 'version-unknown', severity: 'warning' },
  { code: 'type-unknown', severity: 'warning' },
  { code: 'system-unknown', severity: 'warning' },
  { code: 'frequency-invalid', severity: 'error' },
  { code: 'frequency-range', severity: 'warning' },
  { code: 'polarisation-invalid', severity: 'error' },
  { code: 'angle-invalid', severity: 'error' },
  { code: 'symbol-rate-invalid', severity: 'error' },
  { code: 'symbol-rate-range', severity: 'warning' },
  { code: 'fec-invalid', severity: 'error' },
  { code: 'video-pid-invalid', severity: 'error' },
  { code: 'audio-pid-invalid', severity: 'error' },
  { code: 'pcr-pid-invalid', severity: 'error' },
  { code: 'pmt-pid-invalid', severity: 'error' },
  { code: 'sid-invalid', severity: 'error' },
  { code: 'onid-invalid', severity: 'error' },
  { code: 'tsid-invalid', severity: 'error' },
  { code: 'constant-unexpected', severity: 'warning' },
  { code: 'columns-shifted', severity: 'warning' },
  { code: 'columns-realigned', severity: 'warning' },
  { code: 'frequency-absent', severity: 'warning' },
  { code: 'polarisation-absent', severity: 'warning' },
  { code: 'angle-absent', severity: 'warning' },
  { code: 'symbol-rate-absent', severity: 'warning' },
  { code: 'sid-absent', severity: 'warning' },
  { code: 'name-too-long', severity: 'warning' },
  { code: 'satellite-name-too-long', severity: 'warning' },
  { code: 'too-many-problems', severity: 'warning' },
  { code: 'sid-range', severity: 'warning' },
  { code: 'object-broken', severity: 'error' },
  { code: 'object-unknown', severity: 'warning' },
  { code: 'garbage-between', severity: 'warning' },
  { code: 'stray-nul', severity: 'warning' },
  { code: 'count-wrong', severity: 'warning' },
  { code: 'index-missing', severity: 'warning' },
  { code: 'index-doubled', severity: 'warning' },
  { code: 'transponder-unknown', severity: 'error' },
  { code: 'satellite-unknown', severity: 'error' },
  { code: 'favourite-unknown', severity: 'warning' },
  { code: 'key-doubled', severity: 'warning' },
  // The host's own.
  { code: 'groups-beyond', severity: 'warning' },
  { code: 'number-unread', severity: 'warning' },
  { code: 'transponder-absent', severity: 'warning' },
  { code: 'satellite-absent', severity: 'warning' },
] as const satisfies readonly Line[]

/** The table line for one of the engine's numbers. */
export function problemLine(number: number): Line {
  return problemCodes[number] ?? { code: `unknown-${number}`, severity: 'error' }
}

/** A channel without a transponder, or a transponder without a satellite, names none that the file lacks. */
const absent: Readonly<Record<string, 'transponder-absent' | 'satellite-absent'>> = {
  'transponder-unknown': 'transponder-absent',
  'satellite-unknown': 'satellite-absent',
}
/** The problem in the host's words, if the value is missing or null. */
export function withoutNull(problem: Problem): Problem {
  const code = absent[problem.code]
  if (code === undefined || (problem.value ?? 'null') !== 'null') return problem
  const { value: _, ...rest } = problem
  return { ...rest, code, severity: 'warning' }
}

/** Loss codes by the engine's bit numbers. */
export const lossCodes = [
  'name-cut',
  'name-letters',
  'lock',
  'skip',
  'favourites',
  'pids',
  'provider',
  'audio',
  'subtitles',
  'multistream',
  'encryption',
  'video-type',
  'frequency-rounded',
  'fec',
  'sid-range',
  'network-ids',
  'record-unreadable',
  'type',
  'language',
  'text-fields',
] as const satisfies readonly Loss['code'][]
