/**
 * The sign-in history of accounts. Entries are buffered in memory and written in batches, so that a wrong password
 * takes no longer if the account exists; reads flush the buffer first.
 */
import { dayMs, now, nowMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import type { Visit } from '~/platform/visit'
import { later, type Stop } from '~/platform/timer.server'

export const signInVias = ['password', 'code', 'authenticator', 'recovery-code', 'program'] as const
export type SignInVia = (typeof signInVias)[number]
export const signInOutcomes = ['done', 'wrong-password', 'wrong-code', 'disabled', 'second-step'] as const
export type SignInOutcome = (typeof signInOutcomes)[number]
export type SignInNote = { via: SignInVia; outcome: SignInOutcome; sessionId?: string | null }
export type SignInView = {
  id: string
  at: Date
  via: SignInVia
  outcome: SignInOutcome
  address: string | null
  userAgent: string | null
  sessionId: string | null
}

/** Rate limits stop wrong tries long before an account has many entries in half a year. */
const keptMs = 180 * dayMs
const flushMs = 1000
/** The sign-in limits keep the buffer below this size. Beyond it entries are dropped and counted in the log. */
const maxWaiting = 5000

type Waiting = {
  id: string
  userId: string
  at: Date
  via: string
  outcome: string
  address: string
  userAgent: string | null
  sessionId: string | null
}
let waiting: Waiting[] = []
let dropped = 0
let stopTimer: Stop | undefined
let writing: Promise<void> = Promise.resolve()

const write = async (entries: Waiting[]): Promise<void> => {
  const living = new Set(
    (
      await db.user.findMany({
        where: { id: { in: [...new Set(entries.map((entry) => entry.userId))] } },
        select: { id: true },
      })
    ).map(({ id }) => id),
  )
  await db.signIn.createMany({ data: entries.filter((entry) => living.has(entry.userId)) })
}

/** Writes the buffered entries. Called before a read and when the program ends. */
export const flushSignIns = (): Promise<void> => {
  stopTimer?.()
  stopTimer = undefined
  const entries = waiting
  waiting = []
  if (dropped > 0) log.warn({ dropped }, 'entries of the sign-in history were dropped')
  dropped = 0
  if (entries.length > 0)
    writing = writing
      .then(() => write(entries))
      .catch((error: unknown) => log.error({ error }, 'the sign-in history could not be written'))
  return writing
}

/** Records that somebody signed in to the account, or tried. */
export const noteSignIn = (userId: string, note: SignInNote, visit: Pick<Visit, 'address' | 'userAgent'>): void => {
  if (waiting.length >= maxWaiting) {
    dropped++
    return
  }
  waiting.push({
    id: makeId(),
    userId,
    at: now(),
    via: note.via,
    outcome: note.outcome,
    address: visit.address,
    userAgent: visit.userAgent?.slice(0, 300) ?? null,
    sessionId: note.sessionId ?? null,
  })
  stopTimer ??= later(flushMs, () => void flushSignIns())
}

const one = <T extends string>(all: readonly T[], text: string): T => {
  const found = all.find((known) => known === text)
  if (found === undefined) throw new Error(`The sign-in history holds ${text}, which is unknown`)
  return found
}

/** The part of a history to read: everything, one outcome, a time from `fromMs` (inclusive) to `toMs` (exclusive). */
export type SignInFilter = { outcome?: SignInOutcome | null; times?: { fromMs: number; toMs: number } | null }

/** One page of an account's history, newest first. */
export const listSignIns = async (
  userId: string,
  asked: { page: number; size: number } & SignInFilter,
): Promise<{ items: SignInView[]; total: number }> => {
  await flushSignIns()
  const { outcome, times } = asked
  const where = {
    userId,
    ...(outcome ? { outcome } : {}),
    ...(times ? { at: { gte: new Date(times.fromMs), lt: new Date(times.toMs) } } : {}),
  }
  const rows = await db.signIn.findMany({
    where,
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    skip: (asked.page - 1) * asked.size,
    take: asked.size,
  })
  const items = rows.map((row) => ({
    id: row.id,
    at: row.at,
    via: one(signInVias, row.via),
    outcome: one(signInOutcomes, row.outcome),
    address: row.address,
    userAgent: row.userAgent,
    sessionId: row.sessionId,
  }))
  return { items, total: await db.signIn.count({ where }) }
}

/** Removes old entries; the server calls it periodically. */
export const clearOldSignIns = async (): Promise<number> =>
  (await db.signIn.deleteMany({ where: { at: { lt: new Date(nowMs() - keptMs) } } })).count
