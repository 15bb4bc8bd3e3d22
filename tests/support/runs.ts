/**
 * How many runs a random test makes, and from which seed. `npm test` and `npm run test:all` always make the same runs;
 * only `npm run soak` draws a seed, prints it and passes it in TEST_SEED.
 */

/** `gate` in `npm test`, `all` in `npm run test:all`, `soak` in `npm run soak`. */
export type Depth = 'gate' | 'all' | 'soak'

const depths = { gate: 1 / 12, all: 1, soak: Number(process.env['SOAK_FACTOR'] ?? 30) }
const isDepth = (text: string): text is Depth => Object.hasOwn(depths, text)
const given = process.env['TEST_DEPTH'] ?? 'gate'
if (!isDepth(given)) throw new Error(`TEST_DEPTH is gate, all or soak, not ${given}`)

export const depth: Depth = given

/** The seed of every random sequence. A seed that found a fault is added to a list in its test. */
export const seed = Number(process.env['TEST_SEED'] ?? 20_261_128)

/** How many runs a test makes at this depth, if it makes `runs` of them in `npm run test:all`. */
export const times = (runs: number): number => Math.max(1, Math.ceil(runs * depths[depth]))

/** The seeds of `times(runs)` sequences, counted up from `first`. A soak starts from its own seed instead. */
export const seedsFrom = (first: number, runs: number): number[] => {
  const start = depth === 'soak' ? seed : first
  return Array.from({ length: times(runs) }, (_, at) => start + at)
}

/** The time limit of a test that makes `times(…)` runs. A soak has none. */
export const limitMs = (ms: number): number => (depth === 'soak' ? 0 : ms)
