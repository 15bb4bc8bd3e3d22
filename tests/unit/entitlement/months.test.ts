/** Calendar months in UTC: month ends, leap years, and properties of any start. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addMonths, anchorOf, monthsBetween } from '~/modules/entitlement/months'

const at = (text: string): Date => new Date(text)
const moments = fc.date({ min: at('2020-01-01T00:00:00Z'), max: at('2060-12-31T23:59:59Z'), noInvalidDate: true })
const some = fc.integer({ min: 1, max: 120 })

describe('calendar months', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 31, 1, '2026-02-28T10:00:00Z'],
    ['2028-01-31T10:00:00Z', 31, 1, '2028-02-29T10:00:00Z'],
    ['2026-02-28T10:00:00Z', 31, 1, '2026-03-31T10:00:00Z'],
    ['2028-02-29T00:00:00Z', 29, 12, '2029-02-28T00:00:00Z'],
    ['2026-12-15T23:59:59.999Z', 15, 1, '2027-01-15T23:59:59.999Z'],
    ['2026-11-30T00:00:00Z', 30, 3, '2027-02-28T00:00:00Z'],
    ['2026-10-31T00:30:00Z', 31, 1, '2026-11-30T00:30:00Z'],
  ])('from %s, anchored at %i, and %i of them is %s', (start, anchor, months, end) => {
    expect(addMonths(at(start), anchor, months)).toEqual(at(end))
  })
  it('counted at once or one by one end at the same moment', () => {
    fc.assert(
      fc.property(moments, some, some, (start, a, b) => {
        const anchor = anchorOf(start)
        const stepwise = addMonths(addMonths(start, anchor, a), anchor, b)
        expect(stepwise).toEqual(addMonths(start, anchor, a + b))
      }),
    )
  })
  it('end later the more there are, at the same time of day, and can be counted back', () => {
    fc.assert(
      fc.property(moments, some, (start, months) => {
        const anchor = anchorOf(start)
        const end = addMonths(start, anchor, months)
        expect(end > addMonths(start, anchor, months - 1)).toBe(true)
        expect(end.toISOString().slice(10)).toBe(start.toISOString().slice(10))
        expect(monthsBetween(start, end)).toBe(months)
      }),
    )
  })
})
