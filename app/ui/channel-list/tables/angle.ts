/** An orbital position as people type it: 0 to 180 degrees with one decimal, east or west. */
export type Side = 'E' | 'W'

/** Converts a stored angle, which counts tenths of a degree eastward up to 3599, to what a form shows. */
export const sideOf = (angle: number | null): { degrees: string; side: Side } => {
  if (angle === null) return { degrees: '', side: 'E' }
  const side = angle > 1800 ? 'W' : 'E'
  return { degrees: String((side === 'W' ? 3600 - angle : angle) / 10), side }
}

/** Converts the typed position to the stored angle. */
export const angleOf = (degrees: number, side: Side): number => {
  const tenths = Math.round(degrees * 10)
  return side === 'W' ? (3600 - tenths) % 3600 : tenths
}
