/**
 * The texts in the browser: only the page's language, and only the namespaces that its routes ask for. The texts of the
 * first page are loaded before hydration (the head has already requested them); a navigation fetches what the next page
 * needs in addition.
 */
import type { i18n } from 'i18next'
import { getInitialNamespaces } from 'remix-i18next/client'
import { textsAddress } from './address'
import { makeBrowserTexts, type TextTree } from './browser-texts'
import { frameNamespaces } from './handle'
import { defaultLanguage, parseLanguage } from './languages'
import { i18nextOptions } from './options'

/** Loads the texts of this page through `fetchFile`; rejects if a namespace can't be fetched. */
export const startTexts = async (fetchFile: (address: string) => Promise<Response>): Promise<i18n> => {
  const { lang, dataset } = document.documentElement
  const language = parseLanguage(lang) ?? defaultLanguage
  const load = async (namespace: string): Promise<TextTree> => {
    const answer = await fetchFile(textsAddress(language, dataset.texts ?? '0', namespace))
    if (!answer.ok) throw new Error(`texts ${namespace}: ${answer.status}`)
    return (await answer.json()) as TextTree
  }
  // The router already has the new address, so a page whose texts are missing is reloaded from the server. Additions to
  // a page (a dialog, the session watch) must not replace the page when the network fails.
  const texts = makeBrowserTexts(language, i18nextOptions.defaultNS, load, {}, () => location.reload())
  await texts.loadNamespaces([...new Set([...frameNamespaces, ...getInitialNamespaces()])])
  return texts
}
