/** The rows and the window: their positions, what sticky parts cover, and how a row is scrolled into view. */
import { startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { ListImperativeAPI } from 'react-window'
import type { EditorStore } from '../store/store'

/** The longest wait if the browser reports idle time, and the wait if it does not. */
const settleMs = { most: 1000, blind: 200 } as const

/**
 * Whether the rows around the window are rendered: they wait until the first ones are painted and the browser is idle,
 * or the person scrolls.
 */
export const useSettled = (): boolean => {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const settle = () => startTransition(() => setSettled(true))
    const canIdle = 'requestIdleCallback' in window
    const turn = canIdle
      ? window.requestIdleCallback(settle, { timeout: settleMs.most })
      : window.setTimeout(settle, settleMs.blind)
    window.addEventListener('wheel', settle, { passive: true, once: true })
    return () => {
      if (canIdle) window.cancelIdleCallback(turn)
      else window.clearTimeout(turn)
      window.removeEventListener('wheel', settle)
    }
  }, [])
  return isSettled
}

/** Scrolls the page, so that a growing bar at the window's lower edge never covers the row that it is about. */
export const useClearStatusBar = (store: EditorStore, covered: () => { bottom: number }): void => {
  useEffect(() => {
    const foot = document.querySelector('.editor .ed-foot')
    if (!foot) return
    const observer = new ResizeObserver(() => {
      const { active } = store.snapshot()
      const row = active === null ? null : document.getElementById(`c-${active}`)?.getBoundingClientRect()
      const edge = window.innerHeight - covered().bottom
      if (row && row.top < window.innerHeight && row.bottom > edge)
        window.scrollBy({ top: row.bottom - edge, behavior: 'instant' })
    })
    observer.observe(foot)
    return () => observer.disconnect()
  }, [covered, store])
}

/**
 * The rows are scrolled to where the page was left, or linked to, before they are first shown. `row`: the first row of
 * the plain page. `scrolledPx`: how far the rows were scrolled; null at a first
 * visit.
 */
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
