/** Typed amounts are read exactly or refused with a question, and amounts are shown exactly. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatsOf } from '~/i18n/format'
import { languages as known } from '~/i18n/languages'
import { printAmount, readAmount, scales } from '~/text/amount'

const languages = known.map(({ tag }) => tag)
const mango = { scale: scales.MANGO }
const read = (text: string, more: { decimals?: number; max?: bigint } = {}) => {
  const found = readAmount(text, { ...mango, ...more })
  return found.ok ? found.value : found.problem
}

describe('a typed amount', () => {
  it('may use digits of three scripts, and a point or a Persian and Arabic decimal sign', () => {
    expect(
      ['12.5', '۱۲٫۵', '١٢٫٥', '۱۲.۵', ' 12.5 ', '\u200f12.5\u200e', '.5', '٫5', '0.0001', '007'].map((text) =>
        read(text),
      ),
    ).toEqual([125_000n, 125_000n, 125_000n, 125_000n, 125_000n, 125_000n, 5_000n, 5_000n, 1n, 70_000n])
  })

  it('may use a decimal comma only where it is unambiguous', () => {
    expect(['10,5', '10,50', '10,5000', '1234,567', '0,123', '1 234,567', '۱۰،۵'].map((text) => read(text))).toEqual([
      105_000n,
      105_000n,
      105_000n,
      12_345_670n,
      1_230n,
      12_345_670n,
      105_000n,
    ])
    expect(
      ['1,234', '12,000', '999,999', '1,234.50', '1.234,50', '1,234,567', '١،٢٣٤'].map((text) => read(text)),
    ).toEqual(Array.from({ length: 7 }, () => 'ambiguous'))
  })

  it('may have grouped thousands, with one separator throughout', () => {
    const grouped = [
      '1 234 567',
      '1\u00a0234\u00a0567',
      '1\u202f234\u202f567',
      "1'234'567",
      '1’234’567',
      '1٬234٬567',
      '۱٬۲۳۴٬۵۶۷',
    ]
    expect(grouped.map((text) => read(text))).toEqual(grouped.map(() => 12_345_670_000n))
    const wrong = ['1 23', '12 34', '1 2345', '1234 567', '0 123', "1 234'567", '1  234', ' ', '1٬23']
    expect(wrong.map((text) => read(text))).toEqual(wrong.map((text) => (text === ' ' ? 'empty' : 'not-a-number')))
  })

  it('has no sign, no exponent and nothing else', () => {
    expect(['-5', '−5', '5-', '- 5', '-۱٫۵'].map((text) => read(text))).toEqual(
      Array.from({ length: 5 }, () => 'negative'),
    )
    const others = [
      '+5',
      '1e3',
      '1E-3',
      '0x10',
      '5.',
      '5,',
      '.',
      ',',
      '1.2.3',
      '12 USD',
      '$5',
      'NaN',
      'Infinity',
      '½',
      '५',
      '-',
      '--5',
      '5_000',
      '1'.repeat(61),
    ]
    expect(others.map((text) => read(text))).toEqual(others.map(() => 'not-a-number'))
  })

  it('is above zero, within its limit, and has no more decimals than its field', () => {
    expect(['0', '0.0000', '٠', ''].map((text) => read(text))).toEqual(['zero', 'zero', 'zero', 'empty'])
    expect(readAmount('0.00', { ...mango, zero: 'allowed' })).toEqual({ ok: true, value: 0n })
    expect(['99999999', '99999999.0001', '9'.repeat(40)].map((text) => read(text))).toEqual([
      999_999_990_000n,
      'too-large',
      'too-large',
    ])
    expect(['5000', '5000.0001'].map((text) => read(text, { max: 50_000_000n }))).toEqual([50_000_000n, 'too-large'])
    expect(['10.25', '10.2500', '10.251'].map((text) => read(text, { decimals: 2 }))).toEqual([
      102_500n,
      102_500n,
      'too-many-decimals',
    ])
    expect(['1.000', '12.340', '12.3400'].map((text) => read(text, { decimals: 2 }))).toEqual([
      'too-many-decimals',
      'too-many-decimals',
      123_400n,
    ])
    expect(readAmount('1.000', { scale: scales.POINTS })).toEqual({ ok: false, problem: 'too-many-decimals' })
    expect(readAmount('400', { scale: scales.POINTS })).toEqual({ ok: true, value: 400n })
    expect(readAmount('400.5', { scale: scales.POINTS })).toEqual({ ok: false, problem: 'too-many-decimals' })
  })

  it('reads back as shown, in every language and of any size', () => {
    fc.assert(
      fc.property(fc.constantFrom(...languages), fc.bigInt(1n, 999_999_990_000n), (language, amount) => {
        const shown = formatsOf(language).truncated(printAmount(amount, mango), 4)
        const found = readAmount(shown, mango)
        const expected = { ok: true, value: amount }
        // English groups with another language's decimal sign, others with the point: those are refused with a
        // question.
        const groups = amount >= 10_000_000n && /\d[.,]\d{3}(?!\d*$)/.test(shown)
        if (groups) expect(found).not.toMatchObject({ ok: true })
        else expect(found).toEqual(expected)
      }),
    )
  })
})

describe('a shown amount', () => {
  it('is cut and padded, never rounded', () => {
    expect(
      [125_000n, 129_999n, 1n, 0n, -129_999n, -1n].map((amount) => printAmount(amount, { scale: 4, digits: 2 })),
    ).toEqual(['12.50', '12.99', '0.00', '0.00', '-12.99', '0.00'])
    expect([printAmount(5n, mango), printAmount(-5n, mango), printAmount(400n, { scale: 0 })]).toEqual([
      '0.0005',
      '-0.0005',
      '400',
    ])
    expect(printAmount(123_456n, { scale: 4, digits: 6 })).toBe('12.345600')
    expect(printAmount(123_456n, { scale: 4, digits: 0 })).toBe('12')
  })

  it('keeps every digit beyond a JS number’s precision', () => {
    const most = 9_223_372_036_854_775_807n
    expect(printAmount(most, mango)).toBe('922337203685477.5807')
    expect(formatsOf('fa').truncated(printAmount(most, mango), 4)).toBe('۹۲۲٬۳۳۷٬۲۰۳٬۶۸۵٬۴۷۷٫۵۸۰۷')
  })

  it('uses its reader’s digits and signs', () => {
    expect(languages.map((language) => formatsOf(language).truncated('-1234567.25', 4))).toEqual(
      languages.map((language) =>
        new Intl.NumberFormat(language === 'en' ? 'en-GB' : language, { minimumFractionDigits: 4 }).format(
          -1_234_567.25,
        ),
      ),
    )
    expect(formatsOf('en').truncated('-0.00001', 4)).toBe('0.0000')
  })

  it('writes no Mango as 0, and any other amount with four decimals', () => {
    expect(['0.0000', '0', '0.0001', '10', '-2.5'].map(formatsOf('en').mango)).toEqual([
      ...['0', '0', '0.0001', '10.0000', '-2.5000'],
    ])
    expect(formatsOf('fa').mango('0.0000')).toBe('۰')
  })
})
