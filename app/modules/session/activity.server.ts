/** The last activity of sessions, buffered in memory: a row is written at most once a minute. */
import { dayMs, hourMs, minuteMs, nowMs } from '~/platform/clock.server'
import { db, noteIfRoom } from '~/platform/db.server'
import { env } from '~/platform/env.server'

/** Minimum time between writes of a row; in between the last activity is in memory. */
const activityWrittenEveryMs = minuteMs
/** Memory limit: a session that is dropped here is read from its row again. */
const maxSessions = 100_000
/** How long a session lives without activity. */
export const idleMs = (): number => env.sessionIdleMinutes * minuteMs

/**
 * Maximum life of a session, however active it is: a stolen cookie or refresh token that is used all day ends with it,
 * and the owner signs in again once a month.
 */
export const lifeMs = (): number => env.sessionLifeDays * dayMs
/** True once a session has reached its maximum life. */
export const isOutlived = (row: { createdAt: Date }): boolean => nowMs() - row.createdAt.getTime() >= lifeMs()

/**
 * How long after the person's own last activity an upload keeps the session alive: 300 MiB at 230 kbit/s. After that
 * the idle time runs as usual, so that a session doesn't stay open all night next to a computer that uploads.
 */
export const uploadHoldsMs = 3 * hourMs

/** personMs: the person's own last activity. */
type Activity = { lastActMs: number; writtenMs: number; personMs: number }
const activities = new Map<string, Activity>()

const note = (id: string, entry: Activity): void => {
  activities.delete(id)
  activities.set(id, entry)
  const oldest = activities.size > maxSessions ? activities.keys().next().value : undefined
  if (oldest !== undefined) activities.delete(oldest)
}

/** Called when a session begins or its row was just written. */
export const beginActivity = (id: string, atMs: number): void =>
  note(id, { lastActMs: atMs, writtenMs: atMs, personMs: atMs })
/** Called when a session ends. */
export const forgetActs = (id: string): void => void activities.delete(id)
/** When the person was last active, from row and memory. */
export const lastActOf = (row: { id: string; lastActAt: Date }): number =>
  Math.max(row.lastActAt.getTime(), activities.get(row.id)?.lastActMs ?? 0)

/** Records activity of the person or progress of their upload. */
export const noteActivity = async (
  row: { id: string; lastActAt: Date },
  by: 'person' | 'upload' = 'person',
): Promise<void> => {
  const atMs = nowMs()
  const known = activities.get(row.id)
  // After a restart only the row is known.
  const personMs = by === 'person' ? atMs : (known?.personMs ?? row.lastActAt.getTime())
  if (atMs - personMs > uploadHoldsMs) return
  const writtenMs = known?.writtenMs ?? row.lastActAt.getTime()
  const write = atMs - writtenMs >= activityWrittenEveryMs
  note(row.id, { lastActMs: atMs, writtenMs: write ? atMs : writtenMs, personMs })
  if (write)
    await noteIfRoom(() =>
      db.session.updateMany({ where: { id: row.id, endedAt: null }, data: { lastActAt: new Date(atMs) } }),
    )
}
