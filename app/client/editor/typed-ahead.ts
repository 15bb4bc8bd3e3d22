/**
 * Keys pressed while a question is still loading. They are meant for the question, so the list below must not act on
 * them: they are applied when it opens, and Escape cancels it.
 */
import { useCallback, useLayoutEffect, useRef } from 'react'

export type TypedAhead = { text: string; isEntered: boolean }

const nothing: TypedAhead = { text: '', isEntered: false }

/** `question`: the one that is open or loading. Returns what was typed before it opened. */
export const useTypedAhead = (
  question: string | null,
  isLoading: boolean,
  onCancel: () => void,
): (() => TypedAhead) => {
  const typed = useRef(nothing)
  useLayoutEffect(() => {
    // The next question starts without them.
    typed.current = nothing
  }, [question])
  useLayoutEffect(() => {
    if (question === null || !isLoading) return
    const heard = (event: KeyboardEvent) => {
      event.stopImmediatePropagation()
      // Combinations and Tab are left to the browser.
      if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return
      event.preventDefault()
      const { text, isEntered } = typed.current
      if (event.key === 'Escape') onCancel()
      else if (isEntered) return
      else if (event.key === 'Enter') typed.current = { text, isEntered: true }
      else if (event.key === 'Backspace') typed.current = { text: text.slice(0, -1), isEntered }
      else if (event.key.length === 1) typed.current = { text: text + event.key, isEntered }
    }
    window.addEventListener('keydown', heard, true)
    return () => window.removeEventListener('keydown', heard, true)
  }, [question, isLoading, onCancel])
  return useCallback(() => typed.current, [])
}
