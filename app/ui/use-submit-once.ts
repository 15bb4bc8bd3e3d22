/** Ignores the second of two clicks that would send the same form twice. */
import { useEffect, useRef } from 'react'
import { contentOf } from './form-content'

/** A second confirmation within this time counts as the same. */
const confirmDebounceMs = 500

/**
 * Prevents a double click from sending a form twice. A corrected form counts as a new one, however quickly it is sent.
 */
export const useSubmitOnce = <Form extends HTMLFormElement>() => {
  const form = useRef<Form>(null)
  useEffect(() => {
    const element = form.current
    if (!element) return
    let lastMs = -confirmDebounceMs
    let lastContent = ''
    const guard = (event: Event) => {
      const content = contentOf(element)
      if (event.timeStamp - lastMs < confirmDebounceMs && content === lastContent) {
        event.preventDefault()
        event.stopImmediatePropagation()
        return
      }
      lastMs = event.timeStamp
      lastContent = content
    }
    element.addEventListener('submit', guard, true)
    return () => element.removeEventListener('submit', guard, true)
  }, [])
  return form
}
