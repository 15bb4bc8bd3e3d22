/**
 * Timers that a test moves by hand; between two of them, promises settle and pending requests (counted by `busy`) end.
 */
import type { Timers } from '~/client/editor/timers'

export const fakeTimers = (busy: () => number = () => 0) => {
  let now = 0
  let turn = 0
  const waiting = new Map<number, { at: number; work: () => void }>()
  const settle = async () => {
    for (let quiet = 0; quiet < 20; quiet = busy() > 0 ? 0 : quiet + 1)
      await new Promise<void>((resolve) => {
        setImmediate(resolve)
      })
  }
  const timers: Timers = {
    set: (work, delayMs) => {
      waiting.set(++turn, { at: now + delayMs, work })
      return turn
    },
    clear: (id) => {
      waiting.delete(id)
    },
    now: () => now,
  }
  return {
    timers,
    settle,
    pending: () => waiting.size,
    /** Runs in order what becomes due within a time. */
    advance: async (ms: number) => {
      const end = now + ms
      await settle()
      for (;;) {
        const next = [...waiting].filter(([, w]) => w.at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0]
        if (!next) break
        waiting.delete(next[0])
        now = Math.max(now, next[1].at)
        next[1].work()
        await settle()
      }
      now = end
      await settle()
    },
  }
}
