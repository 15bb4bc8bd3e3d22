/**
 * What others changed while this tab's actions waited. If an answer covers more than is shown here, the list is read
 * before the next action is sent. An action that touches what others changed since it was made is shown to the person.
 */
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { Acknowledgement, Clash, SaveProblem } from '../save/outcome'
import type { SaveQueue } from '../save/save-queue'
import type { Editing } from './editing'
import type { Document } from './document'
import type { Newest } from './newest'
import { clashesOf, isComparable } from './touched'

/**
 * Actions that were made before others' changes came. The last of `states` is the list without those changes, with what
 * this tab has saved since; the earlier ones are what an undo returns to. Empty if it is not known here; then the
 * portal compares the actions with the revision that they were made on.
 */
type Line = { batches: ReadonlySet<string>; states: readonly Uint8Array[] }

/** Identifies a channel's value among conflicts. The portal reports a category under a field of its own. */
const keyOf = ({ field, id }: Clash): string => `${field === 'category' ? 'details' : field} ${id}`
/** The conflicts that the person has not been told of. */
const hasUnseen = (clashes: readonly Clash[], problem: SaveProblem | null): boolean => {
  // Other problems name no conflicts. If the list of conflicts is incomplete, the portal reports the rest itself.
  if (problem?.is !== 'clash' || problem.cause !== 'changed' || problem.total > problem.clashes.length) return false
  const shown = new Set(problem.clashes.map(keyOf))
  return clashes.some((clash) => !shown.has(keyOf(clash)))
}

export type Merging = ReturnType<typeof createMerging>
type Parts = {
  document: Document
  queue: SaveQueue
  editing: Editing
  newest: Newest
  /** Nothing waits any more. */
  onSettled(): void
}

export const createMerging = ({ document, queue, editing, newest, onSettled }: Parts) => {
  let lines: readonly Line[] = []
  /** The state of this tab when an answer came whose list is not read yet, and that answer. */
  let unread: { mine: Uint8Array | null; revision: number; merged: boolean } | null = null
  let reading: Promise<void> | null = null

  const lineOf = ({ batch }: Entry): Line | undefined => lines.find(({ batches }) => batches.has(batch))
  const begin = (entries: readonly Entry[], own: Uint8Array | null): void => {
    const batches = new Set(entries.filter((entry) => !lineOf(entry)).map(({ batch }) => batch))
    if (batches.size > 0) lines = [...lines, { batches, states: own ? [own] : [] }]
  }
  /**
   * Others' changes come: the waiting actions were made on the list that was the newest here. Ids of another file
   * differ.
   */
  const meet = ({ sourceId, revision }: EngineData, own: Uint8Array | null): void => {
    const is = document.newest()
    if (sourceId !== is.sourceId) lines = []
    else if (revision > is.revision) begin(queue.entries(), own)
  }
  /** An action of this tab is saved, so both sides now have it. */
  const advance = ({ kind, operations }: Entry): void => {
    if (lines.length === 0) return
    const list = document.list()
    const shown = list.state()
    const grow = (states: readonly Uint8Array[]): readonly Uint8Array[] => {
      const last = states.at(-1)
      if (!last || kind === 'redo') return []
      if (kind === 'undo') return states.slice(0, -1)
      list.load(last)
      list.apply(operations)
      return [...states, list.state()]
    }
    lines = lines.map(({ batches, states }) => ({ batches, states: grow(states) }))
    list.load(shown)
  }
  const clashesWith = (entry: Entry, { state }: EngineData): Clash[] => {
    const own = entry.kind === 'edit' ? lineOf(entry)?.states.at(-1) : undefined
    return own ? clashesOf(document.list(), entry, own, state) : []
  }

  /** The conflicts of the next waiting action. */
  const next = (): Clash[] => {
    const waiting = queue.entries()
    lines = lines.filter(({ batches }) => waiting.some(({ batch }) => batches.has(batch)))
    return waiting[0] ? clashesWith(waiting[0], document.newest()) : []
  }
  const continueQueue = (): Clash[] => {
    const clashes = next()
    if (queue.entries().length === 0) onSettled()
    return clashes
  }

  /** Shows the newest list. */
  const merge = async ({ mine, revision, merged }: NonNullable<typeof unread>): Promise<void> => {
    let fetched: EngineData | null
    try {
      fetched = await newest.fetch()
    } catch (error) {
      newest.askAgain()
      throw error
    }
    const waiting = [...queue.entries()]
    // The newest list is already here (an action that had been stored before was acknowledged): it is shown again
    // without that action.
    const data = fetched ?? document.newest()
    // Without a merge, that revision includes nobody else's change: the difference is the person's own undo or redo,
    // made in an earlier tab.
    if (data.sourceId !== document.newest().sourceId) lines = []
    else if (merged || data.revision > revision) begin(waiting, mine)
    editing.adopt(data, waiting)
  }

  /** Reads the list that the last answer referred to, unless it was read in the meantime. */
  const read = (): Promise<void> => {
    if (!unread) return Promise.resolve()
    reading ??= merge(unread)
      .then(() => {
        unread = null
        newest.freshen()
      })
      .finally(() => {
        reading = null
      })
    return reading
  }

  return {
    next,
    /** The newest list is about to replace an earlier one. */
    meet: (data: EngineData): void => meet(data, document.newest().state),
    /** Actions of an earlier tab: what the list was without others' changes is not known. */
    inherit: (entries: readonly Entry[]): void => begin(entries, null),
    /** True if nothing more needs comparing: the action may be sent on the newest revision. */
    isCompared: (entry: Entry): boolean => isComparable(entry) && lineOf(entry)?.states.length !== 0,
    /** What the person has not been told about an action that they want to save anyway. */
    unseen(entry: Entry, data: EngineData, problem: SaveProblem | null): Clash[] {
      const clashes = clashesWith(entry, data)
      return hasUnseen(clashes, problem) ? clashes : []
    },
    /** An action was acknowledged. Returns the conflicts of the next one; rejects if the list can't be read now. */
    async accepted(entry: Entry, { revision, merged, undoTo, redoTo }: Acknowledgement): Promise<Clash[]> {
      document.note({ undoTo, redoTo })
      advance(entry)
      const { state, isRemote } = editing.takeEffect(entry.batch)
      const isSeen = !merged && !isRemote && revision === document.newest().revision + 1
      if (isSeen && state) document.note({ revision, state })
      else {
        unread = { mine: isRemote ? null : state, revision, merged }
        await read()
      }
      return continueQueue()
    },
    /** Reads the list that could not be read then. */
    async catchUp(): Promise<Clash[]> {
      await read()
      return continueQueue()
    },
    /** The person decided on the newest list, so the list of the last answer counts as read. */
    hasRead(): void {
      unread = null
    },
    /** No waiting action was made on earlier states of the list. */
    forget(): void {
      lines = []
    },
  }
}
