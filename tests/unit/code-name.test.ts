/** What a record's codes of countries and languages are called. */
import { describe, expect, it } from 'vitest'
import { findCodeName } from '~/i18n/code-name'

describe('the name of a code', () => {
  it('is the country or the language in the reader’s language, also for the old codes of libraries', () => {
    expect(findCodeName('region', 'it', 'en')).toBe('Italy')
    expect(findCodeName('region', 'tr', 'ru')).toBe('Турция')
    for (const code of ['ger', 'deu', 'DEU']) expect(findCodeName('language', code, 'fr')).toBe('allemand')
  })

  it('is none where a record has none, has other signs, or a code that nobody gave', () => {
    for (const code of [null, '', '__', '___', '<b>', 'zz9', 'france'])
      expect(findCodeName('language', code, 'en')).toBeNull()
    for (const code of ['1a', 'deu', 'qq']) expect(findCodeName('region', code, 'en')).toBeNull()
  })
})
