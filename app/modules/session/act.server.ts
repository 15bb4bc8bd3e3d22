/** The last acts of sessions, buffered in memory: a row is written at most once a minute. */
import { dayMs, hourMs, minuteMs, nowMs } from '~/platform/clock.server'
import { db, noteIfRoom } from '~/platform/db.server'
import { env } from '~/platform/env.server'

/** A row is written at most this often; in between the last act is in memory. */
const actWrittenEveryMs = minuteMs
/** A bound: a session that is dropped here is read from its row again. */
const maxActs = 100_000
/** How long a session lives without an act. */
export const idleMs = (): number => env.sessionIdleMinutes * minuteMs

/**
 * How long a session lives at most, however active it is: a stolen cookie or refresh token that is used all day ends
 * with it, and its owner signs in again once a month.
 */
export const lifeMs = (): number => env.sessionLifeDays * dayMs
/** True once a session has reached its maximum life. */
export const isOutlived = (row: { createdAt: Date }): boolean => nowMs() - row.createdAt.getTime() >= lifeMs()

/**
 * How long after a person's own last act an upload keeps their session alive: 300 MiB at 230 kbit/s. After that the
 * idle time runs as usual, so that nobody's session stays open all night beside a computer that uploads.
 */
export const uploadHoldsMs = 3 * hourMs

/** personMs: the last act that was the person's own. */
type Acts = { lastActMs: number; writtenMs: number; personMs: number }
const acts = new Map<string, Acts>()

const note = (id: string, entry: Acts): void => {
  acts.delete(id)
  acts.set(id, entry)
  const oldest = acts.size > maxActs ? acts.keys().next().value : undefined
  if (oldest !== undefined) acts.delete(oldest)
}

/** A session begins, or was just written. */
export const beginActs = (id: string, atMs: number): void =>
  note(id, { lastActMs: atMs, writtenMs: atMs, personMs: atMs })
/** A session ended. */
export const forgetActs = (id: string): void => void acts.delete(id)
/** When the person last acted, as far as row and memory know. */
export const lastActOf = (row: { id: string; lastActAt: Date }): number =>
  Math.max(row.lastActAt.getTime(), acts.get(row.id)?.lastActMs ?? 0)

/** The person acts, or an upload of theirs makes progress. */
export const noteAct = async (
  row: { id: string; lastActAt: Date },
  by: 'person' | 'upload' = 'person',
): Promise<void> => {
  const atMs = nowMs()
  const known = acts.get(row.id)
  // After a restart only the row is known.
  const personMs = by === 'person' ? atMs : (known?.personMs ?? row.lastActAt.getTime())
  if (atMs - personMs > uploadHoldsMs) return
  const writtenMs = known?.writtenMs ?? row.lastActAt.getTime()
  const write = atMs - writtenMs >= actWrittenEveryMs
  note(row.id, { lastActMs: atMs, writtenMs: write ? atMs : writtenMs, personMs })
  if (write)
    await noteIfRoom(() =>
      db.session.updateMany({ where: { id: row.id, endedAt: null }, data: { lastActAt: new Date(atMs) } }),
    )
}
