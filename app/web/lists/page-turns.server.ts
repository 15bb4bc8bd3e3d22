/**
 * Turns at pages that show a long list whole. Each is rendered in one turn of everybody's loop, so they come one after
 * another, fairly between readers and with a rest behind each.
 */
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { later } from '~/platform/timer.server'

/** Channels that are rendered in 10 ms take no turn. */
const shortList = 500
/** The longest page takes a fifth of this, so that all of them together take a fifth of the processor. */
const restMs = 250
/** Who waits holds one of the eight places for pages at the app, of which others must find some: few may wait. */
const queue = makeFairQueue({ parallel: 1, waitingOfOne: 1, waitingOfAll: 3 })

/** Waits until `who` (an account, or an address) may have this page. I1009 for too many at once, A0503. */
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
