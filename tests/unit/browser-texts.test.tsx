/**
 * The browser renders texts as i18next does on the server: every key of every language, with every count and context.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { describe, expect, it } from 'vitest'
import { makeBrowserTexts, type TextTree } from '~/i18n/browser-texts'
import { findTexts, instanceFor, pageTextsFor } from '~/i18n/i18n.server'
import { languages, type Language } from '~/i18n/languages'

const namespaces = readdirSync('app/i18n/locales/en').map((file) => basename(file, '.json'))
const treeOf = (language: Language, namespace: string): TextTree =>
  JSON.parse(findTexts(language, namespace) ?? '{}') as TextTree
const keysOf = (tree: TextTree, prefix = ''): string[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )

const make = async (language: Language) => {
  const texts = makeBrowserTexts(language, 'common', (namespace) => Promise.resolve(treeOf(language, namespace)))
  await texts.loadNamespaces(namespaces)
  return texts
}

const form = /_(zero|one|two|few|many|other)$/
const counts = [0, 1, 2, 3, 5, 11, 21, 100, 1108, 1.5, 2_000_000]
/** A value for every name that any text uses. */
const valuesFor = (text: string): Record<string, string | number> =>
  Object.fromEntries(
    [...text.matchAll(/\{\{\s*(\w+)\s*(,?)/g)].map(([, name = '', comma]) => [name, comma ? 12345.678 : `⟨${name}⟩`]),
  )

describe.each(languages.map(({ tag }) => tag))('in %s', (language) => {
  it('renders every text as on the server', async () => {
    const texts = await make(language)
    const server = instanceFor(language)
    const differing: string[] = []
    for (const namespace of namespaces) {
      const tree = treeOf(language, namespace)
      for (const key of keysOf(tree)) {
        const stem = key.replace(form, '')
        const values = { ...valuesFor(server.getResource(language, namespace, key) as string) }
        const tries = form.test(key)
          ? counts.map((count) => [stem, { ...values, count }] as const)
          : [[key, values] as const]
        const cut = stem.lastIndexOf('_')
        if (cut > 0)
          tries.push(
            ...counts
              .slice(0, 4)
              .map((count) => [stem.slice(0, cut), { ...values, context: stem.slice(cut + 1), count }] as const),
          )
        for (const [name, given] of tries) {
          const wanted = server.t(`${namespace}:${name}`, given)
          const found = texts.t(`${namespace}:${name}`, given)
          if (wanted !== found)
            differing.push(`${namespace}:${name} ${JSON.stringify(given)}: "${found}" instead of "${wanted}"`)
          const short = texts.getFixedT(null, namespace)(name, given)
          if (short !== wanted) differing.push(`${name} of ${namespace}: "${short}"`)
        }
      }
    }
    expect(differing).toEqual([])
  })

  it('handles missing, empty and strange keys as on the server', async () => {
    const texts = await make(language)
    const server = instanceFor(language)
    const cases: readonly (readonly [string, Record<string, unknown>])[] = [
      ['common:no.such.key', {}],
      ['no.such.key', {}],
      ['common:no.such', { defaultValue: 'else {{name}}', name: 'x' }],
      ['errors:I1401', { context: 'nowhere' }],
      ['common:pages.page', {}],
      ['common:pages.page', { page: null }],
      ['common:pages.page', { page: '$1 $& <b>' }],
      ['common:form.problems', { count: '3' }],
      ['nav.home', {}],
    ]
    for (const [key, values] of cases) {
      expect(texts.t(key, values), key).toBe(server.t(key, values))
      expect(texts.exists(key, values), key).toBe(server.exists(key, values))
    }
  })
  it('explains every refusal of an engine, including one that it does not know yet', async () => {
    const texts = (await make(language)).getFixedT(null, 'editor')
    const otherwise = texts('problem.bad-operation')
    expect(texts('problem.name-too-long', otherwise)).not.toContain('problem')
    expect(texts('problem.no-such-problem', otherwise)).toBe(otherwise)
  })
})

describe('the texts a page is rendered with', () => {
  it('include every namespace, completed with English', () => {
    for (const { tag } of languages) {
      const texts = pageTextsFor(tag)
      expect(namespaces.filter((namespace) => !texts.hasLoadedNamespace(namespace))).toEqual([])
      expect(texts.t('common:pages.page', { page: 'x' })).toBe(instanceFor(tag).t('common:pages.page', { page: 'x' }))
      expect(pageTextsFor(tag)).toBe(texts)
    }
  })

  it('never wait: an unwritten namespace loses its own texts, not the page', async () => {
    const texts = pageTextsFor('en')
    const Page = () => {
      const { t } = useTranslation(['nowhere', 'common'])
      return <p>{t('common:action.cancel')}</p>
    }
    const show = () =>
      renderToString(
        <I18nextProvider i18n={texts}>
          <Page />
        </I18nextProvider>,
      )
    expect(show()).toBe('<p>Cancel</p>')
    let calls = 0
    await texts.loadNamespaces('nowhere', () => (calls += 1))
    expect(calls).toBe(1)
    expect(show()).toBe('<p>Cancel</p>')
  })
})

describe('the keys in the code', () => {
  it('are looked up one at a time: the browser’s texts support no lists of keys', () => {
    const several = (readdirSync('app', { recursive: true }) as string[]).filter(
      (file) => /\.tsx?$/.test(file) && /\bt\(\[/.test(readFileSync(join('app', file), 'utf8')),
    )
    expect(several).toEqual([])
  })
})

describe('the namespaces in the code', () => {
  it('all exist', () => {
    const named = (readdirSync('app', { recursive: true }) as string[])
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated'))
      .flatMap((file) => {
        const text = readFileSync(join('app', file), 'utf8')
        return [...text.matchAll(/\bi18n: \[([^\]]*)\]|\buseTranslation\(\[?('[^)\]]*)/g)].flatMap((match) =>
          [...(match[1] ?? match[2] ?? '').matchAll(/'([\w-]+)'/g)].map(([, name = '']) => `${file}: ${name}`),
        )
      })
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter((line) => !namespaces.includes(line.split(': ')[1] ?? ''))).toEqual([])
  })
})

describe('loading', () => {
  it('fetches a namespace once, and only on demand', async () => {
    const asked: string[] = []
    const texts = makeBrowserTexts('en', 'common', (namespace) => {
      asked.push(namespace)
      return Promise.resolve({ key: namespace })
    })
    expect(texts.hasLoadedNamespace('home')).toBe(false)
    await texts.loadNamespaces(['common', 'home'])
    await texts.loadNamespaces(['home', 'lists'])
    expect(asked).toEqual(['common', 'home', 'lists'])
    expect([texts.t('key'), texts.t('lists:key'), texts.getFixedT(null, 'home')('key')]).toEqual([
      'common',
      'lists',
      'home',
    ])
  })
  it('shows the texts of a namespace that was requested before it had arrived', async () => {
    const texts = makeBrowserTexts('en', 'common', () => Promise.resolve({ key: 'here, {{name}}' }))
    expect(texts.t('home:key')).toBe('key')
    await texts.loadNamespaces(['home'])
    expect([texts.t('home:key'), texts.t('home:key', { name: 'now' }), texts.t('home:key')]).toEqual([
      'here, {{name}}',
      'here, now',
      'here, {{name}}',
    ])
  })
  it('that fails rejects for its caller; a page waiting for it is reloaded, and its callback never runs', async () => {
    let lacks = 0
    let calls = 0
    const texts = makeBrowserTexts(
      'en',
      'common',
      () => Promise.reject(new Error('no network')),
      {},
      () => {
        lacks += 1
      },
    )
    await expect(texts.loadNamespaces(['session'])).rejects.toThrow('no network')
    expect([lacks, calls]).toEqual([0, 0])
    await texts.loadNamespaces(['session'], () => {
      calls += 1
    })
    expect([lacks, calls, texts.hasLoadedNamespace('session')]).toEqual([1, 0, false])
  })
})
