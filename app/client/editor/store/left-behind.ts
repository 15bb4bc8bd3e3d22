/** Acts that an earlier tab left in the journal: taken over and saved first, one closed tab's after the other's. */
import type { Journal } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import type { Acts } from './acts'
import type { Document } from './document'

export type LeftBehind = ReturnType<typeof createLeftBehind>
type Parts = { journal: Journal | null; document: Document; queue: SaveQueue; acts: Acts; changed(): void }

export const createLeftBehind = ({ journal, document, queue, acts, changed }: Parts) => {
  let waiting = 0
  let hasTaken = false
  return {
    /** How many of them are not saved yet. */
    waiting: (): number => waiting,
    /** There may be another closed tab's record, to be taken when this one is through. */
    hasTaken: (): boolean => hasTaken,
    acknowledge(): void {
      if (waiting > 0) waiting--
    },
    forget(): void {
      waiting = 0
    },
    /** Takes the next record, when nothing else waits. */
    async take(): Promise<void> {
      if (!journal || queue.entries().length > 0) return
      const record = await journal.takeOrphan().catch(() => null)
      if (!record || record.entries.length === 0 || queue.entries().length > 0) return
      waiting = record.entries.length
      hasTaken = true
      queue.restore(record)
      // Upon another revision the first of them may be stored already, its answer lost: they show once the server has
      // said so.
      const newest = document.newest()
      if (record.base === newest.revision) acts.adopt(newest, queue.entries())
      else {
        acts.hide()
        changed()
      }
    },
  }
}
