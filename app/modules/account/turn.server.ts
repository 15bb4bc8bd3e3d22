/**
 * Work that comes in bursts, a few at a time: what waits here does not stand between other requests and the processor.
 */

/** Too many wait already; the caller answers A0503. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/**
 * Gives each work its turn, at most `running` at once, in the order in which they came. Throws `QueueFull` when
 * `waiting` wait.
 */
export const makeTurns = (most: { running: number; waiting: number }): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most.running) {
      if (waiting.length >= most.waiting) throw new QueueFull('too many wait for their turn')
      await new Promise<void>((go) => waiting.push(go))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
