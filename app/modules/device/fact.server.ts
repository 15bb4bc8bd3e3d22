/**
 * What boxes report and do: their reports, and what they loaded last. A fetch is answered from memory, so its note is
 * buffered there too and written together with others; readers see it at once.
 */
import { now, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { transact } from '~/platform/transact.server'
import { later, type Stop } from '~/platform/timer.server'
import { ok } from '~/errors/table'
import type { BoxReport } from './device.schema'

/** `language`: of the names that it was given; null: as they are. */
type Fetch = { listId: string; revision: number; language: string | null; at: Date }
const pending = new Map<string, Fetch>()
let stopTimer: Stop | undefined
/** When the process is killed, at most ten seconds of notes are lost; a note is a courtesy, not a record. */
const flushedEveryMs = 10 * secondMs
const flushedAtOnce = 200

/** The fetch that is not written yet, if there is one. */
export const pendingFetch = (sn: string): Fetch | undefined => pending.get(sn)

/** Drops a fetch that is not written yet: the box has another owner, or none. */
export const dropFetch = (sn: string): void => void pending.delete(sn)

/** Records that a box has loaded a list, or saved it. */
export const noteFetched = (sn: string, listId: string, revision: number, language: string | null = null): void => {
  pending.set(sn, { listId, revision, language, at: now() })
  stopTimer ??= later(flushedEveryMs, () => {
    stopTimer = undefined
    flushDeviceFacts().catch((error: unknown) =>
      log.error({ err: error }, 'the notes of what boxes loaded could not be written'),
    )
  })
}

/** Writes the buffered notes. Called by its own timer, and when the server stops. */
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
            fetchedLanguage: fetched.language,
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

/** Stores what a box reports about itself; omitted values stay. */
export const storeReport = async (sn: string, report: BoxReport): Promise<void> => {
  const { model, ...facts } = report
  await db.device.updateMany({
    where: { sn },
    data: { ...facts, ...(model === undefined ? {} : { modelName: model }), lastSeenAt: now() },
  })
}
