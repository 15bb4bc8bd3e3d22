/** Applies the person's choice after a conflict or a refusal to the newest list. */
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
  left: LeftBehind
  changed(): void
}

/** Rejects if the newest list can't be fetched now. */
export const createResolve =
  ({ document, queue, editing, carryOver, merging, newest, left, changed }: Parts) =>
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
