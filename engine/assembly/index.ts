/**
 * Everything that the host may call. Addresses are wasm addresses; "at scratch" is where `scratchAt` points. The order
 * of calls: setSeed once; begin, copy the file in, read one dialect, finishReading; then any other.
 */
import { collectChlProblems } from './formats/chl'
import { collectSatcodxProblems, cutRecords } from './formats/satcodx-read'
import { written } from './output'
import { DIALECT_CHL, dialect, finish, scratch, setEncoding, setSourceEncoding } from './model'
import { losses, problemCount, problems, startCollecting, stopCollecting } from './report'
import { guessEncoding } from './text/guess'
import { encodeName, encodedLost, encodedUnits } from './text/charset'

export { begin, countMembers, isPristine, setFavouriteGroups, setSeed } from './model'
export { readSatcodx } from './formats/satcodx-read'
export { brokenChannelAt, brokenChannelCount, chlFacts, convertToChl, readChl, writeChl } from './formats/chl'
export { writeSatcodx } from './formats/satcodx-write'
export { deleteMarked, favouriteMarked, flagMarked, markIds, moveMarked, renameRow, setOrder, stepMarked, unmark } from './edit'
export { sortList } from './sort'
export { loadState, writeState } from './state'
export { guessByLetters } from './text/guess'
export { chlTextAt, decodeText, findPositions, gatherColumns, gatherName, gatherNames, gatherSatelliteNames, gatherSourceName, info, nameEncodingOf, scratchAt } from './view'

/** Records shorter than their columns, of the last SatcoDX read. */
export function cutRecordCount(): u32 { return cutRecords }

/** Completes the reading and determines the encoding of undeclared names. */
export function finishReading(): void {
  finish()
  if (dialect == DIALECT_CHL) return
  const guess = guessEncoding()
  setSourceEncoding(guess & 0xff, guess >> 8)
}

/** Sets the encoding in which undeclared names are read and written. */
export function setListEncoding(value: u32): void { setEncoding(value) }

/** Writes the problems at scratch and returns how many. */
export function collectProblems(): u32 {
  startCollecting(scratch())
  if (dialect == DIALECT_CHL) collectChlProblems()
  else collectSatcodxProblems()
  stopCollecting()
  return problemCount
}

export function problemsAt(): usize { return problems }
/** Where the last written file starts, and the losses of that write: one u32 per channel, one bit per code. */
export function writtenAt(): usize { return written }
export function lossesAt(): usize { return losses }

/** Encodes UTF-16 at `from`; `encodedUnits` and `encodedLost` then say what did not fit or had no letter. */
export function encodeText(from: usize, units: u32, used: u32, to: usize, capacity: u32): u32 { return encodeName(from, units, used, to, capacity) }
export function encodedUnitCount(): u32 { return encodedUnits }
export function encodedLostCount(): u32 { return encodedLost }
