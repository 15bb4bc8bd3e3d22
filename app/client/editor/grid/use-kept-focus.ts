/**
 * Keeps the focus in the grid. A row that is moved or re-rendered loses the focus; it returns to the keyboard's row, or
 * to the grid. Browsers send no events for focus changes while the page is being changed, so it is checked here.
 */
import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import type { Snapshot } from '../store/snapshot'

/** `isHere`: the keyboard focus was in the rows before the grid existed. */
export const useKeptFocus = (grid: RefObject<HTMLDivElement>, snapshot: Snapshot, asking: boolean, isHere: boolean) => {
  /** True while the keyboard focus is in the grid. */
  const focused = useRef(isHere)
  const wasAsking = useRef(false)
  useLayoutEffect(() => {
    if (grid.current?.contains(document.activeElement)) focused.current = true
    if (asking || (document.activeElement !== document.body && document.activeElement !== null)) return
    if (!focused.current && !wasAsking.current) return
    const target = snapshot.active === null ? null : grid.current?.querySelector<HTMLElement>(`#c-${snapshot.active}`)
    const home = target ?? grid.current
    home?.focus({ preventScroll: true })
  }, [grid, snapshot, asking])
  useEffect(() => {
    wasAsking.current = asking
  }, [asking])
  return {
    focused,
    onFocus(): void {
      focused.current = true
    },
    onBlur(event: FocusEvent<HTMLElement>): void {
      if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) focused.current = false
    },
  }
}
