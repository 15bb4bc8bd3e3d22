/**
 * Names in the language that the person chose for the list: shown instead of the list's own, which stay as they are. A
 * channel that is renamed shows its new name.
 */
import { foldText } from '~/engine/fold'
import type { OpenList } from '~/engine/types'

export type ShownNames = ReturnType<typeof createShownNames>

export const createShownNames = () => {
  /** By channel: the list's own name when the other one was fetched, and the one to show. */
  let names: ReadonlyMap<number, { own: string; shown: string }> = new Map()
  const nameAt = (id: number, own: string): string => {
    const known = names.get(id)
    return known?.own === own ? known.shown : own
  }
  return {
    isEmpty: (): boolean => names.size === 0,
    set(list: OpenList, shown: readonly { id: number; name: string }[]): void {
      const own = list.names()
      names = new Map(
        shown.flatMap(({ id, name }) => {
          const place = list.positionOf(id) - 1
          return place < 0 ? [] : [[id, { own: own[place] ?? '', shown: name }] as const]
        }),
      )
    },
    clear(): void {
      names = new Map()
    },
    /** The names to show, in list order. */
    of(list: OpenList): string[] {
      const own = list.names()
      if (names.size === 0) return own
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
      if (names.size === 0) return work()
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
