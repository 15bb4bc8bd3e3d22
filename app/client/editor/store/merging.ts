/**
 * What others changed while this tab's acts waited. When an answer covers more than is shown here, the list is read
 * before the next act is sent. An act that touches what others changed meanwhile is shown to the person.
 */
import type { OpenList } from '~/engine/types'
import type { EngineData } from '../engine-data'
import type { Entry } from '../save/journal'
import type { Acknowledgement, Clash } from '../save/outcome'
import type { SaveQueue } from '../save/save-queue'
import type { Acts } from './acts'
import type { Document } from './document'
import type { Newest } from './newest'
import { clashesOf, factsOf, foreignFacts, readFacts, type FactKey, type Foreign } from './touched'

/**
 * What differs between two states of the list in the facts that waiting acts set. Afterwards the list is in the state
 * `theirs`.
 */
const compare = (list: OpenList, waiting: readonly Entry[], mine: Uint8Array, theirs: Uint8Array): Foreign => {
  const keys = new Set<FactKey>(waiting.flatMap((entry) => [...factsOf(entry).keys()]))
  list.load(mine)
  const were = readFacts(list, keys)
  list.load(theirs)
  const are = readFacts(list, keys)
  return { batches: new Set(waiting.map((entry) => entry.batch)), facts: foreignFacts(were, are) }
}

export type Merging = ReturnType<typeof createMerging>
type Parts = {
  document: Document
  queue: SaveQueue
  acts: Acts
  newest: Newest
  /** Nothing waits any more. */
  onSettled(): void
}

export const createMerging = ({ document, queue, acts, newest, onSettled }: Parts) => {
  /** What others changed under the waiting acts. */
  let foreign: Foreign | null = null
  /** What this tab held when an answer came whose list is not read yet. */
  let unread: { mine: Uint8Array | null } | null = null
  let reading: Promise<void> | null = null

  /** Shows the list of an answer; returns the conflicts of the next waiting act. */
  const goOn = (): Clash[] => {
    const [next] = queue.entries()
    if (next) return clashesOf(next, foreign)
    foreign = null
    onSettled()
    return []
  }

  /** Records what others changed under the waiting acts, then shows the newest list. */
  const merge = async (mine: Uint8Array | null): Promise<void> => {
    let fetched: EngineData | null
    try {
      fetched = await newest.fetch()
    } catch (error) {
      newest.askAgain()
      throw error
    }
    const waiting = [...queue.entries()]
    // The newest list is already here (an act that had been stored before was acknowledged): it is shown again without
    // that act.
    const data = fetched ?? document.newest()
    // Without a merge nobody else's change is included: the difference is the person's own undo or redo, made in an
    // earlier tab.
    if (document.isMergeUnseen() && mine && !data.source && waiting.length > 0)
      foreign = compare(document.list(), waiting, mine, data.state)
    acts.adopt(data, waiting)
  }

  /** Reads the list that the last answer referred to, unless it was read meanwhile. */
  const read = (): Promise<void> => {
    if (!unread) return Promise.resolve()
    reading ??= merge(unread.mine)
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
    /** An act was acknowledged. Returns the conflicts of the next one; rejects when the list can't be read now. */
    async accepted({ batch }: Entry, { revision, merged, undoTo, redoTo }: Acknowledgement): Promise<Clash[]> {
      document.note({ undoTo, redoTo })
      if (merged) document.noteMerge()
      const { state, isRemote } = acts.takeEffect(batch)
      const isSeen = !merged && !isRemote && revision === document.newest().revision + 1
      if (isSeen && state) document.note({ revision, state })
      else {
        unread = { mine: state }
        await read()
      }
      return goOn()
    },
    /** Reads the list that could not be read then. */
    async catchUp(): Promise<Clash[]> {
      await read()
      return goOn()
    },
    /** The person decided on the newest list: everything before is settled. */
    forget(): void {
      foreign = null
      unread = null
    },
  }
}
