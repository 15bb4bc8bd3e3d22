/**
 * Makes the address from which the browser fetches a namespace. It contains the version of the texts, so that browsers
 * cache the answer for good.
 */
import { codeOf, type Language } from './languages'

export const textsAddress = (language: Language, version: string, namespace: string): string =>
  `/texts/${codeOf(language)}/${version}/${namespace}.json`
