/** Scrolls the page, so that a growing bar at the window's lower edge never covers the row that it is about. */
import { useEffect } from 'react'
import type { EditorStore } from '../store/store'

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
