/**
 * A range of days, as two fields of a search form give it: YYYY-MM-DD in UTC, both ends included. The start must not be
 * after the end; an end more than a day before the start is no slip of one day and is named at the end's own field;
 * where one of the two is empty there is no range (clearing either clears both).
 */
const dayMs = 86_400_000

export type RangeError = { field: 'from' | 'to'; reason: 'format' | 'start-late' | 'end-early' }
export type DateRange = {
  /** What was entered, to be shown again; both empty where either was. */
  from: string
  to: string
  /**
   * From the start of the first day (inclusive) to the end of the last one (exclusive); null where there is no range or
   * a wrong one.
   */
  times: { fromMs: number; toMs: number } | null
  errors: readonly RangeError[]
}

/** No moment that is written with four digits of a year comes after it. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** The start of a day in ms; null for what is no day of the calendar, which has no year 0. */
export const parseDay = (text: string): number | null => {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const ms = Date.parse(`${text}T00:00:00Z`)
  return Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== text ? null : ms
}

/** A day so many days from another, as YYYY-MM-DD; an empty text stays empty. */
export const dayFrom = (text: string, days: number): string => {
  const ms = parseDay(text)
  return ms === null ? '' : new Date(ms + days * dayMs).toISOString().slice(0, 10)
}

export const parseDateRange = (fromText: string | null | undefined, toText: string | null | undefined): DateRange => {
  const from = (fromText ?? '').trim()
  const to = (toText ?? '').trim()
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
