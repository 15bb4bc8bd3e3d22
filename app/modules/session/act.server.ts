/** The last acts of sessions, in memory between writes: a row is written at most once a minute. */
import { dayMs, hourMs, minuteMs, nowMs } from '~/platform/clock.server'
import { db, noteIfRoom } from '~/platform/db.server'
import { env } from '~/platform/env.server'

/** A row is written at most this often; between writes the last act stands in memory. */
const actWrittenEveryMs = minuteMs
/** Bounded: a session that is dropped here is read from its row again. */
const maxActs = 100_000
/** How long a session lives without an act. */
export const idleMs = (): number => env.sessionIdleMinutes * minuteMs

/**
 * How long a session lives at most, however busy it is: a stolen cookie or refresh token that is used all day ends by
 * this, and its owner signs in anew once a month.
 */
export const lifeMs = (): number => env.sessionLifeDays * dayMs
/** True once a session's absolute life is over. */
export const isOutlived = (row: { createdAt: Date }): boolean => nowMs() - row.createdAt.getTime() >= lifeMs()

/**
 * So long after a person's own last act a file on its way holds their session: 300 MiB at 230 kbit/s. Then the idle
 * time runs as always, so that nobody's session stays open all night beside a computer that sends.
 */
export const uploadHoldsMs = 3 * hourMs

/** personMs: the last act that was a person's own. */
type Acts = { lastActMs: number; writtenMs: number; personMs: number }
const acts = new Map<string, Acts>()

const note = (id: string, entry: Acts): void => {
  acts.delete(id)
  acts.set(id, entry)
  const oldest = acts.size > maxActs ? acts.keys().next().value : undefined
  if (oldest !== undefined) acts.delete(oldest)
}

/** A session begins, or was written just now. */
export const beginActs = (id: string, atMs: number): void =>
  note(id, { lastActMs: atMs, writtenMs: atMs, personMs: atMs })
/** A session ended. */
export const forgetActs = (id: string): void => void acts.delete(id)
/** When the person last did something, as far as the row and the memory know. */
export const lastActOf = (row: { id: string; lastActAt: Date }): number =>
  Math.max(row.lastActAt.getTime(), acts.get(row.id)?.lastActMs ?? 0)

/** The person does something just now, or a file that they send moves on. */
export const noteAct = async (
  row: { id: string; lastActAt: Date },
  by: 'person' | 'upload' = 'person',
): Promise<void> => {
  const atMs = nowMs()
  const known = acts.get(row.id)
  // After a start of the server the row is all that is known.
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
