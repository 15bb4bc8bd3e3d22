/** The pause before the next send: a given one, or one that grows with each failure. There is one at a time. */
import type { Timers } from '../timers'

/** Doubles from one second; nobody believes in "trying again" for longer than half a minute. */
const retryMs = { first: 1000, most: 30_000 } as const
/** Beyond this many failures the pause stops growing. */
const doublingsMax = 10

export type Pause = ReturnType<typeof createPause>

export const createPause = (timers: Timers, random: () => number, work: () => void) => {
  let timer: number | null = null
  let delayMs: number | null = null
  let failures = 0
  const stop = () => {
    if (timer !== null) timers.clear(timer)
    timer = null
    delayMs = null
  }
  const begin = (ms: number) => {
    stop()
    delayMs = ms
    timer = timers.set(() => {
      timer = null
      work()
    }, ms)
  }
  return {
    /** The length of the current pause; null if there is none. */
    delayMs: (): number | null => delayMs,
    stop,
    begin,
    /** After a failure: longer than the previous pause, and at least as long as the server asks. */
    grow(askedMs: number | null): void {
      // Randomised, so that many browsers don't return at the same moment.
      const spread = 0.75 + random() / 2
      const grownMs = Math.min(retryMs.most, retryMs.first * 2 ** failures) * spread
      failures = Math.min(failures + 1, doublingsMax)
      begin(Math.max(askedMs ?? 0, grownMs))
    },
    /** After a success the next failure counts as the first. */
    forgive(): void {
      failures = 0
    },
  }
}
