/** Applies the person's choice after a conflict or a refusal to the newest list. */
import type { Choice } from '../save/outcome'
import type { SaveQueue } from '../save/save-queue'
import type { Editing } from './editing'
import type { CarryLookup } from './carry-lookup'
import type { Document } from './document'
import type { LeftBehind } from './left-behind'
import type { Merging } from './merging'
import type { Newest } from './newest'

type Parts = {
  document: Document
  queue: SaveQueue
  acts: Editing
  carry: CarryLookup
  merging: Merging
  newest: Newest
  left: LeftBehind
  changed(): void
}

/** Rejects if the newest list can't be fetched now. */
export const createResolve =
  ({ document, queue, acts, carry, merging, newest, left, changed }: Parts) =>
  async (choice: Choice): Promise<void> => {
    const data = (await newest.fetch()) ?? document.newest()
    const isMoved = choice === 'mine' && carry.isReplaced()
    const translated = isMoved ? carry.seenFor(data) : null
    if (isMoved && translated === null) {
      // What the person saw is not what would happen, so it is looked up again and shown first.
      carry.lookAgain()
      changed()
      return
    }
    merging.meet(data)
    const [first] = queue.entries()
    const untold = first && choice === 'mine' && !translated ? merging.untold(first, data, queue.view().trouble) : []
    if (untold.length > 0) {
      // Others changed more while the person was reading: that is shown before anything is overridden.
      acts.adopt(data, queue.entries())
      queue.tell(untold)
      return
    }
    merging.hasRead()
    if (translated) merging.forget()
    left.forget()
    carry.forget()
    queue.resolve(choice, data, translated)
    acts.adopt(data, queue.entries())
    queue.tell(merging.next())
  }
