/** The rows and the window: their positions, what sticky parts cover, and how a row is scrolled into view. */
import { useCallback, useRef, type RefObject } from 'react'
import type { ListImperativeAPI } from 'react-window'

export const useRowsInWindow = (grid: RefObject<HTMLDivElement>, rowHeight: number) => {
  const list = useRef<ListImperativeAPI>(null)
  // In the first rendering, before the list has reported its element, it is found in the document.
  const rowsElement = useCallback(
    () => list.current?.element ?? grid.current?.querySelector<HTMLElement>('.ed-rows') ?? null,
    [grid],
  )
  /** The heights at the window's edges that sticky parts cover. */
  const covered = useCallback(() => {
    const head = grid.current?.querySelector('.ed-head')?.getBoundingClientRect()
    const foot = document.querySelector('.editor .ed-foot')?.getBoundingClientRect()
    return {
      top: head && head.top <= 1 ? head.height : 0,
      bottom: foot && foot.height > 1 ? Math.max(0, window.innerHeight - foot.top) : 0,
    }
  }, [grid])
  const scrollToRow = useCallback(
    (index: number) => {
      const rows = rowsElement()
      if (!rows || index < 0) return
      const { top, bottom } = covered()
      const rowTop = rows.getBoundingClientRect().top + index * rowHeight
      const head = top || (grid.current?.querySelector('.ed-head')?.getBoundingClientRect().height ?? 0)
      const above = rowTop - head
      const below = rowTop + rowHeight - (window.innerHeight - bottom)
      if (above < 0) window.scrollBy({ top: above, behavior: 'instant' })
      else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' })
    },
    [covered, grid, rowHeight, rowsElement],
  )
  return { list, rows: { rowHeight, rowsElement, covered, scrollToRow } }
}
