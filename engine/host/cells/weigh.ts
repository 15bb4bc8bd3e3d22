/** Estimates how much an edit state with cells adds to its source, without deriving the file. Pure code. */
import { isCellState } from '../needs-cells'
import { isDeriving } from './derive'
import { headerBytes, readLength } from './edits'

/** One character of a value takes up to this many bytes in a file: as an escape, which some files use. */
const bytesOfLetter = 6
/** A new channel's object, satellite and transponder take about this many bytes besides their values. */
const bytesOfAdded = 400
/** Opening reads the cells' JSON, makes tables of it and goes over them several times. */
const readsOfCells = 8

/** The bytes of the values that a record contains, counted for each record. */
const shownBytes = (tables: unknown): number => {
  let bytes = 0
  if (!Array.isArray(tables)) return bytes
  for (const entry of tables as unknown[]) {
    const [name, ...lines] = Array.isArray(entry) ? (entry as unknown[]) : []
    if (typeof name !== 'string' || !isDeriving(name)) continue
    for (const line of lines) {
      if (!Array.isArray(line)) continue
      const [value, ...runs] = line as unknown[]
      let ids = 0
      for (let at = 1; at < runs.length; at += 2) ids += Number(runs[at]) || 0
      bytes += JSON.stringify(value ?? null).length * bytesOfLetter * ids
    }
  }
  return bytes
}

/**
 * The cost of opening a state beyond reading its source once, in bytes read; `source` is that file's length. Beyond
 * `most` the exact number doesn't matter, and the state isn't parsed for it.
 */
export const weighState = (state: Uint8Array, source: number, most: number): number => {
  if (!isCellState(state)) return state.length
  const { at, length } = readLength(state, headerBytes)
  // The source is read, then the file derived from it.
  const least = 2 * source + state.length + readsOfCells * length
  if (least > most) return least
  let added: unknown
  let tables: unknown
  try {
    const read = JSON.parse(new TextDecoder().decode(state.subarray(at, at + length))) as unknown
    if (Array.isArray(read)) [added, tables] = read as unknown[]
  } catch {
    // Opening it reports what is wrong with it.
    return least
  }
  const ids = Array.isArray(added) ? (added as unknown[]).flat().length : 0
  return least + 2 * (shownBytes(tables) + ids * bytesOfAdded)
}
