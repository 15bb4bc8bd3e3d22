/**
 * A language is chosen by a form that loads the page anew: what stands in the page's other forms goes along with it,
 * and is there again in the new language. Secrets and files stay behind.
 */
import { useEffect } from 'react'
import { fieldsStanding } from '~/client/session/typed'

/** Longer than any form of the portal filled to its end; what is more is no typing. */
const mostTyped = 10_000

/** Listens for the forms that choose a language. `given` as in watchTyping. Called once, by the root. */
export const useLanguageForms = (given: boolean): void => {
  useEffect(() => {
    const onFormData = ({ target, formData }: FormDataEvent) => {
      if (!(target instanceof HTMLFormElement) || target.getAttribute('action') !== '/language') return
      const typed = JSON.stringify(fieldsStanding(target, given))
      if (typed !== '{}' && typed.length <= mostTyped) formData.set('typed', typed)
    }
    document.addEventListener('formdata', onFormData)
    return () => document.removeEventListener('formdata', onFormData)
  }, [given])
}
