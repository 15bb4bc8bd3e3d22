/**
 * Names in the language that the person chose for the list: shown instead of the list's own, which stay as they are. A
 * channel that is renamed shows its new name.
 */
import { foldText } from '~/engine/fold'
import type { OpenList } from '~/engine/types'

export type ShownNames = ReturnType<typeof createShownNames>

export const createShownNames = (from: OpenList, fetched: readonly { id: number; name: string }[]) => {
  const before = from.names()
  /** By channel: the list's own name when the other one was fetched, and the one to show. */
  const names = new Map(
    fetched.flatMap(({ id, name }) => {
      const place = from.positionOf(id) - 1
      return place < 0 ? [] : [[id, { own: before[place] ?? '', shown: name }] as const]
    }),
  )
  const nameAt = (id: number, own: string): string => {
    const known = names.get(id)
    return known?.own === own ? known.shown : own
  }
  return {
    /** The names to show, in list order. */
    of(list: OpenList): string[] {
      const own = list.names()
      const { id } = list.columns()
      return own.map((name, place) => nameAt(id[place] ?? -1, name))
    },
    /** Which of these places have a part of this text in the name that is shown. */
    matching(list: OpenList, places: Uint32Array, search: string): Uint32Array {
      const part = foldText(search.trim())
      const shown = this.of(list)
      return places.filter((place) => foldText(shown[place] ?? '').includes(part))
    },
    /** Does something while the list itself has the names that are shown; its state is restored afterwards. */
    while<T>(list: OpenList, work: () => T): T {
      const before = list.state()
      const own = list.names()
      const { id } = list.columns()
      list.apply([
        {
          op: 'names',
          names: own.flatMap((name, place): [number, string][] => {
            const one = id[place] ?? -1
            const shown = nameAt(one, name)
            return shown === name ? [] : [[one, shown]]
          }),
        },
      ])
      try {
        return work()
      } finally {
        list.load(before)
      }
    },
  }
}
