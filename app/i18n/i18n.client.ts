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

/** Set once the first page runs: from then on a page without its texts comes whole from the server instead. */
let started = false

const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, done) => {
    const tag = parseLanguage(language) ?? defaultLanguage
    fetch(textsAddress(tag, document.documentElement.dataset.texts ?? '0', namespace), { credentials: 'same-origin' })
      .then(answer => (answer.ok ? answer.json() : Promise.reject(new Error(`texts ${namespace}: ${answer.status}`))))
      .then((texts: Record<string, string>) => done(null, texts))
      .catch((error: unknown) => {
        // The router has the new address already. i18next is not answered, so that no page shows bare keys meanwhile.
        if (started) location.reload()
        else done(error instanceof Error ? error : new Error(String(error)), null)
      })
  },
}

/** Starts i18next for this page and resolves when all texts of its routes are there. */
export const startTexts = async (): Promise<i18n> => {
  const language = parseLanguage(document.documentElement.lang) ?? defaultLanguage
  const namespaces = [...new Set([...frameNamespaces, ...getInitialNamespaces()])]
  const instance = createInstance()
  await instance
    .use(backend)
    .use(initReactI18next)
    .init({
      ...i18nextOptions,
      lng: language,
      ns: namespaces,
    })
  const missing = namespaces.filter(namespace => !instance.hasResourceBundle(language, namespace))
  if (missing.length > 0) throw new Error(`the texts of this page could not be fetched: ${missing.join(', ')}`)
  started = true
  return instance
}
