/** Names of the country and language codes in a record. */
import { describe, expect, it } from 'vitest'
import { findCodeName } from '~/i18n/code-name'

describe('the name of a code', () => {
  it('is the country or the language in the reader’s language, even for old library codes', () => {
    expect(findCodeName('region', 'it', 'en')).toBe('Italy')
    expect(findCodeName('region', 'tr', 'ru')).toBe('Турция')
    for (const code of ['ger', 'deu', 'DEU']) expect(findCodeName('language', code, 'fr')).toBe('allemand')
  })

  it('is empty for a missing, malformed or unassigned code', () => {
    for (const code of [null, '', '__', '___', '<b>', 'zz9', 'france'])
      expect(findCodeName('language', code, 'en')).toBeNull()
    for (const code of ['1a', 'deu', 'qq']) expect(findCodeName('region', code, 'en')).toBeNull()
  })
})
