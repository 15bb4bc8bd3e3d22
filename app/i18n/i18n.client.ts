/**
 * The texts in the browser: only the page's language, only the namespaces that its routes ask for. What the first page
 * needs is fetched (it was preloaded in the head) before hydration; a navigation fetches what its page adds.
 */
import { createInstance, type BackendModule, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { getInitialNamespaces } from 'remix-i18next/client'
import { textsAddress } from './address'
import { frameNamespaces } from './handle'
import { defaultLanguage, parseLanguage } from './languages'
import { i18nextOptions } from './options'

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const tag = parseLanguage(language) ?? defaultLanguage
    fetch(textsAddress(tag, document.documentElement.dataset.texts ?? '0', namespace), { credentials: 'same-origin' })
      .then(answer => (answer.ok ? answer.json() : Promise.reject(new Error(`texts ${namespace}: ${answer.status}`))))
      .then((texts: Record<string, string>) => done(null, texts))
      // A page is never shown with bare keys: the error goes to i18next, and the failure is remembered for the frame.
      .catch((error: unknown) => {
        failed = true
        done(error instanceof Error ? error : new Error(String(error)), null)
      })
  },
}

let failed = false
/** Whether a namespace could not be fetched: then the next page must come whole from the server. */
export const textsFailed = (): boolean => failed

/** Starts i18next for this page and resolves when all texts of its routes are there. */
export const startTexts = async (): Promise<i18n> => {
  const language = parseLanguage(document.documentElement.lang) ?? defaultLanguage
  const instance = createInstance()
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      ...i18nextOptions,
      lng: language,
      ns: [...new Set([...frameNamespaces, ...getInitialNamespaces()])],
      partialBundledLanguages: false,
    })
  if (failed) throw new Error('the texts of this page could not be fetched')
  return instance
}
