/** Missing or broken text files: English takes their place in that language, and the log names them. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readCatalogue } from '~/i18n/catalogue.server'
import { root } from '../support/paths'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'texts-'))
  cpSync(path.join(root, 'app/i18n/locales'), folder, { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const english = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, 'en', `${name}.json`), 'utf8'))

describe('the text files', () => {
  it('are complete as shipped', () => {
    expect(readCatalogue(folder).lacks).toEqual([])
  })

  it('fall back to English if one is missing, and the log names it', () => {
    rmSync(path.join(folder, 'ar/home.json'))
    const { texts, lacks } = readCatalogue(folder)
    expect(lacks).toHaveLength(1)
    expect(lacks[0]).toMatch(/^ar\/home\.json: /)
    expect(texts.get('ar')?.['home']).toEqual(english('home'))
    expect(texts.get('ar')?.['common']).not.toEqual(english('common'))
  })

  it('fall back to English if a whole language is missing', () => {
    rmSync(path.join(folder, 'fa'), { recursive: true })
    const { texts, lacks } = readCatalogue(folder)
    expect(new Set(lacks.map((one) => one.slice(0, 3)))).toEqual(new Set(['fa/']))
    expect(texts.get('fa')?.['common']).toEqual(english('common'))
  })

  it.each([
    ['cut', '{"title": "Ace'],
    ['no tree', '["a"]'],
    ['with a number for a text', '{"title": 5}'],
    ['empty', ''],
  ])('fall back to English if one is %s', (_, content) => {
    writeFileSync(path.join(folder, 'fr/home.json'), content)
    const { texts, lacks } = readCatalogue(folder)
    expect(lacks).toHaveLength(1)
    expect(texts.get('fr')?.['home']).toEqual(english('home'))
  })

  it('fall back key by key, even for a key of another shape', () => {
    writeFileSync(path.join(folder, 'es/home.json'), JSON.stringify({ title: 'Inicio', hero: 'x' }))
    const { texts, lacks } = readCatalogue(folder)
    expect(lacks).toEqual([])
    expect(texts.get('es')?.['home']).toEqual({ ...(english('home') as object), title: 'Inicio' })
  })

  it('can’t be loaded without English', () => {
    rmSync(path.join(folder, 'en'), { recursive: true })
    expect(() => readCatalogue(folder)).toThrow(/en/)
  })
})
