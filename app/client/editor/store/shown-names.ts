/**
 * Names in the language that the person chose for the list: shown instead of the list's own, which are not changed, and
 * edited where they are shown. A channel without one shows its own.
 */
import { foldText } from '~/engine/fold'
import type { NameLanguage, OpenList, Operation } from '~/engine/types'

export type ShownNames = ReturnType<typeof createShownNames>

export const createShownNames = (language: NameLanguage) => ({
  /** The names to show, in list order. */
  of(list: OpenList): string[] {
    const own = list.names()
    return list.namesIn(language).map((name, place) => name ?? own[place] ?? '')
  },
  /** The edit that changes a channel's name where it is shown. */
  rename: (list: OpenList, id: number, name: string): Operation =>
    list.channel(id)?.names[language] === undefined
      ? { op: 'rename', id, name }
      : { op: 'names-in', language, names: [[id, name]] },
  /** Which of these places have this text in the shown name. */
  matching(list: OpenList, places: Uint32Array, search: string): Uint32Array {
    const part = foldText(search).trim()
    const shown = this.of(list)
    return places.filter((place) => foldText(shown[place] ?? '').includes(part))
  },
  /** Runs work while the list itself has the shown names; its state is restored afterwards. */
  while<T>(list: OpenList, work: () => T): T {
    const before = list.state()
    const own = list.names()
    const { id } = list.columns()
    list.apply([
      {
        op: 'names',
        names: this.of(list).flatMap((name, place): [number, string][] =>
          name === own[place] ? [] : [[id[place] ?? -1, name]],
        ),
      },
    ])
    try {
      return work()
    } finally {
      list.load(before)
    }
  },
})
