/**
 * A fair, bounded queue for costly work. A fixed number of jobs run at a time, and waiting keys take turns. However
 * much one key sends, others wait for at most one of its jobs. The queue is bounded for each key and overall. A key is
 * an account's id or an address; addresses of one IPv6 /64 are one key.
 */
import { networkOf } from './network.server'

export type FairQueueRule = {
  /** Jobs that run at a time. */
  parallel: number
  /** Jobs of one key that may wait. */
  waitingOfOne: number
  /** Jobs of all keys together that may wait. */
  waitingOfAll: number
}
/** own: this key has too many jobs waiting; all: the whole queue is full. */
export type QueueRefusal = { ok: false; reason: 'own' | 'all' }
export type FairQueue = {
  /** Runs the work when its key's turn comes, or refuses at once. Rethrows errors of the work. */
  run<T>(key: string, work: () => Promise<T>): Promise<{ ok: true; value: T } | QueueRefusal>
}

export const makeFairQueue = ({ parallel, waitingOfOne, waitingOfAll }: FairQueueRule): FairQueue => {
  /** In the order in which keys are served. A served key moves to the end. */
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
    run: (who, work) => {
      const key = networkOf(who)
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
