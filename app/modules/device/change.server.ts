/** What follows when the rights of a box change: caches forget it, and what was agreed for its owner ends. */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'
import { provided } from '~/platform/provided.server'

/** The binding, a token or the chosen list of a box changed. Awaited: its next request sees the new state. */
export const deviceChanged = makeEvent<{ sn: string }>('a box changed', { awaited: true })

/** Ends what was agreed for as long as the box is bound to this account, in the transaction that unbinds it. */
export const endWithBinding = provided<(tx: Transaction, unbound: { sn: string; userId: string }) => Promise<void>>(
  'what ends with the binding of a box',
)
