/**
 * Queues work that comes in bursts and runs a few pieces at a time: what waits here does not compete with other
 * requests for the processor.
 */

/** Too many are waiting; the caller answers A0503. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/** Runs each piece in order of arrival, at most `running` at a time. Throws `QueueFull` when `waiting` are waiting. */
export const makeWorkQueue = (most: {
  running: number
  waiting: number
}): (<T>(work: () => Promise<T>) => Promise<T>) => {
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
