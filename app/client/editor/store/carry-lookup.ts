/**
 * The list's file was replaced under waiting acts: asks where their channels stand in the new one, once for each thing
 * that waits, and again while that can't be asked. What was found is shown to the person before anything happens.
 */
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { SaveQueue } from '../save/save-queue'
import type { Timers } from '../timers'
import type { Transport } from '../transport'
import { carryOver, keyOfWaiting, type CarryOver } from './carry-over'

/** How soon it is asked again. */
const retryMs = 3000

/** Null: nothing is to be carried over. */
export type Carry = CarryOver | 'looking' | null

type Parts = {
  queue: SaveQueue
  find: Transport['findChannels']
  timers: Timers
  /** It was found; called before `changed`. */
  onFound(): void
  changed(): void
}

export type CarryLookup = ReturnType<typeof createCarryLookup>

export const createCarryLookup = ({ queue, find, timers, onFound, changed }: Parts) => {
  let carry: Carry = null
  let isClosed = false
  const found = (): CarryOver | null => (carry === 'looking' ? null : carry)

  /** Whether the act that waits was made upon another file than the list has now. */
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
    const answer = await carryOver([...queue.entries()], find)
    if (carry !== 'looking') return
    if (answer) {
      carry = answer
      // A new act made it old meanwhile.
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
  /** What waits may be another, or not be in question any more. */
  const follow = (): void => {
    if (!isReplaced()) carry = null
    else if (!isClosed && (carry === null || isOld())) {
      carry = 'looking'
      void look()
    }
  }
  /** What was found of the waiting acts in this file, where it was looked up for this very revision. */
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
    /** Asks anew, unless that is under way. */
    lookAgain(): void {
      if (carry !== 'looking') carry = null
      follow()
    },
    carriedTo,
    /** What would be saved if the person took theirs over now; null where they have not seen it as it is. */
    seenFor(data: Pick<EngineData, 'sourceId' | 'revision'>): Entry[] | null {
      const is = found()
      return is?.source === data.sourceId && is.revision === data.revision && is.entries.length > 0 ? is.entries : null
    },
    /** The list is another: what was found for the one before is looked up again. */
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
