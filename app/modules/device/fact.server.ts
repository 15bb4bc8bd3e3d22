/**
 * What boxes tell and do: their reports, and what they loaded last. A fetch is answered from memory, so its note waits
 * there too and is written together with others; who reads sees it at once.
 */
import { now, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { later, type Stop } from '~/platform/timer.server'
import { ok } from '~/errors/table'
import type { BoxReport } from './device.schema'

type Fetch = { listId: string; revision: number; at: Date }
const pending = new Map<string, Fetch>()
let stopTimer: Stop | undefined
/** Ten seconds of notes are lost at most when the process is killed; a note is a courtesy, not a record. */
const flushedEveryMs = 10 * secondMs
const flushedAtOnce = 200

/** The fetch that is not yet written, if there is one. */
export const pendingFetch = (sn: string): Fetch | undefined => pending.get(sn)

/** Forgets a fetch that is not yet written: the box has another owner, or none. */
export const dropFetch = (sn: string): void => void pending.delete(sn)

/** Notes that a box has loaded a list, or saved it. */
export const noteFetched = (sn: string, listId: string, revision: number): void => {
  pending.set(sn, { listId, revision, at: now() })
  stopTimer ??= later(flushedEveryMs, () => {
    stopTimer = undefined
    flushDeviceFacts().catch((error: unknown) =>
      log.error({ err: error }, 'the notes of what boxes loaded could not be written'),
    )
  })
}

/** Writes what waits. Called by its own timer, and when the server stops. */
export const flushDeviceFacts = async (): Promise<void> => {
  while (pending.size > 0) {
    const part = [...pending].slice(0, flushedAtOnce)
    await transact(async (tx) => {
      for (const [sn, fetched] of part) {
        await tx.device.updateMany({
          where: { sn },
          data: {
            fetchedListId: fetched.listId,
            fetchedRevision: fetched.revision,
            fetchedAt: fetched.at,
            lastSeenAt: fetched.at,
          },
        })
      }
      return ok(null)
    })
    for (const [sn, fetched] of part) if (pending.get(sn) === fetched) pending.delete(sn)
  }
}

/** Stores what a box tells about itself; what it leaves out stays. */
export const storeReport = async (sn: string, report: BoxReport): Promise<void> => {
  const { model, ...facts } = report
  await db.device.updateMany({
    where: { sn },
    data: { ...facts, ...(model === undefined ? {} : { modelName: model }), lastSeenAt: now() },
  })
}
