/** The part of the belt of satellites that a drawing shows. Angles are in tenths of a degree eastward. */
export const fullCircle = 3600
/** The smallest window, so that even a single satellite has some sky around it. */
const minWindow = 600
const windowPadding = 80

/**
 * The part of the belt to show. The circle is opened at its widest gap, so that satellites on both sides of the date
 * line stay neighbours. `east` and `west` are unwrapped tenths; east is the greater.
 */
export const arcWindow = (angles: readonly number[]): { east: number; west: number } => {
  if (angles.length === 0) return { east: 400, west: -400 }
  const sorted = [...new Set(angles)].sort((a, b) => a - b)
  let gap = -1
  let after = 0
  for (let i = 0; i < sorted.length; i++) {
    const here = sorted[i] ?? 0
    const next = sorted[i + 1] ?? (sorted[0] ?? 0) + fullCircle
    if (next - here > gap) {
      gap = next - here
      after = next
    }
  }
  const span = fullCircle - gap
  const width = Math.min(fullCircle, Math.max(minWindow, span + 2 * windowPadding))
  let middle = after + span / 2
  while (middle > fullCircle / 2) middle -= fullCircle
  return { east: middle + width / 2, west: middle - width / 2 }
}
