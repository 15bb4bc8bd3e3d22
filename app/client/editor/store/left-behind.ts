/**
 * Actions that an earlier tab left in the journal: they are adopted and saved first, one closed tab after the other.
 */
import { needsCells } from '~/engine/needs-cells'
import type { CellsLoader } from '../cells'
import type { Entry, Journal } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import type { Editing } from './editing'
import type { Document } from './document'

export type LeftBehind = ReturnType<typeof createLeftBehind>
type Parts = {
  journal: Journal | null
  cells: CellsLoader
  document: Document
  queue: SaveQueue
  editing: Editing
  /** Actions whose own state of the list is not known here. */
  inherit(entries: readonly Entry[]): void
  changed(): void
}

export const createLeftBehind = ({ journal, cells, document, queue, editing, inherit, changed }: Parts) => {
  let waiting = 0
  let hasTaken = false
  return {
    /** How many of them are not saved yet. */
    waiting: (): number => waiting,
    /** Another closed tab may have left a record, to be adopted after this one. */
    hasTaken: (): boolean => hasTaken,
    acknowledge(): void {
      if (waiting > 0) waiting--
    },
    forget(): void {
      waiting = 0
    },
    /** Takes the next record if nothing else waits. */
    async take(): Promise<void> {
      if (!journal || queue.entries().length > 0) return
      const record = await journal.takeOrphan().catch(() => null)
      if (!record || record.entries.length === 0 || queue.entries().length > 0) return
      waiting = record.entries.length
      hasTaken = true
      queue.restore(record)
      // On another revision the first of them may already be stored and its answer lost: they are shown once the server
      // has answered.
      const newest = document.newest()
      const isNewest = record.base === newest.revision
      inherit(queue.entries().filter(({ base }) => !isNewest || base !== undefined))
      const canShow =
        isNewest &&
        (!record.entries.some(({ operations }) => needsCells(operations)) ||
          (await cells.load().then(
            () => true,
            () => false,
          )))
      if (canShow) editing.adopt(document.newest(), queue.entries())
      else {
        editing.hide()
        changed()
      }
    },
  }
}
