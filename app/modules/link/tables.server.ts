/** Lends the thread for tables to accounts in turn, so that no long table delays anybody else's request. */
import { fail, ok, tooMany, type Result } from '~/errors/table'
import { makeFairQueue } from '~/platform/fair-queue.server'
import { consume, peek } from '~/platform/limits.server'
import { makeThread, startProgram, ThreadEnded } from '~/platform/thread.server'
import { boxInlineBytes, tableHeapMb, tablesWaitingOfAll, tablesWaitingOfOne, tableThreadMs } from './limits'
import { findStored } from './store.server'
import { doBox, type AnswerOf, type AskOf, type Piece } from './table-work'
import type { LinkService } from './types'

const thread = makeThread('link-tables', () =>
  Promise.resolve(
    startProgram(
      {
        name: 'link-tables',
        built: new URL('./link-tables-thread.js', import.meta.url),
        source: new URL('./table-thread.server.ts', import.meta.url),
        heapMb: tableHeapMb,
      },
      undefined,
    ),
  ),
)
const queue = makeFairQueue({ parallel: 1, waitingOfOne: tablesWaitingOfOne, waitingOfAll: tablesWaitingOfAll })

/** Ends the thread; called once at shutdown. */
export const stopLinkTables = (): Promise<void> => thread.stop()

/**
 * I1009: the account has too much waiting, or has used up its share of the thread's time. A0503: too much is waiting
 * overall, or the thread ended.
 */
export const askThread = async <P extends Piece>(
  who: string,
  piece: P,
  ask: AskOf<P>,
): Promise<Result<AnswerOf<P>>> => {
  const share = await peek('link-table-time', who)
  if (!share.ok) return tooMany(share)
  try {
    const done = await queue.run(who, async (): Promise<Result<AnswerOf<P>>> => {
      // The work before it may have used up the account's share in the meantime.
      const left = await peek('link-table-time', who)
      if (!left.ok) return tooMany(left)
      let usedMs = 0
      try {
        const answer = await thread.ask({ piece, ask }, tableThreadMs, (ms) => (usedMs += ms))
        return ok(answer as AnswerOf<P>)
      } finally {
        // Counted before the next one's turn, which may be of the same account.
        if (usedMs >= 1) await consume('link-table-time', who, Math.ceil(usedMs))
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

/** All links of an account as JSON for its boxes. I1009 or A0503 if there are many and the thread is too busy. */
export const writeLinksForBox = async (userId: string, service: LinkService): Promise<Result<Uint8Array>> => {
  const asked = { service, shelves: await findStored(userId, service) }
  const isLong = asked.shelves.reduce((sum, { size }) => sum + size, 0) > boxInlineBytes
  return isLong ? askThread(userId, 'box', asked) : ok(await doBox(asked))
}
