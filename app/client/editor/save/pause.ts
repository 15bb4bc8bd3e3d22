/** The pause before the next send: given, or growing with each failure. One at a time. */
import type { Timers } from '../timers'

/** Doubling from one second; half a minute is as long as a person believes in "trying again". */
const retryMs = { first: 1000, most: 30_000 } as const
/** Beyond this many failures the pause grows no more. */
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
    /** How long the pause is that is being waited for, null when none is. */
    delayMs: (): number | null => delayMs,
    stop,
    begin,
    /** After a failure: longer than the pause before it, and at least as long as the server asks. */
    grow(askedMs: number | null): void {
      // Spread, so that many browsers don't come back at the same moment.
      const spread = 0.75 + random() / 2
      const grownMs = Math.min(retryMs.most, retryMs.first * 2 ** failures) * spread
      failures = Math.min(failures + 1, doublingsMax)
      begin(Math.max(askedMs ?? 0, grownMs))
    },
    /** Something went well: the next failure is a first one. */
    forgive(): void {
      failures = 0
    },
  }
}
