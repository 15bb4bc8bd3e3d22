/** Records where the person is in the list, and stores it when they leave: by a link, by another page, by closing. */
import { useEffect } from 'react'
import { keepPlace, stepOfHistory } from '../place'
import type { EditorStore } from '../store/store'

export const usePlace = (store: EditorStore, listId: string, rowsElement: () => HTMLElement | null): void => {
  useEffect(() => {
    // Recorded while the list still exists: when the editor is removed, address and scroll position already belong to
    // the next page.
    let step = stepOfHistory()
    let offsetPx: number | null = null
    let frame = 0
    const note = () => {
      frame = 0
      const rows = rowsElement()
      if (!rows?.isConnected || !window.location.pathname.endsWith(listId)) return
      step = stepOfHistory()
      offsetPx = -rows.getBoundingClientRect().top
    }
    const scrolled = () => {
      frame ||= requestAnimationFrame(note)
    }
    const keep = () => {
      const { sourceId, active, selection } = store.snapshot()
      if (offsetPx !== null) keepPlace(listId, step, { source: sourceId, offsetPx, active, selection: [...selection] })
    }
    frame = requestAnimationFrame(note)
    // A filter is a step of its own, even if nothing scrolls.
    const unsubscribe = store.subscribe(scrolled)
    window.addEventListener('scroll', scrolled, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      cancelAnimationFrame(frame)
      unsubscribe()
      window.removeEventListener('scroll', scrolled)
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [store, listId, rowsElement])
}
