/**
 * Calendar months in UTC. A period's end is counted from its anchor, the day of the month on which the first of a
 * connected row of periods began: 31 January and a month is the last of February, and another is 31 March again.
 */

const daysInMonth = (year: number, month: number): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** The day of the month (1–31) from which months are counted for a period that begins at this moment. */
export const anchorOf = (at: Date): number => at.getUTCDate()

/**
 * The day from which months are counted that go on at an end: the day of what goes before them where the end's month
 * was too short for it, else the end's own day.
 */
export const anchorAfter = (end: Date, anchorDay: number): number => {
  const day = end.getUTCDate()
  const isCut = day < anchorDay && day === daysInMonth(end.getUTCFullYear(), end.getUTCMonth())
  return isCut ? anchorDay : day
}

/**
 * The moment `months` calendar months after `start`: same time of the day, on the anchor's day or, where that month has
 * none, on its last.
 */
export const addMonths = (start: Date, anchorDay: number, months: number): Date => {
  const index = start.getUTCFullYear() * 12 + start.getUTCMonth() + months
  const year = Math.floor(index / 12)
  const month = index - year * 12
  const end = new Date(start.getTime())
  end.setUTCFullYear(year, month, Math.min(anchorDay, daysInMonth(year, month)))
  return end
}

/** The number of calendar months of a period that `addMonths` made. */
export const monthsBetween = (start: Date, end: Date): number =>
  (end.getUTCFullYear() - start.getUTCFullYear()) * 12 + end.getUTCMonth() - start.getUTCMonth()
