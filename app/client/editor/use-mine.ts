/** Whether “my list” is being built, and the channels taken for it: the first of the list. */
import { useCallback, useMemo, useState } from 'react'
import type { CommandName } from './commands'
import type { EditorActions } from './editor-actions'
import type { Snapshot } from './store/snapshot'
import type { EditorStore } from './store/store'

/** How many of the list's first channels were taken; those that Undo put back elsewhere don't count. */
const takenIn = ({ columns, length }: Snapshot, ids: ReadonlySet<number>): number => {
  let count = 0
  while (count < length && ids.has(columns.id[count] ?? -1)) count++
  return count
}

export const useMine = (store: EditorStore, actions: EditorActions, snapshot: Snapshot) => {
  const [state, setState] = useState<{ source: string; ids: ReadonlySet<number> } | null>(null)
  // In another file these ids are other channels.
  const ids = state?.source === snapshot.sourceId ? state.ids : null
  const take = useCallback(
    (id: number) => {
      if (ids === null) return
      const now = store.snapshot()
      const taken = takenIn(now, ids)
      const chosen = now.selection.size > 1 && now.selection.has(id) ? store.targets() : [id]
      const fresh = chosen.filter((one) => store.positionOf(one) > taken)
      const at = store.indexOf(id)
      if (fresh.length === 0 || !actions.take(fresh, taken)) return
      setState({ source: now.sourceId, ids: new Set([...ids, ...fresh]) })
      // The rows close up after the taken one, so the keyboard goes to the next.
      store.visit(at + 1, 'follow')
    },
    [actions, ids, store],
  )
  return {
    taken: useMemo(() => (ids === null ? null : takenIn(snapshot, ids)), [ids, snapshot]),
    take,
    /** Commands while the list is built: Enter takes the keyboard's row. */
    within:
      (usual: (command: CommandName) => void) =>
      (command: CommandName): void => {
        const { active } = store.snapshot()
        if (ids !== null && command === 'details' && active !== null) take(active)
        else usual(command)
      },
    begin: useCallback(() => setState({ source: store.snapshot().sourceId, ids: new Set() }), [store]),
    end: useCallback(() => setState(null), []),
  }
}
