/**
 * The page's links inside the editor: rail and filters act without a page load. Links of the tools open the same
 * question over the list if the portal's page would lack unsaved edits. Opening a link in a new tab is left to the
 * browser.
 */
import { useEffect, type RefObject } from 'react'
import { isPlainClick } from '~/client/plain-click'
import { filterParams, parseListQuery, withQuery, writeIds, type ChannelFilter } from '~/ui/channel-list/query'
import type { EditorStore } from './store/store'

type Parts = {
  root: RefObject<HTMLElement>
  store: EditorStore
  onView(filter: ChannelFilter): void
  onAsk(question: 'sort' | 'export'): void
  /** Builds “my list” here, if the list can be changed. */
  onMine(): void
}

/** The middle button's click is an event of its own. */
const clicks = ['click', 'auxclick'] as const

export const usePageLinks = ({ root, store, onView, onAsk, onMine }: Parts): void => {
  useEffect(() => {
    const element = root.current
    if (!element) return
    /** The question that replaces a tool's link here; null if the link opens a page. */
    const questionOf = (href: string): 'sort' | 'export' | null => {
      if (href.endsWith('/sort')) return 'sort'
      // The portal's file lacks unsaved edits.
      return href.endsWith('/export') && store.snapshot().save.state !== 'clean' ? 'export' : null
    }
    /** A tool works on the selection, otherwise on what the filter shows. */
    const addChosen = (link: Element) => {
      const [path = ''] = (link.getAttribute('href') ?? '').split('?')
      if (!path.includes('/tools/')) return
      const { selection, filter, sourceId } = store.snapshot()
      const shown = filterParams(filter)
      const params =
        selection.size > 0
          ? new URLSearchParams({ ids: writeIds([...selection]), source: sourceId })
          : filterParams(filter)
      if (shown.toString() !== '') params.set('back', shown.toString())
      link.setAttribute('href', withQuery(path, params))
    }
    const listener = (event: MouseEvent) => {
      if (!(event.target instanceof Element)) return
      const tool = event.target.closest('.list-tools a, .ed-actions a')
      if (tool) addChosen(tool)
      // Whichever page is opened from here, in this tab or another: waiting edits are sent now.
      if (event.target.closest('.list-tools a, .ed-actions a, .beside-notice a')) store.flush()
      if (event.defaultPrevented || !isPlainClick(event)) return
      const link = event.target.closest('.rail a, .quick a, .list-tools a')
      const href = link?.getAttribute('href')
      if (!link || !href) return
      if (!link.closest('.list-tools')) {
        const { pathname, searchParams } = new URL(href, window.location.href)
        // An entry of the rail may be a page about the list.
        if (pathname !== window.location.pathname) return
        event.preventDefault()
        onView(parseListQuery(searchParams).filter)
        return
      }
      if (href.endsWith('/mine') && store.snapshot().canEdit) {
        event.preventDefault()
        return onMine()
      }
      const question = questionOf(href)
      if (!question) return
      event.preventDefault()
      onAsk(question)
    }
    for (const click of clicks) element.addEventListener(click, listener)
    return () => {
      for (const click of clicks) element.removeEventListener(click, listener)
    }
  }, [onAsk, onMine, onView, root, store])
}
