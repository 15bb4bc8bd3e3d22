/** Numbers and times as each language writes them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatsOf } from '~/i18n/format'
import { languages } from '~/i18n/languages'

const now = '2026-11-21T12:00:00Z'
const before = (ms: number): string => new Date(Date.parse(now) - ms).toISOString()

describe('a number', () => {
  it('is written as Intl writes it, in every language; so is an angle', () => {
    for (const { tag: language } of languages) {
      const intl = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })
      const tenth = new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
      const { number, degrees } = formatsOf(language)
      const isSame = (value: number | bigint): void => {
        expect(number(value), language).toBe(intl.format(Object.is(value, -0) ? 0 : value))
      }
      for (let digits = 0; digits < 16; digits++) isSame(10 ** digits)
      fc.assert(fc.property(fc.oneof(fc.maxSafeNat(), fc.bigInt(), fc.integer(), fc.float({ noNaN: true })), isSame))
      for (let angle = 0; angle <= 1800; angle++) expect(degrees(angle), language).toBe(tenth.format(angle / 10))
    }
  })
})

describe('a number with fixed decimals', () => {
  it('is cut, never rounded', () => {
    expect([
      formatsOf('en').truncated('12.99999', 4),
      formatsOf('en').truncated(0.999, 2),
      formatsOf('en').truncated('-1.239', 2),
    ]).toEqual(['12.9999', '0.99', '-1.23'])
  })
  it('is padded with zeros', () => {
    expect([formatsOf('en').truncated('5', 4), formatsOf('en').truncated('148.25', 4)]).toEqual(['5.0000', '148.2500'])
  })
  it('keeps every digit of a long decimal text', () => {
    expect(formatsOf('en').truncated('900719925474099.12345', 4)).toBe('900,719,925,474,099.1234')
  })
  it('can’t be made from text that is not a number', () => {
    expect(() => formatsOf('en').truncated('1e5', 2)).toThrow(RangeError)
  })
})

describe('a decimal text with all its decimals', () => {
  it('has the digits and the sign of the language', () => {
    expect(formatsOf('en').exact('1024.995001')).toBe('1,024.995001')
    expect(formatsOf('ru').exact('24.995001')).toBe('24,995001')
    expect(formatsOf('fa').exact('0.50')).toBe('۰٫۵۰')
    expect(formatsOf('fr').exact('20')).toBe('20')
  })
  it('stays as it is in another notation', () => {
    expect(formatsOf('ru').exact('1e-7')).toBe('1e-7')
  })
})

describe('a day', () => {
  it('ends a sentence with a single period in Russian and Ukrainian too', () => {
    expect([formatsOf('ru').date(now), formatsOf('uk').date(now)]).toEqual(['21 нояб. 2026', '21 лист. 2026'])
  })
})

describe('a moment', () => {
  it('is counted in whole steps of the largest unit that fits', () => {
    const { relative } = formatsOf('en')
    expect([
      relative(before(30_000), now),
      relative(before(61_000), now),
      relative(before(3_599_000), now),
      relative(before(26 * 3_600_000), now),
      relative(before(70 * 86_400_000), now),
    ]).toEqual(['now', '1 minute ago', '59 minutes ago', 'yesterday', '2 months ago'])
  })
  it('ahead is counted in days of the calendar, as its date is shown', () => {
    const ahead = ['2026-11-21T23:59:00Z', '2026-11-22T00:01:00Z', '2026-11-26T00:01:00Z']
    expect(ahead.map((at) => formatsOf('en').inDays(at, '2026-11-21T12:00:00Z'))).toEqual([
      'today',
      'tomorrow',
      'in 5 days',
    ])
  })
  it('follows the language', () => {
    expect(formatsOf('ru').relative(before(3 * 3_600_000), now)).toBe('3 часа назад')
    expect(formatsOf('ar').relative(before(2 * 3_600_000), now)).toBe('قبل ساعتين')
  })
  it('is a day with the month as a word, in Arabic too', () => {
    expect([
      formatsOf('en').date(now),
      formatsOf('ar').date(now),
      formatsOf('fa').date(now),
      formatsOf('es').date(now),
    ]).toEqual(['21 Nov 2026', '21 نوفمبر 2026', '۳۰ آبان ۱۴۰۵', '21 nov 2026'])
  })
})

describe('items side by side', () => {
  it('have the comma of the language between them', () => {
    expect((['en', 'fa', 'ar', 'ru'] as const).map((language) => formatsOf(language).series(['a', 'b', 'c']))).toEqual([
      'a, b, c',
      'a، b، c',
      'a، b، c',
      'a, b, c',
    ])
  })
})

describe('sizes and angles', () => {
  it('go by steps of 1024, for a file or its limit, and round up to a tenth', () => {
    const { bytes } = formatsOf('en')
    expect(
      [
        0,
        1,
        999,
        1023,
        1024,
        204_800,
        204_801,
        260_000,
        16_777_216,
        67_108_864,
        300 * 1024 * 1024 - 1,
        1_900_000,
        2 * 1024 ** 3,
      ].map((value) => bytes(value)),
    ).toEqual([
      '0 bytes',
      '1 byte',
      '999 bytes',
      '1,023 bytes',
      '1 kB',
      '200 kB',
      '200.1 kB',
      '254 kB',
      '16 MB',
      '64 MB',
      '300 MB',
      '1.9 MB',
      '2 GB',
    ])
    expect(
      [1024 * 1024 - 1, 1024 * 1024, 1024 ** 3 - 1].map((value) => bytes(value)),
      'never 1,024 of a unit',
    ).toEqual(['1 MB', '1 MB', '1 GB'])
  })
  it('never contradict the limit that they keep or break', () => {
    const { bytes } = formatsOf('en')
    const order = ['byte', 'kB', 'MB', 'GB']
    const read = (text: string): number => {
      const [, number = '', unit = ''] = /^([\d.,]+) (byte|kB|MB|GB)s?$/.exec(text) ?? []
      return Number(number.replaceAll(',', '')) * 1024 ** order.indexOf(unit)
    }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 40 }), fc.integer({ min: 0, max: 2 ** 40 }), (size, bound) => {
        if (size <= bound) expect(read(bytes(size))).toBeLessThanOrEqual(read(bytes(bound)))
        else expect(read(bytes(size))).toBeGreaterThanOrEqual(read(bytes(bound)))
      }),
    )
  })
  it('write their units in the script of the language', () => {
    expect(
      [
        formatsOf('fa').bytes(300 * 1024 ** 2),
        formatsOf('ar').bytes(300 * 1024 ** 2),
        formatsOf('ar').bytes(7884),
        formatsOf('ru').bytes(204_800),
        formatsOf('fr').bytes(204_800),
      ].map((text) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')),
    ).toEqual(['۳۰۰ مگابایت', '300 ميغابايت', '7.7 كيلوبايت', '200 кБ', '200 ko'])
  })
  it('have one decimal, east and west alike', () => {
    expect([formatsOf('en').degrees(192), formatsOf('en').degrees(3530), formatsOf('fr').degrees(70)]).toEqual([
      '19.2',
      '7.0',
      '7,0',
    ])
  })
})
