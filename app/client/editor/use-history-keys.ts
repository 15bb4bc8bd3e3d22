/** Ctrl+Z and Ctrl+Y outside the grid and of any text field: with a modifier no other control uses these keys. */
import { useEffect } from 'react'
import type { EditorActions } from './editor-actions'

const othersKeys = 'input:not([type=checkbox]), textarea, select, dialog, [role=grid]'

export const useHistoryKeys = (actions: Pick<EditorActions, 'undo' | 'redo'>): void => {
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(event.ctrlKey || event.metaKey) || event.altKey) return
      if (event.target instanceof HTMLElement && event.target.closest(othersKeys)) return
      const key = event.key.toLowerCase()
      if (key === 'z' && !event.shiftKey) actions.undo()
      else if (key === 'y' || (key === 'z' && event.shiftKey)) actions.redo()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [actions])
}
