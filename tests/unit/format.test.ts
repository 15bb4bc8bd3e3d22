/** Numbers and moments as each language writes them. */
import { describe, expect, it } from 'vitest'
import { formatsOf } from '~/i18n/format'

const now = '2026-11-21T12:00:00Z'
const before = (ms: number): string => new Date(Date.parse(now) - ms).toISOString()

describe('a number with a fixed count of decimals', () => {
  it('is cut, never rounded', () => {
    expect([formatsOf('en').truncated('12.99999', 4), formatsOf('en').truncated(0.999, 2), formatsOf('en').truncated('-1.239', 2)]).toEqual(['12.9999', '0.99', '-1.23'])
  })
  it('is padded with zeros', () => {
    expect([formatsOf('en').truncated('5', 4), formatsOf('en').truncated('148.25', 4)]).toEqual(['5.0000', '148.2500'])
  })
  it('keeps every digit of a long decimal text', () => {
    expect(formatsOf('en').truncated('900719925474099.12345', 4)).toBe('900,719,925,474,099.1234')
  })
  it('refuses what is no number', () => {
    expect(() => formatsOf('en').truncated('1e5', 2)).toThrow(RangeError)
  })
})

describe('a moment', () => {
  it('is said in whole steps of the largest unit that fits', () => {
    const { relative } = formatsOf('en')
    expect([relative(before(30_000), now), relative(before(61_000), now), relative(before(3_599_000), now), relative(before(26 * 3_600_000), now), relative(before(70 * 86_400_000), now)])
      .toEqual(['now', '1 minute ago', '59 minutes ago', 'yesterday', '2 months ago'])
  })
  it('follows the language', () => {
    expect(formatsOf('ru').relative(before(3 * 3_600_000), now)).toBe('3 часа назад')
    expect(formatsOf('ar').relative(before(2 * 3_600_000), now)).toBe('قبل ساعتين')
  })
  it('is a day with its month as a word, in Arabic too', () => {
    expect([formatsOf('en').date(now), formatsOf('ar').date(now), formatsOf('fa').date(now), formatsOf('es').date(now)]).toEqual(['21 Nov 2026', '21 نوفمبر 2026', '۳۰ آبان ۱۴۰۵', '21 nov 2026'])
  })
})

describe('sizes and angles', () => {
  it('go by thousands', () => {
    expect([formatsOf('en').bytes(0), formatsOf('en').bytes(999), formatsOf('en').bytes(260_000), formatsOf('en').bytes(16_777_216)]).toEqual(['0 bytes', '999 bytes', '260 kB', '16.8 MB'])
  })
  it('that bound something go by steps of 1024, as they are named, and are never more than they are', () => {
    const { limit } = formatsOf('en')
    expect([limit(512), limit(204_800), limit(16 * 1024 * 1024), limit(300 * 1024 * 1024 - 1), limit(1_900_000), limit(2 * 1024 ** 3)]).toEqual(['512 bytes', '200 kB', '16 MB', '300 MB', '1.8 MB', '2 GB'])
  })
  it('have their units in the letters of the language', () => {
    expect([formatsOf('fa').bytes(300_000_000), formatsOf('ar').bytes(300_000_000), formatsOf('ar').bytes(7_700), formatsOf('ru').bytes(200_000), formatsOf('fr').bytes(200_000)].map((text) => text.replaceAll('\u00a0', ' ').replaceAll('\u202f', ' ')))
      .toEqual(['۳۰۰ مگابایت', '300 ميغابايت', '7.7 كيلوبايت', '200 кБ', '200 ko'])
  })
  it('have one decimal, east and west alike', () => {
    expect([formatsOf('en').degrees(192), formatsOf('en').degrees(3530), formatsOf('fr').degrees(70)]).toEqual(['19.2', '7.0', '7,0'])
  })
})
