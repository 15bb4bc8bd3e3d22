/** Files of texts that are missing or broken: the language goes on with English there, and the log hears of it. */
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

describe('the files of texts', () => {
  it('lack nothing as they ship', () => {
    expect(readCatalogue(folder).lacks).toEqual([])
  })

  it('are completed by English where one is missing, and it is named', () => {
    rmSync(path.join(folder, 'ar/home.json'))
    const { texts, lacks } = readCatalogue(folder)
    expect(lacks).toHaveLength(1)
    expect(lacks[0]).toMatch(/^ar\/home\.json: /)
    expect(texts.get('ar')?.['home']).toEqual(english('home'))
    expect(texts.get('ar')?.['common']).not.toEqual(english('common'))
  })

  it('are completed by English where a whole language is missing', () => {
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
  ])('are completed by English where one is %s', (_, content) => {
    writeFileSync(path.join(folder, 'fr/home.json'), content)
    const { texts, lacks } = readCatalogue(folder)
    expect(lacks).toHaveLength(1)
    expect(texts.get('fr')?.['home']).toEqual(english('home'))
  })

  it('are completed key by key, a key of another shape too', () => {
    writeFileSync(path.join(folder, 'es/home.json'), JSON.stringify({ title: 'Inicio', hero: 'x' }))
    const { texts, lacks } = readCatalogue(folder)
    expect(lacks).toEqual([])
    expect(texts.get('es')?.['home']).toEqual({ ...(english('home') as object), title: 'Inicio' })
  })

  it('can’t be read without English', () => {
    rmSync(path.join(folder, 'en'), { recursive: true })
    expect(() => readCatalogue(folder)).toThrow(/en/)
  })
})
