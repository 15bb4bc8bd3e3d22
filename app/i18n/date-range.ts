/**
 * A range of days from two fields of a search form: YYYY-MM-DD in UTC, both ends included, in the digits of any of the
 * eight languages. The start must not be after the end. When the end is more than one day before the start, the error
 * is put on the end's field. Where either field is empty there is no range, so clearing one clears both.
 */
import { latinDigits } from '~/text/digits'

const dayMs = 86_400_000

export type RangeError = { field: 'from' | 'to'; reason: 'format' | 'start-late' | 'end-early' }
export type DateRange = {
  /** What was entered, to be shown again; both are empty where either was. */
  from: string
  to: string
  /**
   * From the start of the first day (inclusive) to the end of the last one (exclusive); null where there is no valid
   * range.
   */
  times: { fromMs: number; toMs: number } | null
  errors: readonly RangeError[]
}

/** The last moment that has a four-digit year. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Returns the start of a day in ms; null when the text is not a day of the calendar, which has no year 0. */
export const parseDay = (text: string): number | null => {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms
}

/** Returns the day that is so many days after another, as YYYY-MM-DD; an empty text stays empty. */
export const dayFrom = (text: string, days: number): string => {
  const ms = parseDay(text)
  return ms === null ? '' : new Date(ms + days * dayMs).toISOString().slice(0, 10)
}

export const parseDateRange = (fromText: string | null | undefined, toText: string | null | undefined): DateRange => {
  const from = latinDigits((fromText ?? '').trim())
  const to = latinDigits((toText ?? '').trim())
  if (from === '' || to === '') return { from: '', to: '', times: null, errors: [] }
  const fromMs = parseDay(from)
  const toMs = parseDay(to)
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
