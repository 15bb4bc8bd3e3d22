/**
 * How often a property is checked: as often as its test asks, PROPERTY_TIMES times as often in a soak (`npm run soak`).
 */
const factor = Number(process.env.PROPERTY_TIMES ?? 1)
export const times = (runs: number): number => runs * factor
