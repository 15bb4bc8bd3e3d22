/**
 * A queue for pages that show a long list whole. Rendering one blocks the event loop, so they run one after the other,
 * fairly between readers and with a pause after each.
 */
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { later } from '~/platform/timer.server'

/** Pages with up to this many channels take 10 ms to render and skip the queue. */
const shortList = 500
/**
 * The pause after a page: five times what the longest page takes, so that all of them together use at most a fifth of
 * the processor.
 */
const restMs = 250
/** A waiting page holds one of the eight places for pages at the app, so only few may wait. */
const queue = makeFairQueue({ parallel: 1, waitingOfOne: 1, waitingOfAll: 3 })

/** Waits until `who` (an account, or an address) may have this page. I1009 if too many wait, A0503. */
export const waitForPageTurn = (who: string, channels: number): Promise<Result<null>> => {
  if (channels <= shortList) return Promise.resolve(ok(null))
  return new Promise((resolve) => {
    const rest = (): Promise<void> => {
      resolve(ok(null))
      return new Promise((rested) => void later(restMs, rested))
    }
    void queue.run(who, rest).then((turn) => {
      if (!turn.ok)
        resolve(
          turn.reason === 'own'
            ? tooMany({ retryAfterSeconds: 2 })
            : fail('A0503', { data: { retryAfterSeconds: 10 } }),
        )
    })
  })
}
