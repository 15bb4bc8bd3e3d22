/** The rows are scrolled to where the page was left, or linked to, before they are first shown. */
import { useLayoutEffect, useRef } from 'react'

/** `row`: the first row of the plain page. `scrolledPx`: how far the rows were scrolled; null at a first visit. */
export const useFirstPlace = (
  { row, scrolledPx }: { row: number; scrolledPx: number | null },
  { rowHeight, rowsElement }: { rowHeight: number; rowsElement(): HTMLElement | null },
): void => {
  const start = useRef<number | null>(scrolledPx ?? (row > 0 ? (row - 2) * rowHeight : null))
  useLayoutEffect(() => {
    const at = start.current
    start.current = null
    const rows = rowsElement()
    if (at !== null && rows)
      window.scrollTo({ top: window.scrollY + rows.getBoundingClientRect().top + at, behavior: 'instant' })
  }, [rowsElement])
}
