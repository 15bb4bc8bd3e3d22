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
  /** The lower edge of what stays at the window's top while the rows scroll; the columns' head is its last part. */
  const stuckPx = useCallback(() => {
    const head = grid.current?.querySelector<HTMLElement>('.ed-head')
    if (!head) return 0
    const { position, top } = getComputedStyle(head)
    return position === 'sticky' ? Number.parseFloat(top) + head.offsetHeight : 0
  }, [grid])
  /** The heights at the window's edges that sticky parts cover. */
  const covered = useCallback(() => {
    const head = grid.current?.querySelector('.ed-head')?.getBoundingClientRect()
    const foot = document.querySelector('.editor .ed-foot')?.getBoundingClientRect()
    const stuck = stuckPx()
    return {
      top: head && head.bottom <= stuck + 1 ? stuck : 0,
      bottom: foot && foot.height > 1 ? Math.max(0, window.innerHeight - foot.top) : 0,
    }
  }, [grid, stuckPx])
  const scrollToRow = useCallback(
    (index: number) => {
      const rows = rowsElement()
      if (!rows || index < 0) return
      const { bottom } = covered()
      const rowTop = rows.getBoundingClientRect().top + index * rowHeight
      const above = rowTop - stuckPx()
      const below = rowTop + rowHeight - (window.innerHeight - bottom)
      if (above < 0) window.scrollBy({ top: above, behavior: 'instant' })
      else if (below > 0) window.scrollBy({ top: below, behavior: 'instant' })
    },
    [covered, rowHeight, rowsElement, stuckPx],
  )
  return { list, rows: { rowHeight, rowsElement, covered, scrollToRow } }
}
