/**
 * The texts on the server: every namespace of every language, read once from the locale files. All requests of a
 * language share its instances: i18next's for messages, and the browser's own for pages. No instance ever changes its
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
import { formatsOf, sentenceValue } from './format'
import { codeOf, defaultLanguage, languages, parseLanguage, type Language } from './languages'
import { i18nextOptions } from './options'

let catalogue: Catalogue | null = null
const wholeCatalogue = (): Catalogue => (catalogue ??= readCatalogue(resolve('app/i18n/locales')))
const textsOf = (language: Language): Record<string, Texts> => wholeCatalogue().texts.get(language) ?? {}

/** Lists missing or unreadable text files, one sentence each for the log at start. Their texts are shown in English. */
export const lackingTexts = (): readonly string[] => wholeCatalogue().lacks

const instances = new Map<Language, i18n>()
/** Returns the language's shared instance with every namespace loaded, so that `t` answers at once. */
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
  // i18next's own formatter caches one entry for every set of values that it ever sees.
  instance.services.formatter?.add('number', (value: number) => formatsOf(language).number(value))
  instance.services.formatter?.add('bytes', (value: unknown) =>
    typeof value === 'number' ? formatsOf(language).bytes(value) : '',
  )
  for (const kind of ['amount', 'moment'] as const)
    instance.services.formatter?.add(kind, (value: unknown) => sentenceValue(formatsOf(language), kind, value))
  instances.set(language, instance)
  return instance
}

/** Returns the language of `t`, so that values are formatted like the sentence around them. */
export const languageOf = (t: i18n['t']): Language =>
  [...instances].find(([, instance]) => instance.t === t)?.[0] ?? defaultLanguage

const pageInstances = new Map<Language, i18n>()
/**
 * Returns the instance that renders pages of a language: the same texts, read by the browser's code. It has all of
 * them, so a page shows even texts of namespaces that it did not ask for.
 */
export const pageTextsFor = (language: Language): i18n => {
  const known = pageInstances.get(language)
  if (known) return known
  const instance = makeBrowserTexts(language, i18nextOptions.defaultNS, null, textsOf(language))
  pageInstances.set(language, instance)
  return instance
}

const versions = new Map<Language, string>()
/** A short hash of all texts of a language. It is part of their address, so that browsers cache them for good. */
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

/** Returns one namespace as the browser fetches it, or null if it doesn't exist. */
export const findTexts = (language: Language, namespace: string): string | null => {
  const texts = textsOf(language)
  return Object.hasOwn(texts, namespace) ? JSON.stringify(texts[namespace]) : null
}

const yearSeconds = 31_536_000

/** Returns the Set-Cookie value that stores a choice for a year. */
export const languageCookie = (language: Language, secure: boolean): string =>
  `${languageCookieName}=${codeOf(language)}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

const remixI18n = new RemixI18Next({
  i18next: i18nextOptions,
  detection: {
    supportedLanguages: [...new Set(languages.flatMap(({ tag, code }) => [tag, code]))],
    fallbackLanguage: defaultLanguage,
    // The library's own reading of Accept-Language gives up at the first unknown language, and accepts a refused one
    // (q=0).
    findLocale: async (request) =>
      askedLanguage({ cookie: request.headers.get('cookie'), acceptLanguage: request.headers.get('accept-language') }),
    order: ['custom'],
  },
})

/** Returns the language that the request asks for: cookie, then Accept-Language, then English. */
export const requestLanguage = async (request: Request): Promise<Language> =>
  parseLanguage(await remixI18n.getLocale(request)) ?? defaultLanguage

/** Returns the namespaces that a page's routes ask for, so that the server can preload them. */
export const routeNamespaces = (page: EntryContext): string[] => remixI18n.getRouteNamespaces(page)
