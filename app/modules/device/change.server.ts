/** Hooks for changes of a box's rights: caches drop the box, and agreements of its owner end. */
import type { Transaction } from '~/platform/db.server'
import { makeEvent } from '~/platform/event.server'

/** The box's binding, a token or its chosen list changed. Awaited, so that its next request sees the new state. */
export const deviceChanged = makeEvent<{ sn: string }>('a box changed', { awaited: true })

type Bound = { sn: string; userId: string }
type BindingStart = (tx: Transaction, bound: Bound) => Promise<void>
const bindingStarts = new Set<BindingStart>()
/**
 * What else happens in the transaction of a new binding, such as a reward. Not called when an owner confirms a box that
 * is already theirs. Returns a function that unregisters the hook.
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
 * What else ends in the transaction that unbinds a box, while the box still has its owner and name. Orders and
 * agreements import device, so they register here. Returns a function that unregisters the hook.
 */
export const endWithBinding = (one: BindingEnd): (() => void) => {
  bindingEnds.add(one)
  return () => void bindingEnds.delete(one)
}
export const endBinding: BindingEnd = async (tx, unbound) => {
  for (const one of bindingEnds) await one(tx, unbound)
}
