/**
 * Costly work in turns: so many at a time, and of those who wait one of each after the other, so that nobody who sends
 * much makes another wait for more than one piece of it. The queue is bounded, for each and for all.
 */

export type FairQueueRule = {
  /** Pieces of work at one time. */
  parallel: number
  /** Pieces of one key that may wait. */
  waitingOfOne: number
  /** Pieces that may wait over all keys. */
  waitingOfAll: number
}
/** own: this key has too many waiting; all: everybody together has. */
export type QueueRefusal = { ok: false; reason: 'own' | 'all' }
export type FairQueue = {
  /** Runs the work in its key's turn, or refuses at once. What the work throws is thrown. */
  run<T>(key: string, work: () => Promise<T>): Promise<{ ok: true; value: T } | QueueRefusal>
}

export const makeFairQueue = ({ parallel, waitingOfOne, waitingOfAll }: FairQueueRule): FairQueue => {
  /** By key, in the order of their turns. A key that had its turn goes to the end. */
  const waiting = new Map<string, (() => void)[]>()
  let waitingCount = 0
  let running = 0

  const next = (): void => {
    while (running < parallel) {
      const [turn] = waiting
      if (turn === undefined) return
      const [key, entries] = turn
      const start = entries.shift()
      waiting.delete(key)
      if (entries.length > 0) waiting.set(key, entries)
      if (start === undefined) continue
      waitingCount--
      running++
      start()
    }
  }

  return {
    run: (key, work) => {
      const own = waiting.get(key) ?? []
      if (running >= parallel && own.length >= waitingOfOne) return Promise.resolve({ ok: false, reason: 'own' })
      if (running >= parallel && waitingCount >= waitingOfAll) return Promise.resolve({ ok: false, reason: 'all' })
      return new Promise((resolve, reject) => {
        const start = (): void => {
          const done = (): void => {
            running--
            next()
          }
          work().then(
            (value) => {
              done()
              resolve({ ok: true, value })
            },
            (error: unknown) => {
              done()
              reject(error instanceof Error ? error : new Error(String(error)))
            },
          )
        }
        own.push(start)
        waiting.set(key, own)
        waitingCount++
        next()
      })
    },
  }
}
