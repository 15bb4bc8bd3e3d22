/**
 * When the list's file was replaced under waiting actions, looks up their channels in the new file: once for each
 * change of the queue, and again while the lookup fails. The result is shown to the person before anything happens.
 */
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import type { Timers } from '../timers'
import type { Transport } from '../transport'
import { keyOfWaiting, toCarry, type CarryOver } from './carry-over'

/** How soon a failed lookup is repeated. */
const retryMs = 3000

/** Null: nothing must be carried over. */
export type Carry = CarryOver | 'looking' | null

type Parts = {
  queue: SaveQueue
  find: Transport['findChannels']
  timers: Timers
  /** The lookup succeeded; called before `changed`. */
  onFound(): void
  changed(): void
}

export type CarryLookup = ReturnType<typeof createCarryLookup>

export const createCarryLookup = ({ queue, find, timers, onFound, changed }: Parts) => {
  let carry: Carry = null
  let isClosed = false
  const found = (): CarryOver | null => (carry === 'looking' ? null : carry)

  /** The lookup succeeded; called before `changed`. */
  const isReplaced = (): boolean => {
    const { trouble } = queue.view()
    return (
      trouble?.is === 'clash' &&
      trouble.source !== null &&
      trouble.entry.kind === 'edit' &&
      trouble.entry.source !== trouble.source
    )
  }
  const isOld = (): boolean => {
    const old = found()
    return old !== null && old.waiting !== keyOfWaiting(queue.entries())
  }
  const look = async (): Promise<void> => {
    // A script that doesn't load counts as a failed lookup, which is repeated.
    const answer = await import('./carry-found').then(
      ({ carryOver }) => carryOver(toCarry([...queue.entries()]), find),
      () => null,
    )
    if (carry !== 'looking') return
    if (answer) {
      carry = answer
      // A new action has made the lookup outdated.
      follow()
      onFound()
    } else
      timers.set(() => {
        if (carry === 'looking') carry = null
        follow()
        changed()
      }, retryMs)
    changed()
  }
  /** Other actions may wait now, or none may need translation any more. */
  const follow = (): void => {
    if (!isReplaced()) carry = null
    else if (!isClosed && (carry === null || isOld())) {
      carry = 'looking'
      void look()
    }
  }
  /** The waiting actions translated for this file, if they were looked up for this very revision. */
  const carriedTo = (
    data: Pick<EngineData, 'sourceId' | 'revision'>,
    waiting: readonly Entry[],
  ): readonly Entry[] | null => {
    const is = found()
    return is?.source === data.sourceId && is.revision === data.revision && is.waiting === keyOfWaiting(waiting)
      ? is.entries
      : null
  }

  return {
    state: (): Carry => carry,
    isReplaced,
    follow,
    forget(): void {
      carry = null
    },
    /** Looks up again, unless a lookup is under way. */
    lookAgain(): void {
      if (carry !== 'looking') carry = null
      follow()
    },
    carriedTo,
    /** What would be saved if the person applied their edits now; null if they have not seen it in this form. */
    seenFor(data: Pick<EngineData, 'sourceId' | 'revision'>): Entry[] | null {
      const is = found()
      return is?.source === data.sourceId && is.revision === data.revision && is.entries.length > 0 ? is.entries : null
    },
    /** The list changed: results for the previous one are looked up again. */
    outdate(data: Pick<EngineData, 'sourceId' | 'revision'>, waiting: readonly Entry[]): void {
      if (found() === null || carriedTo(data, waiting) !== null) return
      carry = null
      follow()
    },
    close(): void {
      isClosed = true
    },
  }
}
