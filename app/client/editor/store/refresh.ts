/**
 * Fetches the newest list if it is another, and shows it. Waiting acts stay, upon the revision they were made upon.
 * What can't be fetched now is asked for again later.
 */
import type { SaveQueue } from '../save/save-queue'
import type { Acts } from './acts'
import type { CarryLookup } from './carry-lookup'
import type { Document } from './document'
import type { Merging } from './merging'
import type { Newest } from './newest'

type Parts = {
  document: Document
  queue: SaveQueue
  acts: Acts
  carry: CarryLookup
  merging: Merging
  newest: Newest
  changed(): void
}

export const createRefresh = ({ document, queue, acts, carry, merging, newest, changed }: Parts) => {
  const show = async (): Promise<void> => {
    const data = await newest.fetch()
    newest.freshen()
    if (!data) return
    const { revision, beside } = document.newest()
    if (data.revision === revision && data.beside?.revision !== beside?.revision) {
      // The owner has chosen meanwhile: the list itself is the same.
      document.note({ beside: data.beside })
      changed()
    }
    if (data.revision <= revision) return
    const waiting = queue.entries()
    acts.adopt(data, waiting)
    if (waiting.length === 0) queue.rebase(data)
    carry.outdate(data, waiting)
  }
  const catchUp = async (): Promise<void> => {
    await merging.catchUp()
    queue.caughtUp()
  }
  const run = async (): Promise<void> => {
    try {
      if (!queue.behind()) await show()
      // With acts that wait the queue reads it itself, and knows what clashes.
      else if (queue.entries().length > 0) queue.flush()
      else await catchUp()
    } catch {
      newest.askAgain()
    }
  }

  let running: Promise<void> | null = null
  return (): Promise<void> =>
    (running ??= run().finally(() => {
      running = null
    }))
}
