/** Which rows are shown, and in which order: the address bar keeps both. */
import { useMemo } from 'react'
import type { ViewSort } from '~/engine/types'
import { listHref, type ChannelFilter } from '~/ui/channel-list/query'
import type { EditorActions } from './editor-actions'
import type { EditorStore } from './store/store'

export const useLook = (store: EditorStore, actions: EditorActions, listPath: string) =>
  useMemo(() => {
    const noting =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A): void => {
        work(...args)
        const { filter, sort } = store.snapshot()
        window.history.replaceState(window.history.state, '', listHref(listPath, filter, { sort }))
      }
    return {
      onFilter: noting((next: ChannelFilter) => actions.filter(next)),
      onSort: noting((next: ViewSort | null) => actions.look(next)),
      /** Makes the shown order the list's own. */
      onTakeOrder: noting(() => actions.takeOrder()),
    }
  }, [actions, listPath, store])
