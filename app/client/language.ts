/**
 * A form that chooses a language reloads the page. The contents of the page's other forms are sent with it, and
 * reappear in the new language, except secrets and files.
 */
import { useEffect } from 'react'
import { fieldsStanding } from '~/client/session/typed'

/** Longer than any form of the portal, completely filled in. */
const maxTyped = 10_000

/** Listens for the forms that choose a language. `given` as in watchTyping. The root calls it once. */
export const useLanguageForms = (given: boolean): void => {
  useEffect(() => {
    const onFormData = ({ target, formData }: FormDataEvent) => {
      if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/language') return
      const typed = JSON.stringify(fieldsStanding(target, given))
      if (typed !== '{}' && typed.length <= maxTyped) formData.set('typed', typed)
    }
    document.addEventListener('formdata', onFormData)
    return () => document.removeEventListener('formdata', onFormData)
  }, [given])
}
