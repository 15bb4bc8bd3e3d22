/**
 * What waits when a list's file was replaced: which actions count, and what a lookup of their channels in the new file
 * finds. The lookup itself (translate-waiting.ts) is loaded when a file was replaced, which is rare.
 */
import type { MappingView } from '~/ui/channel-list/mapping-report'
import type { Operation } from '~/engine/types'
import type { Entry } from '../save/journal'

export type CarryOver = {
  revision: number
  source: string
  /** Identifies the actions that the lookup was made for. */
  waiting: string
  view: MappingView
  /** The waiting actions with the new file's ids; empty if none of them can be carried over. */
  entries: Entry[]
}

/** The waiting edits, without those that a waiting undo reverses. */
const settle = (waiting: readonly Entry[]): Entry[] => {
  const done: Entry[] = []
  const undone: Entry[] = []
  for (const entry of waiting) {
    if (entry.kind === 'edit') {
      done.push(entry)
      undone.length = 0
    } else {
      // An undo or redo of other people's changes was meant for the earlier list.
      const moved = (entry.kind === 'undo' ? done : undone).pop()
      if (moved) (entry.kind === 'undo' ? undone : done).push(moved)
    }
  }
  return done
}

/** The operations without repeated deletions; `gone` collects what they delete. */
export const withoutRepeatedDeletes = (operations: readonly Operation[], gone: Set<number>): Operation[] =>
  operations.flatMap((operation): Operation[] => {
    if (operation.op !== 'delete') return [operation]
    const ids = operation.ids.filter((id) => !gone.has(id))
    for (const id of ids) gone.add(id)
    return ids.length === 0 ? [] : [{ ...operation, ids }]
  })

/** The channels of one file that waiting actions delete. */
export const deletedBy = (waiting: readonly Entry[], source: string): Set<number> => {
  const gone = new Set<number>()
  for (const entry of settle(waiting)) if (entry.source === source) withoutRepeatedDeletes(entry.operations, gone)
  return gone
}

/** The key of a lookup: a different action, or one that grew, needs another lookup. */
export const keyOfWaiting = (waiting: readonly Entry[]): string =>
  waiting.map(({ batch, operations }) => `${batch} ${operations.length}`).join(' ')

/** What a lookup needs of the waiting actions. */
export const lookupInput = (waiting: readonly Entry[]) => ({
  edits: settle(waiting),
  waiting: keyOfWaiting(waiting),
  withoutRepeatedDeletes,
})
