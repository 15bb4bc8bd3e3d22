/** What a reader of a language would stumble over: a text left in English or in foreign letters, a code without a sentence. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { root } from '../support/paths'

const folder = path.join(root, 'app/i18n/locales')
type Tree = { [key: string]: string | Tree }
const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]): [string, string][] => (typeof value === 'string' ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`)))
const read = (language: string, file: string): Map<string, string> => new Map(flatten(JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Tree))

const files = readdirSync(path.join(folder, 'en')).filter((name) => name.endsWith('.json')).sort()
const others = languages.map(({ tag }) => tag).filter((tag) => tag !== 'en')
describe('the texts', () => {
  it('of other languages are not left in English', () => {
    /** Names, abbreviations and signs that are the same everywhere, and words that two languages share. */
    const words = (text: string): string[] => text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, ' ').match(/[A-Za-z]{3,}/g) ?? []
    for (const file of files) {
      const english = read('en', file)
      for (const language of others) {
        const own = read(language, file)
        const same = [...own].filter(([key, text]) => text === english.get(key) && words(text).length >= 3)
        expect(same.map(([key]) => key), `${language}/${file}`).toEqual([])
      }
    }
  })

  it('are written in the letters of their language', () => {
    const letters: Partial<Record<string, RegExp>> = { fa: /[\u0600-\u06ff]/, ar: /[\u0600-\u06ff]/, ru: /[а-яё]/i, uk: /[а-яіїєґ]/i }
    for (const file of files) {
      for (const [language, letter] of Object.entries(letters)) {
        const foreign = [...read(language, file)].filter(([, text]) => {
          const plain = text.replaceAll(/\{\{[^}]*\}\}|<[^>]*>/g, '')
          return (plain.match(/\p{L}/gu) ?? []).length > 12 && !(letter?.test(plain) ?? true)
        })
        expect(foreign.map(([key, text]) => `${key}: ${text}`), `${language}/${file}`).toEqual([])
      }
    }
  })
})

describe('the sentences of codes', () => {
  it('are there for every code of the table', async () => {
    const { codes } = await import('~/errors/table')
    const english = read('en', 'errors.json')
    expect(Object.keys(codes).filter((code) => !english.has(code) && ![...english.keys()].some((key) => key.startsWith(`${code}_`)))).toEqual([])
  })
})
