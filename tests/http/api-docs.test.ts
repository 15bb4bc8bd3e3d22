/** The API documents match the endpoint table, and every code has a message in every language. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeApiDocuments, makeOpenApiDocument } from '~/api/document'
import { fillMoneyDocument, moneyDocuments } from '~/api/money-document'
import { endpoints } from '~/api/table'
import { codes } from '~/errors/table'
import { languages } from '~/i18n/languages'
import { root } from '../support/paths'

const sentences = (tag: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(root, 'app/i18n/locales', tag, 'errors.json'), 'utf8')) as Record<string, string>
const pluralForm = /_(?:zero|one|two|few|many|other)$/
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w+)[^}]*\}\}/g)].map((match) => match[1] ?? '').sort()

describe('docs/', () => {
  const written = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8')
  for (const [name, text] of Object.entries(makeApiDocuments())) {
    it(`${name} is up to date (else: npm run docs:api)`, () => {
      expect(written(name) === text).toBe(true)
    })
  }
  it.each(moneyDocuments)('%s has up-to-date tables (else: npm run docs:api)', (name) => {
    expect(fillMoneyDocument(name, written(name)) === written(name)).toBe(true)
  })
  it('refuses a document without a place for one of its tables', () => {
    expect(() => fillMoneyDocument('ledger.md', '# The ledger')).toThrow('docs/ledger.md has no place for currencies')
  })
})

describe('the OpenAPI document', () => {
  it('lists every endpoint of the table with its access', () => {
    const document = JSON.parse(makeOpenApiDocument()) as {
      paths: Record<string, Record<string, { operationId: string; security: unknown[] }>>
    }
    const ids = new Set<string>()
    for (const line of endpoints) {
      const operation = document.paths[`/api${line.path}`]?.[line.method.toLowerCase()]
      expect(operation, `${line.method} ${line.path}`).toBeDefined()
      expect(operation?.security.length === 0).toBe(line.access.who === 'anyone')
      ids.add(operation?.operationId ?? '')
    }
    expect(ids.size).toBe(endpoints.length)
  })
})

describe('the codes', () => {
  const english = sentences('en')
  for (const { tag } of languages) {
    it(`have messages in ${tag}`, () => {
      const own = sentences(tag)
      for (const code of Object.keys(codes)) expect(own[code]?.trim(), code).toBeTruthy()
      const stems = (texts: Record<string, string>): string[] =>
        [...new Set(Object.keys(texts).map((key) => key.replace(pluralForm, '')))].sort()
      expect(stems(own)).toEqual(stems(english))
      const needed = new Intl.PluralRules(tag).resolvedOptions().pluralCategories
      for (const stem of new Set(
        Object.keys(own)
          .filter((key) => pluralForm.test(key))
          .map((key) => key.replace(pluralForm, '')),
      )) {
        for (const form of needed) expect(own[`${stem}_${form}`], `${stem}_${form}`).toBeTruthy()
      }
      for (const [key, text] of Object.entries(own)) {
        if (pluralForm.test(key)) continue
        expect(placeholders(text), key).toEqual(placeholders(english[key] ?? ''))
        if (tag !== 'en') expect(text, key).not.toBe(english[key])
      }
    })
  }
  it('use 401 only for a session or token that is not valid', () => {
    const groups = new Set(
      Object.values(codes)
        .filter((entry) => entry.status === 401)
        .map((entry) => entry.group),
    )
    expect([...groups]).toEqual(['session'])
  })
  it('exist in the table wherever an endpoint names them', () => {
    for (const line of endpoints) for (const code of line.codes) expect(Object.keys(codes)).toContain(code)
  })
})
