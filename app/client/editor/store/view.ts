/**
 * What the person sees and selects: filter, rows, selection, keyboard. It follows the document: after each change the
 * keyboard's row is visible, and deleted channels are not selected.
 */
import { isFiltered, type ChannelFilter } from '~/ui/channel-list/query'
import type { ViewSort } from '~/engine/types'
import type { Document } from './document'
import {
  activeWithout,
  countHidden,
  nothingSelected,
  onlyLiving,
  onlySeen,
  pick,
  targetOf,
  targetsOf,
  visit,
  type Pick,
  type Selection,
  type Visit,
} from './selection'
import { showRows, type Shown } from './shown'

/** Where a person was in a list when they left it. */
export type Left = { source: string; active: number | null; selection: readonly number[] }

export type View = ReturnType<typeof createView>

export const createView = (document: Document, canEdit: () => boolean, changed: () => void) => {
  const positionOf = (id: number) => document.list().positionOf(id)
  const columns = () => document.contents().columns
  const everyPlace = (): Uint32Array => Uint32Array.from({ length: columns().length }, (_, place) => place)
  const placesOf = (filter: ChannelFilter): Uint32Array | null => {
    if (!isFiltered(filter)) return null
    const list = document.list()
    const found = list.find(filter).slice()
    const shownNames = document.shownNames()
    if (!filter.search || !shownNames) return found
    // Finds a name both as it is shown and as the list has it.
    const { search, ...rest } = filter
    const within = isFiltered(rest) ? list.find(rest).slice() : everyPlace()
    return Uint32Array.from(new Set([...found, ...shownNames.matching(list, within, search)])).sort()
  }
  const filtered = (): Shown => {
    const places = placesOf(filter)
    if (sort === null) return showRows(places, columns, positionOf)
    const wanted = sort
    const list = document.list()
    const byRows = () => list.ordered(wanted, places ?? undefined)
    const ordered = document.shownNames()?.while(list, byRows) ?? byRows()
    return showRows(ordered, columns, positionOf, true)
  }

  let filter: ChannelFilter = {}
  let sort: ViewSort | null = null
  let shown = filtered()
  let selection: Selection = nothingSelected
  /** The person wants commands to act on selected channels that the filter hides, too. */
  let withHidden = false
  const select = (next: Selection) => {
    selection = next
    changed()
  }
  const show = () => {
    shown = filtered()
    selection = onlySeen(selection, shown)
    withHidden &&= countHidden(selection, shown) > 0
  }

  return {
    filter: (): ChannelFilter => filter,
    shown: (): Shown => shown,
    selection: (): Selection => selection,
    hiddenSelected: (): number => countHidden(selection, shown),
    isWithHidden: (): boolean => withHidden,
    targets: (): number[] => {
      const seen = targetsOf(selection, shown)
      if (!withHidden) return seen
      const hidden = [...selection.ids].filter((id) => !shown.has(id) && positionOf(id) > 0)
      return [...seen, ...hidden].sort((a, b) => positionOf(a) - positionOf(b))
    },
    target: (): number | null => targetOf(selection, shown),

    /** The document changed. The caller notifies its listeners. */
    follow(): void {
      if (selection.ids.size > 0 || selection.active !== null) {
        const { id, length } = document.list().columns()
        selection = onlyLiving(selection, new Set(id.subarray(0, length)))
      }
      show()
    },
    /** The file was replaced: ids of the selection would be other channels. */
    forgetIds(): void {
      selection = nothingSelected
      const { satellite: _, transponder: __, ...rest } = filter
      filter = rest
      withHidden = false
    },

    setFilter(next: ChannelFilter): void {
      filter = next
      withHidden = false
      show()
      changed()
    },
    sort: (): ViewSort | null => sort,
    /** Shows the rows in another order; null for the list's own. */
    setSort(next: ViewSort | null): void {
      sort = next
      show()
      changed()
    },
    /** The whole list in the shown order: visible channels are rearranged among the positions that they hold. */
    orderAsShown(): number[] {
      const { id, length } = columns()
      const order = Array.from(id.subarray(0, length))
      const places = placesOf(filter) ?? order.keys()
      let index = 0
      for (const place of places) order[place] = shown.idAt(index++) ?? 0
      return order
    },
    /** Includes the selected channels that the filter hides, or deselects them. */
    takeHidden(take: boolean): void {
      withHidden = take
      select(take ? selection : { ...selection, ids: new Set([...selection.ids].filter(shown.has)) })
    },
    pick: (id: number, how: Pick): void => select(pick(selection, shown, id, how)),
    /** The focus moved to a row by itself (Tab, a click): the start of a range stays. */
    focus(id: number): void {
      if (selection.active !== id) select({ ...selection, active: id })
    },
    /** Moves the keyboard's row; returns where it is then, or null in an empty list. */
    visit(index: number, how: Visit): number | null {
      const moved = visit(selection, shown, index, how, canEdit())
      if (!moved) return null
      select(moved.selection)
      return moved.index
    },
    /** Restores what the person left, without deleted channels. */
    restorePlace(left: Left): void {
      if (left.source !== document.newest().sourceId) return
      const active = left.active !== null && shown.has(left.active) ? left.active : null
      select({ ids: new Set(left.selection.filter((id) => positionOf(id) > 0)), anchor: active, active })
    },
    selectMatching: (): void => select({ ...selection, ids: new Set(shown.range(0, shown.count() - 1)) }),
    clearSelection: (): void => select({ ...selection, ids: new Set(), anchor: selection.active }),

    /** Runs work that removes channels: the keyboard moves to the first row after them. */
    whileDeleting<T extends { ok: boolean }>(ids: readonly number[], work: () => T): T {
      const active = activeWithout(selection, shown, ids)
      const done = work()
      if (done.ok) select({ ...selection, active, anchor: active })
      return done
    },
  }
}
