/** Every code of the engine and the list module has a message in all eight languages. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { lossCodes, problemCodes } from '../../../engine/host/problem-codes'
import { foreignLossCodes, refusals, type OperationError } from '~/engine/types'
import type { ClashData } from '~/modules/channel-list/channel-list.server'
import { root } from '../../support/paths'

/** Losses of data that only the portal stores. */
const ownLossCodes = ['number', 'url', 'category', 'other-names', 'satellite-data', 'left-out', 'group-order']
const languages = ['en', 'fa', 'ar', 'ru', 'uk', 'pt', 'es', 'fr']
type Tree = { [key: string]: string | Tree }
const read = (language: string, namespace: string): Tree =>
  JSON.parse(readFileSync(path.join(root, 'app/i18n/locales', language, `${namespace}.json`), 'utf8')) as Tree

const operations: Record<OperationError['code'], true> = {
  'unknown-channel': true,
  'position-range': true,
  'name-empty': true,
  'name-too-long': true,
  'name-control': true,
  'unknown-group': true,
  'order-invalid': true,
  'nothing-selected': true,
  'bad-operation': true,
  'not-deleted': true,
  'unknown-satellite': true,
  'unknown-transponder': true,
  'unknown-category': true,
  'id-taken': true,
  'default-group': true,
  'satellite-exists': true,
  'transponder-exists': true,
  'group-exists': true,
  'category-exists': true,
  'channel-exists': true,
  'too-many-channels': true,
  'too-many-added': true,
  'too-many-groups': true,
  'too-many-categories': true,
  'too-many-additions': true,
  'list-too-large': true,
  'value-invalid': true,
}
const clashes: Record<ClashData['cause'], true> = { changed: true, replaced: true, 'too-old': true, 'moved-on': true }
const variables = (text: string): string[] => [...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name ?? '').sort()

describe.each(languages)('in %s', (language) => {
  it('every problem, refusal, invalid operation and conflict has its own message', () => {
    const texts = read(language, 'problems')
    const english = read('en', 'problems')
    const codes = problemCodes.map(({ code }): string => code)
    expect(Object.keys(texts).sort()).toEqual([...codes, 'refusal', 'operation', 'clash'].sort())
    expect(Object.keys(texts.refusal ?? {}).sort()).toEqual([...refusals].sort())
    // A deleted channel is named if its name is known; a refused name is quoted with its channel.
    const named = ['name-empty', 'name-too-long', 'name-control'].flatMap((code) =>
      ['satellite', 'group', 'category'].map((part) => `${code}-${part}`),
    )
    expect(Object.keys(texts.operation ?? {}).sort()).toEqual(
      [...Object.keys(operations), 'unknown-channel-named', ...named].sort(),
    )
    expect(Object.keys(texts.clash ?? {}).sort()).toEqual(Object.keys(clashes).sort())
    for (const code of codes) {
      expect(texts[code], code).toMatch(/\S/)
      expect(variables(String(texts[code])), code).toEqual(variables(String(english[code])))
      if (language !== 'en') expect(texts[code], code).not.toBe(english[code])
    }
  })

  it('every loss of an export has its own message', () => {
    const texts = read(language, 'losses')
    expect(Object.keys(texts).sort()).toEqual([...lossCodes, ...ownLossCodes, ...foreignLossCodes].sort())
    if (language !== 'en')
      for (const [code, text] of Object.entries(texts)) expect(text, code).not.toBe(read('en', 'losses')[code])
  })
})
