/**
 * A range of days from two fields of a search form: YYYY-MM-DD, both ends included, in the digits of any of the eight
 * languages. The days are those of the reader's time zone, which scripts add to the form, as they show local times;
 * without it they are UTC's. If the end is one day before the start, the error is put on the start's field, otherwise
 * on the end's. A range may be open at one end. In a form that shows both, clearing one clears both.
 */
import { latinDigits } from '~/text/digits'

const dayMs = 86_400_000

export type RangeError = { field: 'from' | 'to'; reason: 'format' | 'start-late' | 'end-early' }
export type DateRange = {
  /** The text as entered, to be shown again. */
  from: string
  to: string
  /** The IANA time zone of the days; empty for UTC, and if there are no days. */
  zone: string
  /**
   * From the start of the first day (inclusive) to the end of the last one (exclusive); null if there is no valid
   * range. An open end is the first or the last moment of the calendar.
   */
  times: { fromMs: number; toMs: number } | null
  errors: readonly RangeError[]
}

/** The first moment of the calendar, and the last one that has a four-digit year. */
const firstMs = Date.parse('0001-01-01T00:00:00Z')
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns the start of a day in ms; null if the text is not a calendar day (there is no year 0). */
export const parseDay = (text: string): number | null => {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms
}

/** Returns the day `days` days later as YYYY-MM-DD; an empty text stays empty. */
export const dayFrom = (text: string, days: number): string => {
  const ms = parseDay(text)
  return ms === null ? '' : new Date(ms + days * dayMs).toISOString().slice(0, 10)
}

/** The offset of a time zone from UTC at a moment, both in ms. */
type OffsetAt = (ms: number) => number
/** Null for an unknown time zone. */
const offsetsOf = (zone: string): OffsetAt | null => {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    return (ms) => {
      // For example GMT+05:45; before 1972 also with seconds.
      const [, sign = '+', clock = ''] = /GMT(.)(.+)$/.exec(format.format(ms)) ?? []
      const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number)
      return ((hours * 60 + minutes) * 60 + seconds) * (sign === '+' ? 1000 : -1000)
    }
  } catch {
    return null
  }
}
export const isTimeZone = (text: string): boolean => offsetsOf(text) !== null

/**
 * The first moment of a UTC day's date in a time zone. Where the clock skips midnight, the day begins after the gap. A
 * day that the date line took away begins and ends at once.
 */
const startOfDay = (dayStart: number, offsetAt: OffsetAt): number => {
  const offsets = [offsetAt(dayStart - dayMs), offsetAt(dayStart + dayMs)]
  // Both differ only where the clock changes nearby; otherwise this is the answer.
  let before = dayStart - Math.max(...offsets) - 1
  let start = dayStart - Math.min(...offsets)
  while (start - before > 1) {
    const middle = Math.floor((before + start) / 2)
    if (middle + offsetAt(middle) < dayStart) before = middle
    else start = middle
  }
  return start
}

/**
 * `zoneText`: an IANA time zone. An unknown one counts as UTC: a browser filled it in, which may know newer zones, and
 * its reader can't correct it.
 */
export const parseDateRange = (
  fromText: string | null | undefined,
  toText: string | null | undefined,
  zoneText?: string | null,
): DateRange => {
  const from = latinDigits((fromText ?? '').trim())
  const to = latinDigits((toText ?? '').trim())
  if (from === '' && to === '') return { from: '', to: '', zone: '', times: null, errors: [] }
  const offsetAt = zoneText ? offsetsOf(zoneText) : null
  const zone = offsetAt === null ? '' : (zoneText ?? '')
  const start = (dayStart: number): number => (offsetAt === null ? dayStart : startOfDay(dayStart, offsetAt))
  const fromMs = from === '' ? firstMs : parseDay(from)
  const toMs = to === '' ? lastMs : parseDay(to)
  const errors: RangeError[] = []
  if (fromMs === null) errors.push({ field: 'from', reason: 'format' })
  if (toMs === null) errors.push({ field: 'to', reason: 'format' })
  if (fromMs !== null && toMs !== null) {
    if (toMs < fromMs - dayMs) errors.push({ field: 'to', reason: 'end-early' })
    else if (fromMs > toMs) errors.push({ field: 'from', reason: 'start-late' })
    else {
      const firstOf = from === '' ? firstMs : Math.max(start(fromMs), firstMs)
      return { from, to, zone, times: { fromMs: firstOf, toMs: Math.min(start(toMs + dayMs), lastMs) }, errors }
    }
  }
  return { from, to, zone, times: null, errors }
}

/** The moments of a range: from the first (inclusive) to the second (exclusive); null for a range without days. */
export const momentsOf = ({ times }: Pick<DateRange, 'times'>): { from: Date | null; before: Date | null } =>
  times === null ? { from: null, before: null } : { from: new Date(times.fromMs), before: new Date(times.toMs) }

/** The hidden field of a form that shows both ends. */
export const bothEnds = { name: 'ends', value: 'both' } as const
/** Reads the range from a page's address. In a form of both ends, clearing one also clears the other. */
export const rangeOfForm = (params: URLSearchParams): DateRange => {
  const [from, to] = [(params.get('from') ?? '').trim(), (params.get('to') ?? '').trim()]
  const isCleared = params.get(bothEnds.name) === bothEnds.value && (from === '' || to === '')
  return isCleared ? parseDateRange('', '') : parseDateRange(from, to, params.get('zone'))
}
