/**
 * When the list's file was replaced under waiting actions, looks up their channels in the new file: once for each
 * change of the queue, and again while the lookup fails. The result is shown to the person before anything happens.
 */
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import type { Timers } from '../timers'
import type { Transport } from '../transport'
import { keyOfWaiting, lookupInput, type CarryOver } from './carry-over'

/** How soon a failed lookup is repeated. */
const retryMs = 3000

/** Null: nothing must be carried over. */
export type CarryOverState = CarryOver | 'looking' | null

type Parts = {
  queue: SaveQueue
  find: Transport['findChannels']
  timers: Timers
  /** The lookup succeeded; called before `changed`. */
  onFound(): void
  changed(): void
}

export type CarryOverLookup = ReturnType<typeof createCarryOverLookup>

export const createCarryOverLookup = ({ queue, find, timers, onFound, changed }: Parts) => {
  let carryOver: CarryOverState = null
  let isClosed = false
  const found = (): CarryOver | null => (carryOver === 'looking' ? null : carryOver)

  /** True if the next waiting action was made on a file that was replaced. */
  const isReplaced = (): boolean => {
    const { problem } = queue.view()
    return (
      problem?.is === 'clash' &&
      problem.source !== null &&
      problem.entry.kind === 'edit' &&
      problem.entry.source !== problem.source
    )
  }
  const isOld = (): boolean => {
    const old = found()
    return old !== null && old.waiting !== keyOfWaiting(queue.entries())
  }
  const lookUp = async (): Promise<void> => {
    // A script that doesn't load counts as a failed lookup, which is repeated.
    const answer = await import('./translate-waiting').then(
      ({ translateWaiting }) => translateWaiting(lookupInput([...queue.entries()]), find),
      () => null,
    )
    if (carryOver !== 'looking') return
    if (answer) {
      carryOver = answer
      // A new action has made the lookup outdated.
      follow()
      onFound()
    } else
      timers.set(() => {
        if (carryOver === 'looking') carryOver = null
        follow()
        changed()
      }, retryMs)
    changed()
  }
  /** Other actions may wait now, or none may need translation any more. */
  const follow = (): void => {
    if (!isReplaced()) carryOver = null
    else if (!isClosed && (carryOver === null || isOld())) {
      carryOver = 'looking'
      void lookUp()
    }
  }
  /** The waiting actions translated for this file, if they were looked up for this very revision. */
  const entriesFor = (
    data: Pick<EngineData, 'sourceId' | 'revision'>,
    waiting: readonly Entry[],
  ): readonly Entry[] | null => {
    const is = found()
    return is?.source === data.sourceId && is.revision === data.revision && is.waiting === keyOfWaiting(waiting)
      ? is.entries
      : null
  }

  return {
    state: (): CarryOverState => carryOver,
    isReplaced,
    follow,
    forget(): void {
      carryOver = null
    },
    /** Looks up again, unless a lookup is under way. */
    lookUpAgain(): void {
      if (carryOver !== 'looking') carryOver = null
      follow()
    },
    entriesFor,
    /** What would be saved if the person applied their edits now; null if they have not seen it in this form. */
    seenFor(data: Pick<EngineData, 'sourceId' | 'revision'>): Entry[] | null {
      const is = found()
      return is?.source === data.sourceId && is.revision === data.revision && is.entries.length > 0 ? is.entries : null
    },
    /** The list changed: results for the previous one are looked up again. */
    outdate(data: Pick<EngineData, 'sourceId' | 'revision'>, waiting: readonly Entry[]): void {
      if (found() === null || entriesFor(data, waiting) !== null) return
      carryOver = null
      follow()
    },
    close(): void {
      isClosed = true
    },
  }
}
