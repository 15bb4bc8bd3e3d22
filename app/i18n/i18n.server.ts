/**
 * The texts on the server: every namespace of every language, read once from the locale files, and ready instances per
 * language that all requests share: i18next's for messages, the browser's own for pages. None ever changes its
 * language.
 */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import type { EntryContext } from '@remix-run/node'
import { makeBrowserTexts } from './browser-texts'
import { askedLanguage, languageCookieName } from './accept-language'
import { readCatalogue, type Catalogue, type Texts } from './catalogue.server'
import { formatsOf } from './format'
import { codeOf, defaultLanguage, languages, parseLanguage, type Language } from './languages'
import { i18nextOptions } from './options'

let catalogue: Catalogue | null = null
const wholeCatalogue = (): Catalogue => (catalogue ??= readCatalogue(resolve('app/i18n/locales')))
const textsOf = (language: Language): Record<string, Texts> => wholeCatalogue().texts.get(language) ?? {}

/**
 * Files of texts that are missing or can't be read, one sentence each, for the log at start: their texts are shown in
 * English.
 */
export const lackingTexts = (): readonly string[] => wholeCatalogue().lacks

const instances = new Map<Language, i18n>()
/** The language's shared instance with every namespace loaded: `t` answers at once. */
export const instanceFor = (language: Language): i18n => {
  const known = instances.get(language)
  if (known) return known
  const instance = createInstance({
    ...i18nextOptions,
    lng: language,
    resources: { [language]: textsOf(language) },
    initImmediate: false,
  })
  void instance.use(initReactI18next).init()
  // i18next's own keeps a formatter for every set of values that it ever saw.
  instance.services.formatter?.add('number', (value: number) => formatsOf(language).number(value))
  instance.services.formatter?.add('bytes', (value: unknown) =>
    typeof value === 'number' ? formatsOf(language).bytes(value) : '',
  )
  instances.set(language, instance)
  return instance
}

const pageInstances = new Map<Language, i18n>()
/** What pages of a language are rendered with: the same texts, read by the code that reads them in the browser. */
export const pageTextsFor = (language: Language): i18n => {
  const known = pageInstances.get(language)
  if (known) return known
  const none = (namespace: string) => Promise.reject(new Error(`there are no texts named ${namespace}`))
  const instance = makeBrowserTexts(language, i18nextOptions.defaultNS, none, textsOf(language))
  pageInstances.set(language, instance)
  return instance
}

const versions = new Map<Language, string>()
/** A short hash of all of a language's texts: part of their address, so browsers keep them for good. */
export const textsVersion = (language: Language): string => {
  const known = versions.get(language)
  if (known) return known
  const version = createHash('sha256')
    .update(JSON.stringify(textsOf(language)))
    .digest('hex')
    .slice(0, 12)
  versions.set(language, version)
  return version
}

/** One namespace as the browser fetches it, or null where there is none. */
export const findTexts = (language: Language, namespace: string): string | null => {
  const texts = textsOf(language)
  return Object.hasOwn(texts, namespace) ? JSON.stringify(texts[namespace]) : null
}

const yearSeconds = 31_536_000

/** The Set-Cookie value that keeps a choice for a year. */
export const languageCookie = (language: Language, secure: boolean): string =>
  `${languageCookieName}=${codeOf(language)}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

const remixI18n = new RemixI18Next({
  i18next: i18nextOptions,
  detection: {
    supportedLanguages: [...new Set(languages.flatMap(({ tag, code }) => [tag, code]))],
    fallbackLanguage: defaultLanguage,
    // Its own reading of Accept-Language gives up at a first language that is not known, and takes one that is refused
    // (q=0).
    findLocale: async (request) =>
      askedLanguage({ cookie: request.headers.get('cookie'), acceptLanguage: request.headers.get('accept-language') }),
    order: ['custom'],
  },
})

/** The language that the request itself asks for: cookie, then Accept-Language, then English. */
export const requestLanguage = async (request: Request): Promise<Language> =>
  parseLanguage(await remixI18n.getLocale(request)) ?? defaultLanguage

/** The namespaces that the routes of a page ask for, for what the server preloads. */
export const routeNamespaces = (page: EntryContext): string[] => remixI18n.getRouteNamespaces(page)
