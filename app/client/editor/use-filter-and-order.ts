/** Which rows are shown, and in which order: the address bar keeps both. */
import { useMemo } from 'react'
import type { ViewSort } from '~/engine/types'
import { listHref, type ChannelFilter } from '~/ui/channel-list/query'
import type { EditorActions } from './editor-actions'
import type { EditorStore } from './store/store'

export const useFilterAndOrder = (store: EditorStore, actions: EditorActions, listPath: string) =>
  useMemo(() => {
    const keepInAddress =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A): void => {
        work(...args)
        const { filter, sort } = store.snapshot()
        window.history.replaceState(window.history.state, '', listHref(listPath, filter, { sort }))
      }
    return {
      onFilter: keepInAddress((next: ChannelFilter) => actions.filter(next)),
      onSort: keepInAddress((next: ViewSort | null) => actions.showOrder(next)),
      /** Makes the shown order the list's own. */
      onTakeOrder: keepInAddress(() => actions.takeOrder()),
    }
  }, [actions, listPath, store])
