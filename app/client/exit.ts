/**
 * Exit in the browser: a person's unsaved data is removed before the form is sent, so that the next person at this
 * machine finds nothing. If it can't be removed within a second, the form is sent anyway.
 */
import { useEffect } from 'react'

const patienceMs = 1000

/** Listens for the Exit form, which names its user in data-exit. The root calls it once. */
export const useExit = (): void => {
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement) || !form.dataset.exit || event.defaultPrevented) return
      event.preventDefault()
      try {
        sessionStorage.clear()
      } catch {
        // If storage is refused, there is nothing in it.
      }
      const cleared = import('~/client/editor/save/journal').then((journal) =>
        journal.clearJournals(form.dataset.exit ?? ''),
      )
      const waited = new Promise((resolve) => setTimeout(resolve, patienceMs))
      void Promise.race([cleared.catch(() => undefined), waited]).then(() => form.submit())
    }
    document.addEventListener('submit', onSubmit)
    return () => document.removeEventListener('submit', onSubmit)
  }, [])
}
