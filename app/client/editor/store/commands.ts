/** The person's commands on channels, expressed as the engine's operations. */
import type { Operation, SortMode } from '~/engine/types'
import type { Applied } from './editing'
import type { Document } from './document'
import type { View } from './view'

/** The bits of a channel's flags. */
const flagBits = { lock: 4, skip: 8 } as const
/** The result, and the value that was set. */
export type Toggled = { applied: Applied; value: boolean }

export const createCommands = (document: Document, view: View, apply: (operations: Operation[]) => Applied) => {
  const list = () => document.list()
  const placeOf = (id: number) => list().positionOf(id) - 1
  return {
    /** Moves the channels so that the first of them is at a position of the whole list. */
    moveTo: (ids: number[], to: number): Applied => apply([{ op: 'move', ids, to }]),
    /** One visible row up or down; with a filter, hidden rows in between are passed too. */
    step(ids: number[], by: -1 | 1): Applied {
      const shown = view.shown()
      if (!shown.rows) return apply([{ op: 'step', ids, by }])
      const own = new Set(ids)
      const places = ids.map(shown.indexOf).filter((i) => i >= 0)
      if (places.length === 0) return { ok: true, warnings: [] }
      let neighbour = (by < 0 ? Math.min(...places) : Math.max(...places)) + by
      for (let id = shown.idAt(neighbour); id !== null && own.has(id); id = shown.idAt(neighbour)) neighbour += by
      if (shown.idAt(neighbour) === null) return { ok: true, warnings: [] }
      return apply([{ op: 'move', ids, to: shown.positionBefore(ids, by < 0 ? neighbour : neighbour + 1) }])
    },
    rename: (id: number, name: string): Applied => apply([document.renaming(id, name)]),
    /** Sets the flag on all of them, or clears it if all have it. */
    toggle(op: 'lock' | 'skip', ids: number[]): Toggled {
      const { flags } = document.contents().columns
      const value = !ids.every((id) => ((flags[placeOf(id)] ?? 0) & flagBits[op]) !== 0)
      return { applied: apply([{ op, ids, value }]), value }
    },
    toggleFavourite(group: number, ids: number[]): Toggled {
      const { favourites } = document.contents().columns
      const value = !ids.every((id) => Math.floor((favourites[placeOf(id)] ?? 0) / 2 ** group) % 2 === 1)
      // By its id: another group may have the bit by the time the edit arrives.
      const { id = group } = document.contents().groups.find(({ index }) => index === group) ?? {}
      return { applied: apply([{ op: 'favourite', ids, group: id, value }]), value }
    },
    delete: (ids: number[]): Applied => view.whileDeleting(ids, () => apply([{ op: 'delete', ids }])),
    sort: (mode: SortMode, variant: 1 | 2, ids: number[] | null): Applied =>
      apply([{ op: 'sort', mode, variant, ...(ids && ids.length > 1 ? { ids } : {}) }]),

    swap: (one: number, other: number): Applied => apply([{ op: 'swap', ids: [one, other] }]),
    /** The channels get the numbers after the first `taken`, in the given order. */
    take: (ids: number[], taken: number): Applied =>
      apply(ids.map((id, at): Operation => ({ op: 'move', ids: [id], to: taken + at + 1 }))),

    /** Makes the shown order the list's own, and shows that. */
    takeOrder(): Applied {
      const applied = apply([{ op: 'order', order: view.orderAsShown() }])
      if (applied.ok) view.setSort(null)
      return applied
    },
  }
}
