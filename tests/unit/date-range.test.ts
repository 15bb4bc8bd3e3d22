/** A range of days: the calendar, the order of its ends, an open end, and clearing either end of a form. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayFrom, parseDateRange, parseDay, rangeOfForm } from '~/i18n/date-range'

const dayMs = 86_400_000
const day = fc.integer({ min: Date.UTC(1970, 0, 1) / dayMs, max: Date.UTC(2199, 11, 31) / dayMs })
const textOf = (number: number): string => new Date(number * dayMs).toISOString().slice(0, 10)

describe('a day', () => {
  it('is read when the calendar has it', () => {
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
  it('is valid with both ends in order, and includes the last day', () => {
    expect(parseDateRange('2026-11-01', '2026-11-21')).toEqual({
      from: '2026-11-01',
      to: '2026-11-21',
      times: { fromMs: Date.UTC(2026, 10, 1), toMs: Date.UTC(2026, 10, 22) },
      errors: [],
    })
  })

  it('reaches the end of the calendar with a time in the usual format', () => {
    const { times } = parseDateRange('0001-01-01', '9999-12-31')
    expect([times?.fromMs, times?.toMs].map((ms) => new Date(ms ?? NaN).toISOString())).toEqual([
      '0001-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ])
  })

  it('is open at the end that is not given', () => {
    const first = Date.parse('0001-01-01T00:00:00Z')
    const last = Date.parse('9999-12-31T23:59:59.999Z')
    for (const none of ['', ' ', null, undefined]) {
      expect(parseDateRange('2026-11-21', none)).toEqual({
        from: '2026-11-21',
        to: '',
        times: { fromMs: Date.UTC(2026, 10, 21), toMs: last },
        errors: [],
      })
      expect(parseDateRange(none, '۲۰۲۶-۱۱-۲۱')).toEqual({
        from: '',
        to: '2026-11-21',
        times: { fromMs: first, toMs: Date.UTC(2026, 10, 22) },
        errors: [],
      })
      expect(parseDateRange(none, none)).toEqual({ from: '', to: '', times: null, errors: [] })
      expect(parseDateRange('x', none)).toMatchObject({ times: null, errors: [{ field: 'from', reason: 'format' }] })
      expect(parseDateRange(none, '2026-02-30')).toMatchObject({
        times: null,
        errors: [{ field: 'to', reason: 'format' }],
      })
    }
  })

  it('is cleared as a whole when one end is cleared in a form that showed both', () => {
    const read = (query: string) => rangeOfForm(new URLSearchParams(query))
    expect(read('from=2026-11-01&to=&ends=both')).toEqual({ from: '', to: '', times: null, errors: [] })
    expect(read('from=2026-11-01&to=')).toMatchObject({ from: '2026-11-01', to: '', errors: [] })
    expect(read('from=2026-11-01&to=2026-11-02&ends=both').times).not.toBeNull()
  })

  it('reports a start after its end at the start, and an end more than a day too early at the end', () => {
    expect(parseDateRange('2026-11-21', '2026-11-20').errors).toEqual([{ field: 'from', reason: 'start-late' }])
    expect(parseDateRange('2026-11-21', '2026-11-19').errors).toEqual([{ field: 'to', reason: 'end-early' }])
  })

  it('keeps the typed text next to every mistake', () => {
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

  it('has times exactly when its ends are in order', () => {
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
