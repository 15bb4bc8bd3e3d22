/** The monthly price next to a plan's price. */
import { expect, it } from 'vitest'
import { monthlyPrice } from '~/web/service/buy.server'

it('rounds the monthly price up to whole cents', () => {
  expect(monthlyPrice({ payPrice: 120_000n, months: 12 })).toBe('1.00')
  expect(monthlyPrice({ payPrice: 20_000n, months: 12 })).toBe('0.17')
  expect(monthlyPrice({ payPrice: 20_001n, months: 2 })).toBe('1.01')
  expect(monthlyPrice({ payPrice: 1n, months: 24 })).toBe('0.01')
})
