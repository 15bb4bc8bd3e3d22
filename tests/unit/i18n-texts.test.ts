/** The texts of all eight languages: the same keys, every plural form of the language, the same values inside. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scopes } from '~/modules/session/caller'
import { instanceFor } from '~/i18n/i18n.server'
import { languages, parseLanguage } from '~/i18n/languages'

type Texts = { [key: string]: string | Texts }
const root = 'app/i18n/locales'
const namespaces = readdirSync(join(root, 'en')).map((file) => basename(file, '.json'))

const flatten = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]): [string, string][] =>
      typeof value === 'string' ? [[prefix + key, value]] : [...flatten(value, `${prefix}${key}.`)],
    ),
  )

const read = (language: string, namespace: string): Map<string, string> =>
  flatten(JSON.parse(readFileSync(join(root, language, `${namespace}.json`), 'utf8')) as Texts)

const form = /_(zero|one|two|few|many|other)$/
/**
 * A key's name without its plural form. Every language has "one" and "other"; "other" without "one" is a choice by
 * context.
 */
const stemOf = (key: string, all: ReadonlyMap<string, string>): string => {
  const stem = key.replace(form, '')
  return form.test(key) && all.has(`${stem}_other`) && all.has(`${stem}_one`) ? stem : key
}
const stems = (all: ReadonlyMap<string, string>): string[] =>
  [...new Set([...all.keys()].map((key) => stemOf(key, all)))].sort()
/** The values in a text, each with its format: `{{most, number}}` differs from `{{most}}`. */
const valuesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*([^}]+?)\s*\}\}/g)].map((match) => (match[1] ?? '').replaceAll(/\s+/g, ' '))
/** A text without its values. */
const lengthOf = (text: string): number => text.replaceAll(/\{\{[^}]*\}\}|\]\([^)]*\)/g, '').length

describe.each(namespaces)('the namespace %s', (namespace) => {
  const english = read('en', namespace)

  it.each(languages.map(({ tag }) => tag))('has all its keys in %s', (language) => {
    expect(stems(read(language, namespace))).toEqual(stems(english))
  })

  it.each(languages.map(({ tag }) => tag))('has every plural form of %s', (language) => {
    const texts = read(language, namespace)
    const forms = [...new Intl.PluralRules(language).resolvedOptions().pluralCategories].sort()
    const counted = stems(texts).filter((stem) => texts.has(`${stem}_other`) && texts.has(`${stem}_one`))
    const found = Object.fromEntries(
      counted.map((stem) => [
        stem,
        [...texts.keys()]
          .filter((key) => stemOf(key, texts) === stem && key !== stem)
          .map((key) => key.slice(stem.length + 1))
          .sort(),
      ]),
    )
    expect(found).toEqual(Object.fromEntries(counted.map((stem) => [stem, forms])))
  })

  it.each(languages.map(({ tag }) => tag))('has no empty text and uses the same values in %s', (language) => {
    const texts = read(language, namespace)
    const wrong: string[] = []
    for (const stem of stems(texts)) {
      const own = [...texts].filter(([key]) => stemOf(key, texts) === stem)
      const all = [...english].filter(([key]) => stemOf(key, english) === stem)
      const names = (rows: [string, string][]): string =>
        [...new Set(rows.flatMap(([, text]) => valuesIn(text)))].sort().join(' ')
      if (own.some(([, text]) => text.trim() === '')) wrong.push(`${stem} is empty`)
      // Languages differ in length, but not this much: a sentence was left out.
      const [least, most] = [
        Math.min(...own.filter(([key]) => !key.endsWith('_zero')).map(([, text]) => lengthOf(text))),
        Math.max(...all.map(([, text]) => lengthOf(text))),
      ]
      if (most > 60 && least < most * 0.5) wrong.push(`${stem} says ${least} letters of ${most}`)
      if (names(own) !== names(all)) wrong.push(`${stem}: "${names(own)}" instead of "${names(all)}"`)
    }
    expect(wrong).toEqual([])
  })
})

describe('keys in the code', () => {
  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !file.startsWith('generated'),
  )

  it('exist', () => {
    const texts = instanceFor('en')
    const pattern = new RegExp(`['"\`](${namespaces.join('|')}):([A-Za-z][\\w.-]*[\\w])['"\`]`, 'g')
    const missing = sources.flatMap((file) =>
      [
        ...readFileSync(join('app', file), 'utf8')
          .replace(/\/\*[\s\S]*?\*\//g, '')
          .matchAll(pattern),
      ].flatMap(([, namespace = '', key = '']) => {
        // Scopes of API tokens look like keys, but aren't.
        if (scopes.some((scope) => scope === `${namespace}:${key}`)) return []
        const known = texts.exists(`${namespace}:${key}`, { count: 1 }) || texts.exists(`${namespace}:${key}`)
        return known ? [] : [`${file}: ${namespace}:${key}`]
      }),
    )
    expect(missing).toEqual([])
  })

  it('exist without a namespace in one that their component reads', () => {
    const texts = instanceFor('en')
    const missing = sources.flatMap((file) => {
      const source = readFileSync(join('app', file), 'utf8')
      const read = [...source.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names = '']) =>
        [...names.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name),
      )
      // If the texts are passed in, the caller knows the namespace.
      const within = read.length > 0 ? read : namespaces
      const keysOf = (called: string): string[] =>
        [...source.matchAll(new RegExp(`(?<![\\w.])${called}\\(\\s*'([^':]+)'`, 'g'))].map(([, key = '']) => key)
      const lacks = (names: readonly string[], key: string): boolean =>
        !names.some((name) => texts.exists(`${name}:${key}`, { count: 1 }) || texts.exists(`${name}:${key}`))
      // A component with two namespaces names the second one's function differently.
      const named = [...source.matchAll(/\{ t: (\w+) \} = useTranslation\('([\w-]+)'\)/g)]
      return [
        ...keysOf('t').filter((key) => lacks(within, key)),
        ...named.flatMap(([, called = '', name = '']) => keysOf(called).filter((key) => lacks([name], key))),
      ].map((key) => `${file}: ${key}`)
    })
    expect(missing).toEqual([])
  })
})

describe('keys of the texts', () => {
  /** Everything that the code could name: whole strings, and templates with open values. */
  const literals = new Set<string>()
  const templates: RegExp[] = []
  for (const file of readdirSync('app', { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.startsWith('generated'),
  )) {
    const source = readFileSync(join('app', file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
    for (const [, text = ''] of source.matchAll(/'([\w:.-]+)'/g)) literals.add(text)
    for (const [, text = ''] of source.matchAll(/`([\w:.-]*\$\{[^`]*)`/g)) {
      const parts = text.split(/\$\{[^}]*\}/)
      // A template of only placeholders could be anything and proves nothing.
      if (parts.join('').replaceAll(/[.:]/g, '').length > 1 && parts.every((part) => /^[\w:.-]*$/.test(part)))
        templates.push(
          new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('[\\w-]+(?:\\.[\\w-]+)*')}$`),
        )
    }
  }
  /** Whole namespaces whose keys are codes of the engine, of the table of errors, or of the guides' own description. */
  const byCode = /^(?:errors|problems|losses|guide-[\w-]+)$/
  const isNamed = (namespace: string, key: string): boolean => {
    const names = [key, key.replace(form, ''), key.replace(/_[\w-]+$/, '')]
    return names
      .flatMap((name) => [name, `${namespace}:${name}`])
      .some((name) => literals.has(name) || templates.some((template) => template.test(name)))
  }

  it('are all used', () => {
    const unused = namespaces
      .filter((namespace) => !byCode.test(namespace))
      .flatMap((namespace) =>
        [...read('en', namespace).keys()].filter((key) => !isNamed(namespace, key)).map((key) => `${namespace}:${key}`),
      )
    expect(unused).toEqual([])
  })
})

describe('codes of languages', () => {
  it('are accepted by code, by tag and with a region', () => {
    expect([
      parseLanguage('ua'),
      parseLanguage('uk'),
      parseLanguage('UK-ua'),
      parseLanguage('pt-BR'),
      parseLanguage('de'),
      parseLanguage(''),
    ]).toEqual(['uk', 'uk', 'uk', 'pt', null, null])
  })
})

it.each(languages.map(({ tag }) => tag))(
  'writes the limits of messages and lists in %s as the pages write numbers',
  (language) => {
    const written = new Intl.NumberFormat(language).format(2000)
    const texts = [
      read(language, 'news').get('write.textWrong'),
      read(language, 'news').get('thread.textWrong'),
      read(language, 'errors').get('Q2202'),
      read(language, 'errors').get('Q2203'),
    ]
    for (const text of texts) expect(text).toContain(written)
  },
)
