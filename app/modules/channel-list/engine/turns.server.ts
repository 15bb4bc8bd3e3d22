/** Lends threads to accounts in turn, and charges each for the time that it used. */
import { fail, tooMany, type Result } from '~/errors/table'
import { makeFairQueue, type FairQueueRule } from '~/platform/fair-queue.server'
import { consume, peek } from '~/platform/limits.server'
import { ThreadEnded } from '~/platform/thread.server'

type Turn = <T>(who: string, work: (took: (ms: number) => void) => Promise<Result<T>>) => Promise<Result<T>>
/**
 * `share`: the limit on an account's thread time. I1009: the account has too much work waiting, or has used up its
 * share. A0503: the whole queue is full, or the thread ended.
 */
export const makeThreadTurns = (share: 'engine-time' | 'link-table-time', rule: FairQueueRule): Turn => {
  const queue = makeFairQueue(rule)
  return async (who, work) => {
    const before = await peek(share, who)
    if (!before.ok) return tooMany(before)
    try {
      const done = await queue.run(who, async () => {
        // Earlier work of the account may have used up its share while this waited.
        const left = await peek(share, who)
        if (!left.ok) return tooMany(left)
        let usedMs = 0
        try {
          return await work((ms) => (usedMs += ms))
        } finally {
          // Counted before the next turn, which may be of the same account.
          if (usedMs >= 1) await consume(share, who, Math.ceil(usedMs))
        }
      })
      if (done.ok) return done.value
      return done.reason === 'own'
        ? tooMany({ retryAfterSeconds: 2 })
        : fail('A0503', { data: { retryAfterSeconds: 10 } })
    } catch (error) {
      if (error instanceof ThreadEnded) return fail('A0503', { data: { retryAfterSeconds: 2 } })
      throw error
    }
  }
}
