/** The output of a write, in scratch memory after the list, preceded by the losses of the write. */
import { reach, rowCount, scratch } from './model'
import { startLosses } from './report'

/** Where the last written file starts. */
export let written: usize = 0
export function setWritten(at: usize): void { written = at }

/**
 * Reserves and clears room for the losses of a write (one u32 per channel) at scratch; returns where the file may
 * start.
 */
export function openOutput(): usize {
  const at = scratch()
  const start = at + (((<usize>rowCount << 2) + 63) & ~63)
  reach(start)
  memory.fill(at, 0, <usize>rowCount << 2)
  startLosses(at)
  return start
}
