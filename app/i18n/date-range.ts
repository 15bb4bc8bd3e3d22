/**
 * A range of days from two fields of a search form: YYYY-MM-DD in UTC, both ends included, in the digits of any of the
 * eight languages. If the end is one day before the start, the error is put on the start's field, otherwise on the
 * end's. A range may be open at one end. In a form that shows both, clearing one clears both.
 */
import { latinDigits } from '~/text/digits'

const dayMs = 86_400_000

export type RangeError = { field: 'from' | 'to'; reason: 'format' | 'start-late' | 'end-early' }
export type DateRange = {
  /** The text as entered, to be shown again. */
  from: string
  to: string
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

export const parseDateRange = (fromText: string | null | undefined, toText: string | null | undefined): DateRange => {
  const from = latinDigits((fromText ?? '').trim())
  const to = latinDigits((toText ?? '').trim())
  if (from === '' && to === '') return { from: '', to: '', times: null, errors: [] }
  const fromMs = from === '' ? firstMs : parseDay(from)
  const toMs = to === '' ? lastMs : parseDay(to)
  const errors: RangeError[] = []
  if (fromMs === null) errors.push({ field: 'from', reason: 'format' })
  if (toMs === null) errors.push({ field: 'to', reason: 'format' })
  if (fromMs !== null && toMs !== null) {
    if (toMs < fromMs - dayMs) errors.push({ field: 'to', reason: 'end-early' })
    else if (fromMs > toMs) errors.push({ field: 'from', reason: 'start-late' })
    else return { from, to, times: { fromMs, toMs: Math.min(toMs + dayMs, lastMs) }, errors }
  }
  return { from, to, times: null, errors }
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
  return isCleared ? parseDateRange('', '') : parseDateRange(from, to)
}
