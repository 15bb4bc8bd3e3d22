/**
 * The texts on the server: every namespace of every language, read once from the locale files, and ready instances per
 * language that all requests share: i18next's for messages, the browser's own for pages. None ever changes its language.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { RemixI18Next } from 'remix-i18next/server'
import type { EntryContext } from '@remix-run/node'
import { makeBrowserTexts } from './browser-texts'
import { formatsOf } from './format'
import { codeOf, defaultLanguage, languages, parseLanguage, type Language } from './languages'
import { i18nextOptions } from './options'

/** A namespace's tree of texts, as its file has it. */
type Texts = { [key: string]: string | Texts }
type Catalogue = Map<Language, Record<string, Texts>>

const readNamespaces = (language: Language): Record<string, Texts> => {
  const folder = resolve('app/i18n/locales', language)
  const files = readdirSync(folder).filter(file => file.endsWith('.json')).sort()
  return Object.fromEntries(files.map(file => [basename(file, '.json'), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Texts]))
}

/** The suffixes of plural forms: a language has its own set, so English forms never complete another language's key. */
const pluralForm = /_(zero|one|two|few|many|other)$/

const completed = (texts: Texts, english: Texts): Texts => {
  const result: Texts = { ...texts }
  for (const [key, value] of Object.entries(english)) {
    const own = texts[key]
    if (own === undefined) {
      const stem = key.replace(pluralForm, '')
      if (!(pluralForm.test(key) && `${stem}_other` in texts)) result[key] = value
    } else if (typeof own !== 'string' && typeof value !== 'string') result[key] = completed(own, value)
  }
  return result
}

const readCatalogue = (): Catalogue => {
  const english = readNamespaces(defaultLanguage)
  return new Map(languages.map(({ tag }) => {
    const own = readNamespaces(tag)
    const namespaces = Object.keys(english).map(name => [name, completed(own[name] ?? {}, english[name] ?? {})] as const)
    return [tag, Object.fromEntries(namespaces)]
  }))
}

let catalogue: Catalogue | null = null
const textsOf = (language: Language): Record<string, Texts> => {
  catalogue ??= readCatalogue()
  return catalogue.get(language) ?? {}
}

const instances = new Map<Language, i18n>()
/** The language's shared instance with every namespace loaded: `t` answers at once. */
export const instanceFor = (language: Language): i18n => {
  const known = instances.get(language)
  if (known) return known
  const instance = createInstance({ ...i18nextOptions, lng: language, resources: { [language]: textsOf(language) }, initImmediate: false })
  void instance.use(initReactI18next).init()
  // i18next's own keeps a formatter for every set of values that it ever saw.
  instance.services.formatter?.add('number', (value: number) => formatsOf(language).number(value))
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
  const version = createHash('sha256').update(JSON.stringify(textsOf(language))).digest('hex').slice(0, 12)
  versions.set(language, version)
  return version
}

/** One namespace as the browser fetches it, or null where there is none. */
export const findTexts = (language: Language, namespace: string): string | null => {
  const texts = textsOf(language)
  return Object.hasOwn(texts, namespace) ? JSON.stringify(texts[namespace]) : null
}

/** The cookie that keeps the chosen language's code as plain text (`ua`, not `uk`). */
const cookieName = 'language'
const yearSeconds = 31_536_000

/** The Set-Cookie value that keeps a choice for a year. */
export const languageCookie = (language: Language, secure: boolean): string =>
  `${cookieName}=${codeOf(language)}; Path=/; Max-Age=${yearSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

const languageInCookie = (request: Request): Language | null => {
  const pair = /(?:^|;\s*)language=([A-Za-z-]{2,8})(?:;|$)/.exec(request.headers.get('cookie') ?? '')
  return parseLanguage(pair?.[1])
}

const remixI18n = new RemixI18Next({
  i18next: i18nextOptions,
  detection: {
    supportedLanguages: [...new Set(languages.flatMap(({ tag, code }) => [tag, code]))],
    fallbackLanguage: defaultLanguage,
    findLocale: async request => languageInCookie(request),
    order: ['custom', 'header'],
  },
})

/** The language that the request itself asks for: cookie, then Accept-Language, then English. */
export const requestLanguage = async (request: Request): Promise<Language> =>
  parseLanguage(await remixI18n.getLocale(request)) ?? defaultLanguage

/** The namespaces that the routes of a page ask for, for what the server preloads. */
export const routeNamespaces = (page: EntryContext): string[] => remixI18n.getRouteNamespaces(page)
