/** Decimal numbers as text: exact at any length. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareDecimals,
  decimalOfUnits,
  divideDecimals,
  multiplyDecimals,
  shareOf,
  subtractDecimals,
  unitsOfDecimal,
} from '~/text/decimal'

const decimal = fc
  .tuple(fc.bigInt(-(10n ** 24n), 10n ** 24n), fc.nat(18))
  .map(([units, scale]) => ({ text: decimalOfUnits(units, scale), units, scale }))
const at36 = (one: { units: bigint; scale: number }): bigint => one.units * 10n ** BigInt(36 - one.scale)

describe('arithmetic on decimal numbers', () => {
  it('agrees with integers of 36 decimals', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(subtractDecimals(a.text, b.text)).toBe(decimalOfUnits(at36(a) - at36(b), 36))
        expect(multiplyDecimals(a.text, b.text)).toBe(decimalOfUnits(a.units * b.units, a.scale + b.scale))
        expect(compareDecimals(a.text, b.text)).toBe(at36(a) < at36(b) ? -1 : at36(a) > at36(b) ? 1 : 0)
      }),
    )
  })
  it('divides within one unit of the last decimal, cut or rounded away from zero', () => {
    fc.assert(
      fc.property(
        decimal,
        decimal.filter(({ units }) => units !== 0n),
        fc.nat(18),
        (a, b, decimals) => {
          const [down, up] = (['down', 'up'] as const).map((round) =>
            divideDecimals(a.text, b.text, { decimals, round }),
          )
          const size = (text: string): string => text.replace('-', '')
          const exact = size(a.text)
          expect(compareDecimals(multiplyDecimals(size(down ?? ''), size(b.text)), exact)).toBeLessThanOrEqual(0)
          expect(compareDecimals(multiplyDecimals(size(up ?? ''), size(b.text)), exact)).toBeGreaterThanOrEqual(0)
          const step = subtractDecimals(size(up ?? ''), size(down ?? ''))
          expect(['0', decimalOfUnits(1n, decimals)]).toContain(step)
        },
      ),
    )
    expect(() => divideDecimals('1', '0', { decimals: 2 })).toThrow(RangeError)
    expect([
      divideDecimals('-1', '3', { decimals: 2 }),
      divideDecimals('-1', '3', { decimals: 2, round: 'up' }),
    ]).toEqual(['-0.33', '-0.34'])
    // The amount requested for 16.02564103 coins at 0.78: cut, it would read 0.7799.
    const nearest = (a: string, b: string, decimals: number): string =>
      divideDecimals(a, b, { decimals, round: 'nearest' })
    expect([
      nearest('12.5', '16.02564103', 8),
      nearest('1', '8', 2),
      nearest('-1', '8', 2),
      nearest('1', '3', 2),
    ]).toEqual(['0.78', '0.13', '-0.13', '0.33'])
  })
  it('gives the worth of a part', () => {
    expect([shareOf(125_000n, '0.01', '0.02'), shareOf(100n, '1', '3'), shareOf(100n, '0.5', '0.5')]).toEqual([
      62_500n,
      33n,
      100n,
    ])
    expect([unitsOfDecimal('12.34567', 4), unitsOfDecimal('12', 4), unitsOfDecimal('-0.00009', 4)]).toEqual([
      123_456n,
      120_000n,
      0n,
    ])
  })
  it('refuses invalid decimal numbers', () => {
    expect(() => subtractDecimals('1,5', '1')).toThrow(RangeError)
    expect(() => compareDecimals('1e5', '1')).toThrow(RangeError)
  })
})
