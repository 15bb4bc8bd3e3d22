/**
 * Calendar months in UTC. A period's end is counted from its anchor, the day of the month on which the first of a row
 * of connected periods began: 31 January plus a month is the last of February, and another month is 31 March again.
 */

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The day of the month (1–31) that anchors a period which begins at this time. */
export const anchorOf = (at: Date): number => at.getUTCDate()

/**
 * The anchor of a period that continues at an end: the previous anchor if the end's month was too short for it,
 * otherwise the end's own day.
 */
export const anchorAfter = (end: Date, anchorDay: number): number => {
  const day = end.getUTCDate()
  const isCut = day < anchorDay && day === daysInMonth(end.getUTCFullYear(), end.getUTCMonth())
  return isCut ? anchorDay : day
}

/**
 * Adds `months` calendar months to `start`: same time of day, on the anchor's day or, if the month is too short, on its
 * last.
 */
export const addMonths = (start: Date, anchorDay: number, months: number): Date => {
  const index = start.getUTCFullYear() * 12 + start.getUTCMonth() + months
  const year = Math.floor(index / 12)
  const month = index - year * 12
  const end = new Date(start.getTime())
  end.setUTCFullYear(year, month, Math.min(anchorDay, daysInMonth(year, month)))
  return end
}

/** The number of calendar months between two times related by `addMonths`. */
export const monthsBetween = (start: Date, end: Date): number =>
  (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
