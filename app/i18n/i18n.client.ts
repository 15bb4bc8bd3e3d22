/**
 * The texts in the browser: only the page's language, only the namespaces that its routes ask for. What the first page
 * needs is fetched (the head has asked for it already) before hydration; a navigation fetches what its page adds.
 */
import type { i18n } from 'i18next'
import { getInitialNamespaces } from 'remix-i18next/client'
import { textsAddress } from './address'
import { makeBrowserTexts, type TextTree } from './browser-texts'
import { frameNamespaces } from './handle'
import { defaultLanguage, parseLanguage } from './languages'
import { i18nextOptions } from './options'

/** Starts the texts of this page, read by `fetchFile`; fails when one of its namespaces can't be fetched. */
export const startTexts = async (fetchFile: (address: string) => Promise<Response>): Promise<i18n> => {
  const { lang, dataset } = document.documentElement
  const language = parseLanguage(lang) ?? defaultLanguage
  const load = async (namespace: string): Promise<TextTree> => {
    const answer = await fetchFile(textsAddress(language, dataset.texts ?? '0', namespace))
    if (!answer.ok) throw new Error(`texts ${namespace}: ${answer.status}`)
    return (await answer.json()) as TextTree
  }
  // The router has the new address already: a page without its texts comes whole from the server. What comes beside a
  // page (a dialog, the session's watch) must not take the page away when the network does.
  const texts = makeBrowserTexts(language, i18nextOptions.defaultNS, load, {}, () => location.reload())
  await texts.loadNamespaces([...new Set([...frameNamespaces, ...getInitialNamespaces()])])
  return texts
}
