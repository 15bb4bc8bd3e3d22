/** What follows when the rights of a box change: caches forget it, and what was agreed for its owner ends. */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'

/** The binding, a token or the chosen list of a box changed. Awaited: its next request sees the new state. */
export const deviceChanged = makeEvent<{ sn: string }>('a box changed', { awaited: true })

type Bound = { sn: string; userId: string }
type BindingStart = (tx: Transaction, bound: Bound) => Promise<void>
const bindingStarts = new Set<BindingStart>()
/**
 * What else a new binding of a box brings, in its transaction: who is rewarded for it, for example. Not where an owner
 * confirms a box that is theirs already. Returns how to take it back.
 */
export const startWithBinding = (one: BindingStart): (() => void) => {
  bindingStarts.add(one)
  return () => void bindingStarts.delete(one)
}
export const startBinding: BindingStart = async (tx, bound) => {
  for (const one of bindingStarts) await one(tx, bound)
}

type Unbound = { sn: string; userId: string }
type BindingEnd = (tx: Transaction, unbound: Unbound) => Promise<void>
const bindingEnds = new Set<BindingEnd>()
/**
 * What else ends with a box's binding, in the transaction that ends it, while the box still has its owner and its name.
 * Orders and agreements know boxes, so boxes are told; nothing ends where nobody has said so. Returns how to take it
 * back.
 */
export const endWithBinding = (one: BindingEnd): (() => void) => {
  bindingEnds.add(one)
  return () => void bindingEnds.delete(one)
}
export const endBinding: BindingEnd = async (tx, unbound) => {
  for (const one of bindingEnds) await one(tx, unbound)
}
