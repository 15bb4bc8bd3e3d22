/**
 * Implements the part of i18next that a page needs, behind the same interface: nested keys, values, numbers, plural
 * forms and contexts of one language. The whole library would cost every page 14 KB in the browser and a tenth of its
 * rendering time on the server, where it is used for messages only. A test compares both for every text of every
 * language.
 */
import type { i18n, TFunction } from 'i18next'
import { formatsOf, sentenceValue } from './format'
import { defaultLanguage, parseLanguage } from './languages'

export type TextTree = { [key: string]: string | TextTree }
type Values = Record<string, unknown>
const noValues: Values = {}
/** Fetches one namespace; rejects if it is not available. */
export type LoadTexts = (namespace: string) => Promise<TextTree>

/**
 * Matches `{{name}}`, `{{name, number}}`, `{{name, bytes}}` (a size), `{{name, amount}}` (decimal text, with four
 * decimals as Mango is shown), `{{name, moment}}` (a time, ISO) and `{{name, relativetime(range: minute)}}`.
 */
const valuePattern = /\{\{(.+?)\}\}/g
const rangePattern = /^relativetime\(range: (second|minute|hour)\)$/

const find = (tree: TextTree | undefined, key: string): string | undefined => {
  let at: string | TextTree | undefined = tree
  for (const part of key.split('.')) at = typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}

/** Returns the keys under which a text may be found, the most specific first. */
const namesOf = (key: string, values: Values, plurals: Intl.PluralRules): string[] => {
  const { count, context } = values
  const forms =
    count === undefined || typeof count === 'string'
      ? ['']
      : [...(count === 0 ? ['_zero'] : []), `_${plurals.select(Number(count))}`, '']
  const stems =
    (typeof context === 'string' && context !== '') || typeof context === 'number' ? [`${key}_${context}`, key] : [key]
  return stems.flatMap((stem) => forms.map((form) => stem + form))
}

/**
 * Makes an instance for one language. Namespaces that are not in `loaded` are fetched by `loadNamespaces`; until then
 * their texts are missing. It rejects if a namespace can't be fetched; when a rendering page waits by callback,
 * `onLack` is called instead. Without `load` nothing is fetched: `loaded` has everything.
 */
export const makeBrowserTexts = (
  language: string,
  defaultNamespace: string,
  load: LoadTexts | null,
  loaded: Readonly<Record<string, TextTree>> = {},
  onLack: (() => void) | null = null,
): i18n => {
  const trees = new Map<string, TextTree>(Object.entries(loaded))
  const plurals = new Intl.PluralRules(language)
  const format = formatsOf(parseLanguage(language) ?? defaultLanguage)

  const fill = (text: string, values: Values): string =>
    text.replace(valuePattern, (whole, inside: string) => {
      const [name = '', kind] = inside.split(',').map((part) => part.trim())
      const value = values[name]
      if (kind === 'number') return format.number(value as number)
      if (kind === 'bytes') return typeof value === 'number' ? format.bytes(value) : ''
      if (kind === 'amount' || kind === 'moment') return sentenceValue(format, kind, value)
      const range = rangePattern.exec(kind ?? '')?.[1]
      if (range)
        return new Intl.RelativeTimeFormat(language).format(value as number, range as Intl.RelativeTimeFormatUnit)
      // A missing value stays visible as its placeholder.
      if (value === undefined && !Object.hasOwn(values, name)) return whole
      return value === undefined || value === null ? '' : String(value)
    })

  const resolve = (fullKey: string, values: Values, namespace: string): string | undefined => {
    const colon = fullKey.indexOf(':')
    const tree = trees.get(colon < 0 ? namespace : fullKey.slice(0, colon))
    for (const name of namesOf(fullKey.slice(colon + 1), values, plurals)) {
      const text = find(tree, name)
      if (text !== undefined) return text
    }
    return undefined
  }

  /** Caches texts that are requested without values, by namespace and key: most of a page's texts. */
  const plain = new Map<string, Map<string, string>>()
  const plainOf = (namespace: string): Map<string, string> => {
    const known = plain.get(namespace) ?? new Map<string, string>()
    plain.set(namespace, known)
    return known
  }

  const makeT = (namespace: string) => {
    const known = plainOf(namespace)
    return (key: string, more?: Values | string): string => {
      if (more === undefined) {
        const found = known.get(key) ?? resolve(key, noValues, namespace)
        // A missing text may become available later, with its namespace.
        if (found === undefined) return key.slice(key.indexOf(':') + 1)
        known.set(key, found)
        return found
      }
      const values: Values = typeof more === 'string' ? { defaultValue: more } : more
      const { defaultValue } = values
      const text = resolve(key, values, namespace) ?? (typeof defaultValue === 'string' ? defaultValue : undefined)
      return text === undefined ? key.slice(key.indexOf(':') + 1) : fill(text, values)
    }
  }

  const loadNamespaces = async (
    namespaces: string | readonly string[],
    done?: (error: unknown) => void,
  ): Promise<void> => {
    try {
      if (load !== null) {
        const missing = [namespaces].flat().filter((namespace) => !trees.has(namespace))
        await Promise.all(missing.map(async (namespace) => trees.set(namespace, await load(namespace))))
      }
    } catch (error) {
      if (done === undefined || onLack === null) throw error
      // The callback is not called, so that the page never shows bare keys.
      return onLack()
    }
    done?.(null)
  }

  const texts = {
    language,
    languages: [language],
    resolvedLanguage: language,
    isInitialized: true,
    options: { defaultNS: defaultNamespace, ns: [], react: { useSuspense: true } },
    t: makeT(defaultNamespace),
    getFixedT: (_: unknown, namespace?: string | readonly string[] | null) =>
      makeT([namespace ?? defaultNamespace].flat()[0] ?? defaultNamespace),
    exists: (key: string, values: Values = {}) => resolve(key, values, defaultNamespace) !== undefined,
    hasLoadedNamespace: (namespace: string) => load === null || trees.has(namespace),
    loadNamespaces,
    // A page's language never changes; another language means another page.
    on: () => undefined,
    off: () => undefined,
  } satisfies Record<string, unknown> & { t: (key: string, more?: Values | string) => string }
  // The interface is i18next's; react-i18next and this portal use only the part above.
  return texts as unknown as i18n & { t: TFunction }
}
