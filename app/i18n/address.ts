/** Where the browser fetches a namespace: the version in the address lets it keep the answer for good. */
import { codeOf, type Language } from './languages'

export const textsAddress = (language: Language, version: string, namespace: string): string =>
  `/texts/${codeOf(language)}/${version}/${namespace}.json`
