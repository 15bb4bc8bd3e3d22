/**
 * Calls from accounts to the modules above (sessions, boxes), which this module can't import. Sessions end in the
 * transaction of the change, so that none outlives it; caches are notified afterwards.
 */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { provided } from '~/platform/provided.server'
import type { Visit } from '~/platform/visit'

type Ending = { keep: string | null; reason: 'disabled' | 'enabled' | 'password' }
/** Ends an account's active sessions inside the transaction of the reason; `keep` is a session that stays. */
export const endSessionsOf =
  provided<(tx: Transaction, userId: string, ending: Ending) => Promise<unknown>>('how sessions end')

/**
 * The result of an invitation code at registration: it counts, it is unknown, or it belongs to an account that this
 * browser has signed in to.
 */
export const invitationOutcomes = ['taken', 'unknown', 'own'] as const
export type InvitationOutcome = (typeof invitationOutcomes)[number]
/** Records who invited the owner of a new account. */
export const takeInvitation =
  provided<(tx: Transaction, asked: { userId: string; code: string; visit: Visit }) => Promise<InvitationOutcome>>(
    'who has invited',
  )

/** An account was disabled or enabled. Awaited: its boxes lose its lists before the operator gets an answer. */
export const accountSwitched = makeEvent<{ userId: string; disabled: boolean }>('an account disabled or enabled', {
  awaited: true,
})

/** The session of a visit, if there is one. */
export const sessionOf = (binding: string): string | null =>
  binding.startsWith('session:') ? binding.slice('session:'.length) : null
