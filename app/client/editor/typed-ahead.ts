/**
 * Keys pressed while a question is still being loaded. They are meant for the question, so the list below must not act
 * on them: what was typed is there when it opens, and Escape cancels it.
 */
import { useCallback, useLayoutEffect, useRef } from 'react'

export type TypedAhead = { text: string; isEntered: boolean }

const nothing: TypedAhead = { text: '', isEntered: false }

/** `question`: the one that is open or being loaded. Answers what was typed ahead of it. */
export const useTypedAhead = (
  question: string | null,
  isLoading: boolean,
  onCancel: () => void,
): (() => TypedAhead) => {
  const typed = useRef(nothing)
  useLayoutEffect(() => {
    // The next question has not heard it.
    typed.current = nothing
  }, [question])
  useLayoutEffect(() => {
    if (question === null || !isLoading) return
    const heard = (event: KeyboardEvent) => {
      event.stopImmediatePropagation()
      // Combinations and Tab stay the browser's.
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
