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
  /** The last part that stays at the window's top while the rows scroll: the column head, otherwise the search. */
  const stuckPart = useCallback((): { part: HTMLElement; edge: number } | null => {
    for (const name of ['.ed-head', '.channel-filter', '.list-head']) {
      const part = document.querySelector<HTMLElement>(`.editor ${name}`)
      if (!part) continue
      const { position, top } = getComputedStyle(part)
      if (position === 'sticky') return { part, edge: Number.parseFloat(top) + part.offsetHeight }
    }
    return null
  }, [])
  const stuckPx = useCallback(() => stuckPart()?.edge ?? 0, [stuckPart])
  /** The heights at the window's edges that sticky parts cover. */
  const covered = useCallback(() => {
    const stuck = stuckPart()
    const foot = document.querySelector('.editor .ed-foot')?.getBoundingClientRect()
    return {
      top: stuck && stuck.part.getBoundingClientRect().bottom <= stuck.edge + 1 ? stuck.edge : 0,
      bottom: foot && foot.height > 1 ? Math.max(0, window.innerHeight - foot.top) : 0,
    }
  }, [stuckPart])
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
