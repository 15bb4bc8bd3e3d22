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
      zone: '',
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
        zone: '',
        times: { fromMs: Date.UTC(2026, 10, 21), toMs: last },
        errors: [],
      })
      expect(parseDateRange(none, '۲۰۲۶-۱۱-۲۱')).toEqual({
        from: '',
        to: '2026-11-21',
        zone: '',
        times: { fromMs: first, toMs: Date.UTC(2026, 10, 22) },
        errors: [],
      })
      expect(parseDateRange(none, none)).toEqual({ from: '', to: '', zone: '', times: null, errors: [] })
      expect(parseDateRange('x', none)).toMatchObject({ times: null, errors: [{ field: 'from', reason: 'format' }] })
      expect(parseDateRange(none, '2026-02-30')).toMatchObject({
        times: null,
        errors: [{ field: 'to', reason: 'format' }],
      })
    }
  })

  it('is cleared as a whole when one end is cleared in a form that showed both', () => {
    const read = (query: string) => rangeOfForm(new URLSearchParams(query))
    expect(read('from=2026-11-01&to=&ends=both')).toEqual({ from: '', to: '', zone: '', times: null, errors: [] })
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
      zone: '',
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

/** The moments of a range, in UTC. */
const momentsIn = (zone: string, from: string, to = from): (string | undefined)[] => {
  const { times } = parseDateRange(from, to, zone)
  return [times?.fromMs, times?.toMs].map((ms) =>
    ms === undefined ? undefined : new Date(ms).toISOString().replace(':00.000', ''),
  )
}

describe('the days of a time zone', () => {
  it.each([
    ['a half hour', 'Asia/Tehran', '2026-11-05', '2026-11-04T20:30Z', '2026-11-05T20:30Z'],
    ['three quarters', 'Asia/Kathmandu', '2026-11-05', '2026-11-04T18:15Z', '2026-11-05T18:15Z'],
    ['west of UTC', 'America/Sao_Paulo', '2026-11-05', '2026-11-05T03:00Z', '2026-11-06T03:00Z'],
    [
      '23 hours, beginning after a gap at midnight',
      'Africa/Cairo',
      '2026-04-24',
      '2026-04-23T22:00Z',
      '2026-04-24T21:00Z',
    ],
    ['25 hours, its last one twice', 'Africa/Cairo', '2026-10-29', '2026-10-28T21:00Z', '2026-10-29T22:00Z'],
    ['23 hours after a gap, in winter', 'America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00Z', '2018-11-05T02:00Z'],
    ['24 hours, then a gap', 'Asia/Beirut', '2026-03-28', '2026-03-27T22:00Z', '2026-03-28T22:00Z'],
    ['a gap around midnight', 'America/Toronto', '1919-03-31', '1919-03-31T04:30Z', '1919-04-01T04:00Z'],
    ['a day that was left out', 'Pacific/Apia', '2011-12-30', '2011-12-30T10:00Z', '2011-12-30T10:00Z'],
  ])('are right: %s in %s', (_, zone, day, from, before) => {
    expect(momentsIn(zone, day)).toEqual([from, before])
  })

  it('follow each other without a gap, and each shows its date when it begins', () => {
    for (const zone of ['Asia/Tehran', 'Africa/Cairo', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Pacific/Chatham']) {
      const dateIn = new Intl.DateTimeFormat('sv', { timeZone: zone })
      for (let number = Date.UTC(2018, 0, 1) / dayMs; number < Date.UTC(2019, 0, 1) / dayMs; number++) {
        const [text, next] = [textOf(number), textOf(number + 1)]
        const { fromMs, toMs } = parseDateRange(text, text, zone).times ?? { fromMs: NaN, toMs: NaN }
        expect([
          dateIn.format(fromMs - 1),
          dateIn.format(fromMs),
          dateIn.format(toMs - 1),
          dateIn.format(toMs),
        ]).toEqual([textOf(number - 1), text, text, next])
      }
    }
  })

  it('stay within the calendar, whose ends are those of an open range in any zone', () => {
    const calendar = parseDateRange('0001-01-01', '9999-12-31').times
    expect(parseDateRange('0001-01-01', '', 'Asia/Tehran').times).toEqual(calendar)
    expect(parseDateRange('', '9999-12-31', 'America/Sao_Paulo').times).toEqual(calendar)
  })

  it('are those of UTC for an unknown zone, which no link carries on', () => {
    for (const zone of ['Etc/Unknown', 'Mars/Olympus', 'x'.repeat(9000), '\0', '', null])
      expect(parseDateRange('2026-11-05', '2026-11-05', zone)).toEqual(parseDateRange('2026-11-05', '2026-11-05'))
    expect(parseDateRange('2026-11-05', '', 'Asia/Tehran').zone).toBe('Asia/Tehran')
    expect(parseDateRange('', '', 'Asia/Tehran').zone).toBe('')
  })
})
