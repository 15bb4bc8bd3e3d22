/** Makes room for a starting session among the account's others. */
import { db } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { endRows } from './end.server'

export type Kind = 'page' | 'program'
/** Enough for one person's browsers and phones, and as many programs; one more ends the oldest of its kind. */
const maxSessionsPerKind = 20

/**
 * Ends the sessions that a new one displaces: all others with the setting SINGLE_SESSION, otherwise the oldest of its
 * kind.
 */
export const makeRoom = async (userId: string, kind: Kind, id: string): Promise<void> => {
  const kept = await db.session.findMany({
    where: { userId, endedAt: null, id: { not: id }, ...(env.singleSession ? {} : { kind }) },
    orderBy: { lastActAt: 'desc' },
    skip: env.singleSession ? 0 : maxSessionsPerKind - 1,
    select: { id: true },
  })
  await endRows(
    kept.map((row) => row.id),
    'elsewhere',
  )
}
