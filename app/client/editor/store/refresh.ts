/**
 * Fetches the newest list if it has changed, and shows it. Waiting actions keep the revision that they were made on. A
 * failed fetch is repeated later.
 */
import type { Choice } from '../save/outcome'
import type { SaveQueue } from '../save/save-queue'
import type { Editing } from './editing'
import type { CarryOverLookup } from './carry-over-lookup'
import type { Document } from './document'
import type { LeftBehind } from './left-behind'
import type { Merging } from './merging'
import type { Newest } from './newest'

type Parts = {
  document: Document
  queue: SaveQueue
  editing: Editing
  carryOver: CarryOverLookup
  merging: Merging
  newest: Newest
  changed(): void
}

export const createRefresh = ({ document, queue, editing, carryOver, merging, newest, changed }: Parts) => {
  const show = async (): Promise<void> => {
    const data = await newest.fetch()
    newest.freshen()
    if (!data) return
    const { revision, beside } = document.newest()
    if (data.revision === revision && data.beside?.revision !== beside?.revision) {
      // The owner has chosen in the meantime; the list itself is the same.
      document.note({ beside: data.beside })
      changed()
    }
    if (data.revision <= revision) return
    const waiting = queue.entries()
    merging.meet(data)
    editing.adopt(data, waiting)
    if (waiting.length === 0) queue.rebase(data)
    carryOver.outdate(data, waiting)
  }
  const catchUp = async (): Promise<void> => {
    await merging.catchUp()
    queue.caughtUp()
  }
  const run = async (): Promise<void> => {
    try {
      if (!queue.behind()) await show()
      // While actions wait, the queue reads the list itself, and knows what conflicts.
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

/**
 * Applies the person's choice after a conflict or a refusal to the newest list. Rejects if that can't be fetched now.
 */
export const createResolve =
  ({ document, queue, editing, carryOver, merging, newest, left, changed }: Parts & { left: LeftBehind }) =>
  async (choice: Choice): Promise<void> => {
    const data = (await newest.fetch()) ?? document.newest()
    const isMoved = choice === 'mine' && carryOver.isReplaced()
    const translated = isMoved ? carryOver.seenFor(data) : null
    if (isMoved && translated === null) {
      // What the person saw is not what would happen, so it is looked up again and shown first.
      carryOver.lookUpAgain()
      changed()
      return
    }
    merging.meet(data)
    const [first] = queue.entries()
    const unseen = first && choice === 'mine' && !translated ? merging.unseen(first, data, queue.view().problem) : []
    if (unseen.length > 0) {
      // Others changed more while the person was reading: that is shown before anything is overridden.
      editing.adopt(data, queue.entries())
      queue.askAbout(unseen)
      return
    }
    merging.hasRead()
    if (translated) merging.forget()
    left.forget()
    carryOver.forget()
    queue.resolve(choice, data, translated)
    editing.adopt(data, queue.entries())
    queue.askAbout(merging.next())
  }
