/** Lends the thread for tables to accounts in turn, so that no long table delays anybody else's request. */
import { makeThreadTurns } from '~/modules/channel-list/channel-list.server'
import { ok, type Result } from '~/errors/table'
import { makeThread, startProgram } from '~/platform/thread.server'
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
const inTurn = makeThreadTurns('link-table-time', {
  parallel: 1,
  waitingOfOne: tablesWaitingOfOne,
  waitingOfAll: tablesWaitingOfAll,
})

/** Ends the thread; called once at shutdown. */
export const stopLinkTables = (): Promise<void> => thread.stop()

/** I1009, A0503. */
export const askThread = <P extends Piece>(who: string, piece: P, ask: AskOf<P>): Promise<Result<AnswerOf<P>>> =>
  inTurn(who, async (took) => ok((await thread.ask({ piece, ask }, tableThreadMs, took)) as AnswerOf<P>))

/** All links of an account as JSON for its boxes. I1009 or A0503 if there are many and the thread is too busy. */
export const writeLinksForBox = async (userId: string, service: LinkService): Promise<Result<Uint8Array>> => {
  const asked = { service, shelves: await findStored(userId, service) }
  const isLong = asked.shelves.reduce((sum, { size }) => sum + size, 0) > boxInlineBytes
  return isLong ? askThread(userId, 'box', asked) : ok(await doBox(asked))
}
