/** A range of days: the calendar, the order of its ends, and that clearing either clears both. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFrom, parseDateRange, parseDay } from '~/i18n/date-range'

const dayMs = 86_400_000
const day = fc.integer({ min: Date.UTC(1970, 0, 1) / dayMs, max: Date.UTC(2199, 11, 31) / dayMs })
const textOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

describe('a day', () => {
  it('is read where the calendar has it', () => {
    expect(parseDay('2024-02-29')).toBe(Date.UTC(2024, 1, 29))
    expect(dayFrom('2024-03-01', -1)).toBe('2024-02-29')
    expect(dayFrom('', -1)).toBe('')
  })

  it.each(['2023-02-29', '2026-13-01', '2026-1-1', '21.11.2026', '2026-11-21T00:00', '٢٠٢٦-١١-٢١', '0000-01-01', ' '])(
    'is not read from %s',
    (text) => {
      expect(parseDay(text)).toBe(null)
    },
  )
})

describe('a range of days', () => {
  it('is there when both ends are, in order, the last day included', () => {
    expect(parseDateRange('2026-11-01', '2026-11-21')).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
      times: { fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 10, 22) },
      errors: [],
    })
  })

  it('reaches to the end of the calendar with a moment that is still written as others are', () => {
    const { times } = parseDateRange('0001-01-01', '9999-12-31')
    expect([times?.fromMs, times?.toMs].map((ms) => new Date(ms ?? NaN).toISOString())).toEqual([
      '0001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ])
  })

  it.each([
    ['2026-11-21', ''],
    ['', '2026-11-21'],
    [null, '2026-11-21'],
    ['2026-11-21', undefined],
    ['', ''],
  ])('is none, and shows none, when one end is empty: %s, %s', (from, to) => {
    expect(parseDateRange(from, to)).toEqual({ from: '', to: '', times: null, errors: [] })
  })

  it('names a start after its end at the start, and an end more than a day too early at the end', () => {
    expect(parseDateRange('2026-11-21', '2026-11-20').errors).toEqual([{ field: 'from', reason: 'start-late' }])
    expect(parseDateRange('2026-11-21', '2026-11-19').errors).toEqual([{ field: 'to', reason: 'end-early' }])
  })

  it('keeps what was typed beside every mistake', () => {
    expect(parseDateRange('yesterday', '2026-02-30')).toEqual({
      from: 'yesterday',
      to: '2026-02-30',
      times: null,
      errors: [
        { field: 'from', reason: 'format' },
        { field: 'to', reason: 'format' },
      ],
    })
  })

  it('has times exactly where its ends are in order', () => {
    fc.assert(
      fc.property(day, day, (from, to) => {
        const range = parseDateRange(textOf(from), textOf(to))
        expect(range.times === null).toBe(from > to)
        expect(range.errors.length).toBe(from > to ? 1 : 0)
        if (range.times) expect((range.times.toMs - range.times.fromMs) / dayMs).toBe(to - from + 1)
      }),
    )
  })
})
