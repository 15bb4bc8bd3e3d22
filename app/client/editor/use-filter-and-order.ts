/**
 * Which rows are shown, and in which order: the address bar keeps both. A filter chosen by a link is a step of the
 * history, as on the plain page; what is typed or sorted changes the present step.
 */
import { useEffect, useMemo } from 'react'
import { onOwnStep } from '~/client/own-steps'
import type { ViewSort } from '~/engine/types'
import { listHref, parseListQuery, type ChannelFilter } from '~/ui/channel-list/query'
import type { EditorActions } from './editor-actions'
import { newStep, stepOfHistory } from './place'
import type { EditorStore } from './store/store'

/**
 * Back and Forward between views of the list, each with its scroll position. The router would request the plain page
 * for them, and show an error without a network.
 */
const useViewSteps = (actions: EditorActions, store: EditorStore, listPath: string) => {
  const steps = useMemo(() => {
    const scrolled = new Map<string, number>()
    let present = stepOfHistory()
    const leave = () => scrolled.set(present, window.scrollY)
    return {
      push(href: string): void {
        leave()
        window.history.pushState(newStep(), '', href)
        present = stepOfHistory()
      },
      come(): void {
        leave()
        present = stepOfHistory()
        const { filter, sort } = parseListQuery(new URLSearchParams(window.location.search))
        store.setSort(sort)
        actions.filter(filter)
        const top = scrolled.get(present)
        // The rows must be there before the window can scroll to them.
        if (top !== undefined) requestAnimationFrame(() => window.scrollTo({ top, behavior: 'instant' }))
      },
    }
  }, [actions, store])
  useEffect(
    () =>
      onOwnStep(() => {
        const isHere = window.location.pathname === listPath
        if (isHere) steps.come()
        return isHere
      }),
    [listPath, steps],
  )
  return steps
}

export const useFilterAndOrder = (store: EditorStore, actions: EditorActions, listPath: string) => {
  const steps = useViewSteps(actions, store, listPath)
  return useMemo(() => {
    const href = () => {
      const { filter, sort } = store.snapshot()
      return listHref(listPath, filter, { sort })
    }
    const keepInAddress =
      <A extends unknown[]>(work: (...args: A) => void) =>
      (...args: A): void => {
        work(...args)
        window.history.replaceState(window.history.state, '', href())
      }
    return {
      onFilter: keepInAddress((next: ChannelFilter) => actions.filter(next)),
      /** The filter of a link. */
      onView: (next: ChannelFilter): void => {
        const before = href()
        actions.filter(next)
        if (href() !== before) steps.push(href())
      },
      onSort: keepInAddress((next: ViewSort | null) => actions.showOrder(next)),
      /** Makes the shown order the list's own. */
      onTakeOrder: keepInAddress(() => actions.takeOrder()),
    }
  }, [actions, listPath, steps, store])
}
