/**
 * The last check of a session after its secrets and times, for browsers and programs alike: its account exists and is
 * enabled.
 */
import { nowMs } from '~/platform/clock.server'
import { findAccount, type Account } from '~/modules/account/account.server'
import { fail, ok, type Result } from '~/errors/table'
import { lastActOf, noteActivity } from './activity.server'
import { endRows } from './end.server'

/** storageKey: the key that encrypts the browser's session storage; null for programs. */
export type LiveSession = { id: string; account: Account; startedAt: Date; lastActAt: Date; storageKey: string | null }

type Row = { id: string; userId: string; createdAt: Date; lastActAt: Date; storageKey: string | null }

/**
 * The session with its account; `act` says that the person is active now. I1304 without an account, U6008 for a
 * disabled one, whose session ends.
 */
export const openSession = async (row: Row, act: boolean): Promise<Result<LiveSession>> => {
  const lastActMs = lastActOf(row)
  const account = await findAccount(row.userId)
  if (account === null) return fail('I1304')
  if (account.disabledAt !== null) {
    await endRows([row.id], 'disabled')
    return fail('U6008')
  }
  if (act) await noteActivity(row)
  return ok({
    id: row.id,
    account,
    startedAt: row.createdAt,
    lastActAt: new Date(act ? nowMs() : lastActMs),
    storageKey: row.storageKey,
  })
}
