/**
 * What this tab can undo and redo, as one value: each step with the states around it, so that the effect shows at once.
 * Pure code. Beyond these steps the portal is asked, which keeps as many.
 */
import type { Operation } from '~/engine/types'
import type { Entry } from '../save/journal'

/** A step that was done: `before` is the state to return to. `redo`: it was redone after an undo that was sent. */
export type DoneStep = { batch: string; kind: Entry['kind']; before: Uint8Array; operations: Operation[] }
/**
 * A step that was undone: `after` is the state that a redo restores. `never-sent`: it did not leave this tab, and is
 * sent as if it were new. `undone`: the portal has it, and its undo is on the way (`undoBatch`, which may still be
 * withdrawn) or saved.
 */
export type UndoneStep = { batch: string; after: Uint8Array; operations: Operation[] } & (
  | { how: 'never-sent' }
  | { how: 'undone'; undoBatch: string | null }
)
export type History = { readonly done: readonly DoneStep[]; readonly undone: readonly UndoneStep[] }

/** As many as the server keeps. */
const stepsMax = 500
/** Snapshots of very long lists add up: beyond this the oldest are dropped, and undo asks the server instead. */
const bytesMax = 32 * 1024 * 1024

export const emptyHistory: History = { done: [], undone: [] }

/** The newest steps that fit; at least the last one. */
const trimmed = (steps: readonly DoneStep[]): readonly DoneStep[] => {
  let bytes = 0
  let from = steps.length
  while (from > 0 && steps.length - from < stepsMax && bytes <= bytesMax) bytes += steps[--from]?.before.length ?? 0
  return from > 0 ? steps.slice(from) : steps
}

/** Adds an action: steps undone before can't be redone any more. */
export const done = ({ done: steps }: History, step: DoneStep): History => ({
  done: trimmed([...steps, step]),
  undone: [],
})
/** The last action was joined with the next one. */
export const grown = ({ done: steps }: History, operations: Operation[]): History => {
  const last = steps.at(-1)
  return { done: last ? [...steps.slice(0, -1), { ...last, operations }] : steps, undone: [] }
}
/** The last step was undone. */
export const undone = (history: History, step: UndoneStep): History => ({
  done: history.done.slice(0, -1),
  undone: [...history.undone, step],
})
/** The step that was undone last was redone; `step` is null if it was joined with the one before. */
export const redone = (history: History, step: DoneStep | null): History => ({
  done: step ? [...history.done, step] : history.done,
  undone: history.undone.slice(0, -1),
})
