/** A number field: bounds, decimals, and the digits of every language that people type here. */
import { describe, expect, it } from 'vitest'
import { maxNumber, parseNumber } from '~/i18n/number'

describe('a number field', () => {
  it.each([
    ['0', 0],
    ['99999999', 99_999_999],
    [' 42 ', 42],
    ['٤٢', 42],
    ['۴۲', 42],
  ])('reads %s', (text, value) => {
    expect(parseNumber(text)).toBe(value)
  })

  it.each(['', '100000000', '-1', '1.5', '1e3', '0x10', '1 000', 'NaN', 'Infinity', '9'.repeat(400)])(
    'refuses %s',
    (text) => {
      expect(parseNumber(text)).toBe(null)
    },
  )

  it('takes as many decimals as it declares, within its bounds', () => {
    expect(parseNumber('19.2', { min: -180, max: 180, decimals: 1 })).toBe(19.2)
    expect(parseNumber('-7.0', { min: -180, max: 180, decimals: 1 })).toBe(-7)
    expect(parseNumber('١٩٫٢', { decimals: 1 })).toBe(19.2)
    expect(parseNumber('19.25', { decimals: 1 })).toBe(null)
    for (const text of ['19,2', '١٩٫٢', '١٩،٢', '۱۹,۲', '19.2']) expect(parseNumber(text, { decimals: 1 })).toBe(19.2)
    for (const text of ['1,234', '1,2,3', '1,2.3', ',5'])
      expect(parseNumber(text, { min: 1000, decimals: 3 })).toBe(null)
    expect(parseNumber('11112,5', { min: 1000, max: 13_000, decimals: 3 })).toBe(11_112.5)
    // A field without decimals may take a comma as a thousands separator.
    expect(parseNumber('1,5')).toBe(null)
    expect(parseNumber('180.1', { max: 180, decimals: 1 })).toBe(null)
    expect(maxNumber).toBe(99_999_999)
  })
})
