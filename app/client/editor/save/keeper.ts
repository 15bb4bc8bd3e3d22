/**
 * Tracks whether the waiting actions are stored on this device. Each write holds everything, so only the newest one
 * counts.
 */
import type { JournalRecord } from './journal'

export const createKeeper = (keep: (record: JournalRecord | null) => Promise<void>, onChange: () => void) => {
  let writes = 0
  let isDurable = true
  return {
    isDurable: (): boolean => isDurable,
    write(record: JournalRecord | null): void {
      const write = ++writes
      isDurable = false
      const ended = (kept: boolean) => {
        if (write !== writes) return
        isDurable = kept
        onChange()
      }
      // Nothing can be stored on this device: the tab warns before it closes while anything waits.
      keep(record).then(
        () => ended(true),
        () => ended(record === null),
      )
    },
  }
}
