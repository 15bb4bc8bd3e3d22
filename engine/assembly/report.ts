/**
 * The engine's reports: problems of a file and losses of a write, as small fixed records that the host reads. Reading
 * only marks rows; problems are collected later by examining the marked records again.
 */
import { reach } from './model'

/**
 * One problem is 16 bytes: code u16, length of the value u16, record u32 (from 1; 0 the file), offset u32, value
 * address u32.
 */
export const PROBLEM_BYTES: usize = 16
/** More findings tell a user nothing new; the last one says that there are more. */
export const MAX_PROBLEMS: u32 = 100_000

/** The codes, in the order of `problemCodes` in host/problem-codes.ts. */
export namespace Problem {
  export const bom: u32 = 0
  export const garbageLine: u32 = 1
  export const blankLine: u32 = 2
  export const recordCut: u32 = 3
  export const magicCase: u32 = 4
  export const page: u32 = 5
  export const version: u32 = 6
  export const type: u32 = 7
  export const system: u32 = 8
  export const frequencyInvalid: u32 = 9
  export const frequencyRange: u32 = 10
  export const polarisationInvalid: u32 = 11
  export const angleInvalid: u32 = 12
  export const symbolRateInvalid: u32 = 13
  export const symbolRateRange: u32 = 14
  export const fecInvalid: u32 = 15
  export const videoPidInvalid: u32 = 16
  export const audioPidInvalid: u32 = 17
  export const pcrPidInvalid: u32 = 18
  export const pmtPidInvalid: u32 = 19
  export const sidInvalid: u32 = 20
  export const onidInvalid: u32 = 21
  export const tsidInvalid: u32 = 22
  export const constant: u32 = 23
  export const columnsShifted: u32 = 24
  export const columnsRealigned: u32 = 25
  export const frequencyAbsent: u32 = 26
  export const polarisationAbsent: u32 = 27
  export const angleAbsent: u32 = 28
  export const symbolRateAbsent: u32 = 29
  export const sidAbsent: u32 = 30
  export const nameTooLong: u32 = 31
  export const satelliteNameTooLong: u32 = 32
  export const tooManyProblems: u32 = 33
  export const sidRange: u32 = 34
  // of .chl only
  export const objectBroken: u32 = 35
  export const objectUnknown: u32 = 36
  export const garbageBetween: u32 = 37
  export const strayNul: u32 = 38
  export const countWrong: u32 = 39
  export const indexMissing: u32 = 40
  export const indexDoubled: u32 = 41
  export const transponderUnknown: u32 = 42
  export const satelliteUnknown: u32 = 43
  export const favouriteUnknown: u32 = 44
  export const keyDoubled: u32 = 45
}

/** True while problems are collected, false while a file is first read. */
export let collecting: bool = false
export let problems: usize = 0
export let problemCount: u32 = 0

export function startCollecting(at: usize): void { collecting = true; problems = at; problemCount = 0 }
export function stopCollecting(): void { collecting = false }

/** Records a problem (when collecting). */
export function problem(code: u32, record: u32, offset: u32, value: usize, length: u32): void {
  if (!collecting || problemCount > MAX_PROBLEMS) return
  const at = problems + <usize>problemCount * PROBLEM_BYTES
  reach(at + PROBLEM_BYTES)
  if (problemCount == MAX_PROBLEMS) { code = Problem.tooManyProblems; record = 0; length = 0 }
  store<u16>(at, <u16>code)
  store<u16>(at, <u16>min<u32>(length, 255), 2)
  store<u32>(at, record, 4)
  store<u32>(at, offset, 8)
  store<u32>(at, <u32>value, 12)
  problemCount++
}

/** The codes of `lossCodes` in host/problem-codes.ts. */
export namespace Loss {
  export const nameCut: u32 = 0
  export const nameLetters: u32 = 1
  export const lock: u32 = 2
  export const skip: u32 = 3
  export const favourites: u32 = 4
  export const pids: u32 = 5
  export const provider: u32 = 6
  export const audio: u32 = 7
  export const subtitles: u32 = 8
  export const multistream: u32 = 9
  export const encryption: u32 = 10
  export const videoType: u32 = 11
  export const frequencyRounded: u32 = 12
  export const fec: u32 = 13
  export const sidRange: u32 = 14
  export const networkIds: u32 = 15
  export const recordUnreadable: u32 = 16
  export const type: u32 = 17
  export const language: u32 = 18
  export const textFields: u32 = 19
}

/** Losses of one write: one u32 per channel, one bit per code, at `losses` + id × 4. */
export let losses: usize = 0
export function startLosses(at: usize): void { losses = at }

/** Records that the writer could not represent something about a channel. */
@inline
export function loss(code: u32, id: u32): void {
  const at = losses + (<usize>id << 2)
  store<u32>(at, load<u32>(at) | (1 << code))
}
