/** What a request asks for by its cookie and its Accept-Language header, however oddly it is written. */
import { expect, it } from 'vitest'
import { acceptedLanguage, askedLanguage, languageInCookie } from '~/i18n/accept-language'

it('the known language with the greatest weight is taken, a region or script beside it', () => {
  const cases: [string, string | null][] = [
    ['fa-IR', 'fa'],
    ['ar-EG,en;q=0.5', 'ar'],
    ['uk', 'uk'],
    ['ua', 'uk'],
    ['pt-BR', 'pt'],
    ['es-419', 'es'],
    ['EN-us', 'en'],
    ['fr_FR', 'fr'],
    ['ru-UA;q=0.5, uk;q=0.9', 'uk'],
    ['de,es;q=0.8,en;q=0.9', 'en'],
    ['fa ; q=0.5 ; level=1', 'fa'],
    ['en;q=0.001,ar;q=0.002', 'ar'],
    ['fr,es', 'fr'],
  ]
  for (const [header, language] of cases) expect(acceptedLanguage(header), header).toBe(language)
})

it('a first language that the portal does not speak hides none behind it', () => {
  expect(acceptedLanguage('zh,fr;q=0.1')).toBe('fr')
  expect(acceptedLanguage('zh-Hant-TW, de;q=0.9, ru;q=0.1')).toBe('ru')
  for (const header of ['zh', 'xx-fr', 'french', '*', ',,,', '', null, undefined])
    expect(acceptedLanguage(header), String(header)).toBeNull()
})

it('a language of the weight 0 is refused, one with a weight that can’t be read comes last', () => {
  expect(acceptedLanguage('fr;q=0')).toBeNull()
  expect(acceptedLanguage('fr;q=0.000, es;q=0.1')).toBe('es')
  for (const odd of ['abc', '1.5', '-1', '1e9', 'NaN', ''])
    expect(acceptedLanguage(`fr;q=${odd}, es;q=0.2`), odd).toBe('es')
  expect(acceptedLanguage('fr;q=abc')).toBe('fr')
})

it('a header without end costs nothing', () => {
  expect(acceptedLanguage(`${'zh,'.repeat(100_000)}fr`)).toBeNull()
  expect(acceptedLanguage(`fr,${'zh,'.repeat(100_000)}`)).toBe('fr')
})

it('the cookie goes before the header, and is nothing when it is no language', () => {
  expect(askedLanguage({ cookie: 'a=b; language=ua', acceptLanguage: 'fr' })).toBe('uk')
  for (const odd of ['xx', '', '__proto__', 'constructor', '../../etc', '%00'])
    expect(askedLanguage({ cookie: `language=${odd}`, acceptLanguage: 'es' }), odd).toBe('es')
  expect(languageInCookie('mylanguage=fr')).toBeNull()
  expect(askedLanguage({ cookie: null, acceptLanguage: null })).toBe('en')
})
