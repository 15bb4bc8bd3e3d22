/** Random numbers that a seed reproduces, so that a picture can be redrawn and needn't be stored. */

export type Dice = {
  /** At least 0, below 1. */
  roll(): number
  /** At least `low`, below `high`. */
  between(low: number, high: number): number
  /** A whole number from `low` to `high`, both possible. */
  whole(low: number, high: number): number
  pick<T>(from: readonly T[]): T
  chance(probability: number): boolean
}

/** sfc32 on 128 bits of seed, as 32 hex digits: too many pictures to draw them all in advance. */
export const makeDice = (seed: string): Dice => {
  let [a = 0, b = 0, c = 0, d = 1] = [0, 8, 16, 24].map((at) => Number.parseInt(seed.slice(at, at + 8), 16) | 0)
  const roll = (): number => {
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    return (t >>> 0) / 4294967296
  }
  for (let i = 0; i < 16; i++) roll()
  return {
    roll,
    between: (low, high) => low + (high - low) * roll(),
    whole: (low, high) => low + Math.floor((high - low + 1) * roll()),
    pick: (from) => {
      const one = from[Math.floor(roll() * from.length)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    chance: (probability) => roll() < probability,
  }
}
