/** Contacts in normalized form, and what is not a contact. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  areaCodes,
  contactKey,
  countries,
  isCountry,
  normalizeEmail,
  printContact,
} from '~/modules/verification/contact.schema'
import { parseContact } from '~/modules/verification/typed-contact.schema'
import { splitPhone } from '~/modules/verification/phone.server'
import { plainDigits } from '~/text/digits'

const keyOf = (input: Parameters<typeof parseContact>[0]): string => {
  const parsed = parseContact(input)
  return parsed.ok ? contactKey(parsed.value) : parsed.code
}

describe('an e-mail address', () => {
  it('is the same in any case, with spaces around it, and with its domain in any form', () => {
    for (const [typed, key] of [
      ['Marta@Example.COM', 'marta@example.com'],
      ['  marta.silva+box@mail.example ', 'marta.silva+box@mail.example'],
      ['info@bücher.example', 'info@xn--bcher-kva.example'],
      ['info@xn--bcher-kva.example', 'info@xn--bcher-kva.example'],
      ['user@موقع.وزارة-الاتصالات.مصر', 'user@xn--4gbrim.xn----ymcbaaajlc6dj7bxne2c.xn--wgbh1c'],
      ['a＠ｅxample．com', 'a@example.com'],
    ] as const)
      expect([typed, keyOf({ email: typed })]).toEqual([typed, key])
  })
  it('is refused with I1108 when invalid', () => {
    const wrong = [
      'x',
      '@example.com',
      'a@',
      'a@b',
      'a b@example.com',
      'a@exa mple.com',
      'a@@example.com',
      '.a@example.com',
      'a.@example.com',
      'a..b@example.com',
      'a@-example.com',
      'a@example-.com',
      'a@example..com',
      'a@127.0.0.1',
      'a@[127.0.0.1]',
      'a@example.c',
      'a@example.123',
      '"a b"@example.com',
      'a@example.com\r\nBcc: b@example.com',
      'a\u0000@example.com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(64)}.com`,
      `a@${'b.'.repeat(130)}com`,
      'a@example.com,b@example.com',
      '<a@example.com>',
      'a@ex%41mple.com',
      'a@exam/ple.com',
      'a@example.com:25',
      'ф@example.com',
      'x'.repeat(1_000_000),
    ]
    for (const text of wrong) expect([text.slice(0, 60), keyOf({ email: text })]).toEqual([text.slice(0, 60), 'I1108'])
  })
  it('does not change when normalized again, whatever was typed', () => {
    const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019._-+ßéфم。@ '), maxLength: 12 })
    fc.assert(
      fc.property(part, part, (local, domain) => {
        const once = normalizeEmail(`${local}@${domain}.com`)
        return once === null || (normalizeEmail(once) === once && !/\s/.test(once) && once.length <= 254)
      }),
    )
  })
})

describe('a phone number', () => {
  it('is the same however it is written', () => {
    for (const [area, phone, key] of [
      ['+20', '0100 123 4567', '+201001234567'],
      ['20', '100-123-4567', '+201001234567'],
      ['0020', '(0100) 1234567', '+201001234567'],
      ['+20', '+20 100 123 4567', '+201001234567'],
      ['+20', '٠١٠٠١٢٣٤٥٦٧', '+201001234567'],
      ['+98', '۰۹۱۲۳۴۵۶۷۸۹', '+989123456789'],
      ['+7', '8 912 345-67-89', '+79123456789'],
      ['+39', '06 1234 5678', '+390612345678'],
      ['+225', '07 01 02 03 04', '+2250701020304'],
      ['+1', '(212) 555-0123', '+12125550123'],
      // The area code typed again, with +, 00 or nothing.
      ['+98', '989123456789', '+989123456789'],
      ['+98', '00989123456789', '+989123456789'],
      ['+20', '201001234567', '+201001234567'],
      ['+7', '79161234567', '+79161234567'],
      ['+1', '1-202-555-0123', '+12025550123'],
      ['+44', '+4407700 900123', '+447700900123'],
      ['+55', '55 11 91234-5678', '+5511912345678'],
      // As people of the area dial it: with a trunk prefix, brackets and hyphens, and in its own digits.
      ['+98', '0912 345 6789', '+989123456789'],
      ['+7', '8 916 123-45-67', '+79161234567'],
      ['+1', '(202) 555-0123', '+12025550123'],
      ['+90', '0532 123 45 67', '+905321234567'],
      // A number that begins like its area code.
      ['+39', '391 234 5678', '+393912345678'],
      ['+7', '701 234 5678', '+77012345678'],
      // Argentina dials 15 inside and 9 from abroad.
      ['+54', '011 15 2345-6789', '+5491123456789'],
    ] as const)
      expect([area, phone, keyOf({ area, phone })]).toEqual([area, phone, key])
    expect(splitPhone('+44 7700 900123')).toEqual({ area: '+44', phone: '7700900123' })
    expect(keyOf({ phone: '+1 212 555 0123' })).toBe('+12125550123')
  })
  it('needs an existing area code (I1110) and 7 to 15 digits in all (I1109)', () => {
    for (const area of ['+999', 'x', '+0', '+', '1e2', '+20+20'])
      expect([area, keyOf({ area, phone: '1001234567' })]).toEqual([area, 'I1110'])
    for (const area of [undefined, '']) expect(keyOf({ area, phone: '1001234567' })).toBe('I1110')
    for (const phone of [
      '',
      '123',
      '12345678901234567',
      'phone',
      '100 123 4567 x9',
      '1001234567;ext=2',
      '+44 7700 900123',
      'ⅷ1234567',
      '9'.repeat(1_000_000),
    ])
      expect([phone.slice(0, 30), keyOf({ area: '+20', phone })]).toEqual([phone.slice(0, 30), 'I1109'])
    // Local in one of the many countries of +1.
    for (const phone of ['123 555 0123', '464 1234']) expect(keyOf({ area: '+1', phone })).toBe('I1109')
    expect(keyOf({})).toBe('I1108')
  })
  it('has only digits when normalized, whatever was typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...areaCodes.map(({ area }) => area)),
        fc.string({ unit: fc.constantFrom(...'0123456789٠٩۰۹ +-().x'), maxLength: 24 }),
        (area, phone) => {
          const parsed = parseContact({ area, phone })
          return !parsed.ok || /^\+\d{7,15}$/.test(contactKey(parsed.value))
        },
      ),
    )
  })
})

describe('a contact', () => {
  it('is shown in full to whoever typed it or owns it', () => {
    expect(printContact({ channel: 'mail', email: 'marta@mail.example' })).toBe('marta@mail.example')
    expect(printContact({ channel: 'sms', area: '+20', phone: '1001234567' })).toBe('+20 1001234567')
  })
})

describe('countries', () => {
  it('are those of ISO 3166-1, once each, with an area code and a name in every language', () => {
    expect(countries.length).toBe(249)
    expect(new Set(countries).size).toBe(249)
    for (const language of ['en', 'fa', 'ar', 'ru', 'uk', 'pt', 'es', 'fr']) {
      const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
      expect(countries.filter((country) => names.of(country) === undefined)).toEqual([])
    }
    for (const { area } of areaCodes) expect(area).toMatch(/^\+[1-9]\d{0,2}$/)
    for (const wrong of ['', 'XX', 'eg', 'EGY', 'UK']) expect(isCountry(wrong)).toBe(false)
    expect(isCountry('EG')).toBe(true)
  })
  it('have area codes that are not prefixes of each other', () => {
    const areas = [...new Set(areaCodes.map(({ area }) => area))]
    for (const a of areas) expect(areas.filter((b) => b !== a && b.startsWith(a))).toEqual([])
  })
})

describe('digits', () => {
  it('of any script are recognised, and other characters are not', () => {
    expect(plainDigits('١٢٣ ۴۵۶')).toBe('123456')
    expect(plainDigits('１２３')).toBe('123')
    expect(plainDigits('²')).toBe('2')
    expect(plainDigits('12a')).toBeNull()
    expect(plainDigits('')).toBeNull()
  })
})
