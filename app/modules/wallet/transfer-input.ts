/** Reads the input for a transfer: the amount and the note. */
import { readAmount, scales } from '~/text/amount'
import { countGraphemes } from '~/text/graphemes'
import { plainLine } from '~/text/plain-text'
import { dropUnseen } from '~/text/unseen'
import { fail, ok, type Result } from '~/errors/table'

/** 0.01 Mango, in 1/10000. */
export const minTransfer = 100n
const minDecimals = 4
/** More decimals than anybody types: used to recognize too small amounts that also have too many decimals. */
const manyDecimals = 40

/**
 * In 1/10000 Mango. MC1007 below 0.01, including zero and negative amounts; A0422 with `data.reason` (empty,
 * not-a-number, ambiguous, too-many-decimals, too-large) if it is not an amount. The field is `amount`.
 */
export const readTransferAmount = (typed: string): Result<bigint> => {
  const tooSmall = fail('MC1007', { field: 'amount' })
  const read = readAmount(typed, { scale: scales.MANGO })
  if (read.ok) return read.value < minTransfer ? tooSmall : ok(read.value)
  const { problem } = read
  if (problem === 'zero' || problem === 'negative') return tooSmall
  if (problem === 'too-many-decimals') {
    const exact = readAmount(typed, { scale: manyDecimals })
    if (exact.ok && exact.value < minTransfer * 10n ** BigInt(manyDecimals - minDecimals)) return tooSmall
  }
  return fail('A0422', { field: 'amount', data: { reason: problem } })
}

export const maxNoteLength = 100
/**
 * A character may consist of several UTF-16 units; beyond this limit it is not normal text and would not fit in the
 * column.
 */
export const maxNoteUnits = 400

/**
 * Reads the note as one line of plain text; null if nothing is left. A0422 (`data.reason` too-long) beyond 100
 * characters.
 */
export const readNote = (typed: string): Result<string | null> => {
  const note = plainLine(dropUnseen(typed.slice(0, 10 * maxNoteUnits)))
  const isTooLong = note.length > maxNoteUnits || countGraphemes(note, maxNoteLength + 1) > maxNoteLength
  if (isTooLong) return fail('A0422', { field: 'note', data: { reason: 'too-long' } })
  return ok(note === '' ? null : note)
}
