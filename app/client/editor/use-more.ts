/**
 * Dialogs, dragging and problem notices are in a separate chunk, loaded at the person's first action, so that it has
 * arrived before the network may fail.
 */
import { useEffect, useState, type RefObject } from 'react'
import type { i18n } from 'i18next'
import { useTranslation } from 'react-i18next'

export type More = typeof import('./on-demand')

const fetchMore = (i18n: i18n): Promise<More> =>
  Promise.all([import('./on-demand'), i18n.loadNamespaces(['losses', 'numbers', 'tables'])]).then(([more]) => more)
const signs = ['pointermove', 'pointerdown', 'focusin'] as const

/**
 * Null until it is loaded. `isNeeded`: load it even without an action of the person; `onLack` is called if that fails.
 */
export const useMore = (root: RefObject<HTMLElement>, isNeeded: boolean, onLack: () => void): More | null => {
  const { i18n } = useTranslation()
  const [more, setMore] = useState<More | null>(null)
  useEffect(() => {
    const element = root.current
    if (!element || more) return
    let isAsked = false
    const listener = () => {
      if (isAsked) return
      isAsked = true
      // A failure is not reported here: the person's next action tries again.
      fetchMore(i18n).then(setMore, () => {
        isAsked = false
      })
    }
    for (const sign of signs) element.addEventListener(sign, listener, { passive: true })
    // Also heard if nothing has the focus: Ctrl+P prints every row.
    document.addEventListener('keydown', listener, { passive: true })
    return () => {
      for (const sign of signs) element.removeEventListener(sign, listener)
      document.removeEventListener('keydown', listener)
    }
  }, [i18n, more, root])
  useEffect(() => {
    if (!more && isNeeded) fetchMore(i18n).then(setMore, onLack)
  }, [i18n, isNeeded, more, onLack])
  return more
}
