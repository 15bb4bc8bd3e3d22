/**
 * Exit removes what this browser keeps of the person; edits that can't be saved are removed only if the person agrees.
 */
import { useCallback, useEffect, useRef } from 'react'
import { hasSaveProblem } from './save-state'
import type { EditorStore } from './store/store'

/** `onAsk` asks the question; null while it can't be asked. Returns the actions of its two answers. */
export const useExit = (store: EditorStore, onAsk: (() => void) | null): { stay(): void; leave(): void } => {
  const form = useRef<HTMLFormElement | null>(null)
  useEffect(() => {
    const listener = (event: SubmitEvent) => {
      if (!(event.target instanceof HTMLFormElement) || !event.target.hasAttribute('data-exit')) return
      if (onAsk && form.current === null && hasSaveProblem(store.snapshot())) {
        event.preventDefault()
        event.stopImmediatePropagation()
        form.current = event.target
        onAsk()
        return
      }
      void store.forget()
    }
    document.addEventListener('submit', listener, true)
    return () => document.removeEventListener('submit', listener, true)
  }, [onAsk, store])
  const stay = useCallback(() => {
    form.current = null
  }, [])
  const leave = useCallback(() => form.current?.requestSubmit(), [])
  return { stay, leave }
}
