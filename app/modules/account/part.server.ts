/**
 * What sessions and boxes do when an account changes; this module may not import them. Sessions end in the transaction
 * of the change itself, so that none outlives it; caches are notified afterwards.
 */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { provided } from '~/platform/provided.server'
import type { Visit } from '~/platform/visit'

type Ending = { keep: string | null; reason: 'disabled' | 'password' }
/** Ends the living sessions of an account within the transaction of the reason; `keep` is one that stays. */
export const endSessionsOf =
  provided<(tx: Transaction, userId: string, ending: Ending) => Promise<unknown>>('how sessions end')

/**
 * What became of an invitation's code with which somebody registered: it counts, nobody has it, or it is that of an
 * account to which this browser has signed in.
 */
export const invitationOutcomes = ['taken', 'unknown', 'own'] as const
export type InvitationOutcome = (typeof invitationOutcomes)[number]
/** Notes, with a new account, who has invited its owner. */
export const takeInvitation =
  provided<(tx: Transaction, asked: { userId: string; code: string; visit: Visit }) => Promise<InvitationOutcome>>(
    'who has invited',
  )

/** An account was disabled or enabled. Awaited: its boxes lose its lists before the operator is answered. */
export const accountSwitched = makeEvent<{ userId: string; disabled: boolean }>('an account disabled or enabled', {
  awaited: true,
})

/** The session that a visit belongs to, if there is one. */
export const sessionOf = (binding: string): string | null =>
  binding.startsWith('session:') ? binding.slice('session:'.length) : null
