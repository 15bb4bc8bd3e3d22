/**
 * What sessions and boxes have to do with an account's changes, because an account may not know them: sessions end in
 * the transaction of the change itself, so that none outlives it; whoever keeps something in memory is told afterwards.
 */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { provided } from '~/platform/provided.server'

type Ending = { keep: string | null; reason: 'disabled' | 'password' }
/** Ends the living sessions of an account within the transaction that gives the reason; `keep` is one that stays. */
export const endSessionsOf =
  provided<(tx: Transaction, userId: string, ending: Ending) => Promise<unknown>>('how sessions end')

/** An account was disabled or enabled. Awaited: its boxes lose its lists before the operator is answered. */
export const accountSwitched = makeEvent<{ userId: string; disabled: boolean }>('an account disabled or enabled', {
  awaited: true,
})

/** The session that a visit belongs to, if it is one. */
export const sessionOf = (binding: string): string | null =>
  binding.startsWith('session:') ? binding.slice('session:'.length) : null
