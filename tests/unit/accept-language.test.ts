/** Chooses a request's language from its cookie and its Accept-Language header, however oddly that is written. */
import { expect, it } from 'vitest'
import { acceptedLanguage, askedLanguage, languageInCookie } from '~/i18n/accept-language'

it('takes the known language with the highest weight, with or without a region or script', () => {
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

it('skips languages that the portal does not speak', () => {
  expect(acceptedLanguage('zh,fr;q=0.1')).toBe('fr')
  expect(acceptedLanguage('zh-Hant-TW, de;q=0.9, ru;q=0.1')).toBe('ru')
  for (const header of ['zh', 'xx-fr', 'french', '*', ',,,', '', null, undefined])
    expect(acceptedLanguage(header), String(header)).toBeNull()
})

it('ignores a language of weight 0 and puts one with an unreadable weight last', () => {
  expect(acceptedLanguage('fr;q=0')).toBeNull()
  expect(acceptedLanguage('fr;q=0.000, es;q=0.1')).toBe('es')
  for (const odd of ['abc', '1.5', '-1', '1e9', 'NaN', ''])
    expect(acceptedLanguage(`fr;q=${odd}, es;q=0.2`), odd).toBe('es')
  expect(acceptedLanguage('fr;q=abc')).toBe('fr')
})

it('reads an endless header cheaply', () => {
  expect(acceptedLanguage(`${'zh,'.repeat(100_000)}fr`)).toBeNull()
  expect(acceptedLanguage(`fr,${'zh,'.repeat(100_000)}`)).toBe('fr')
})

it('prefers the cookie, and ignores it when it names no language', () => {
  expect(askedLanguage({ cookie: 'a=b; language=ua', acceptLanguage: 'fr' })).toBe('uk')
  for (const odd of ['xx', '', '__proto__', 'constructor', '../../etc', '%00'])
    expect(askedLanguage({ cookie: `language=${odd}`, acceptLanguage: 'es' }), odd).toBe('es')
  expect(languageInCookie('mylanguage=fr')).toBeNull()
  expect(askedLanguage({ cookie: null, acceptLanguage: null })).toBe('en')
})
