/** Dependency injection for upward calls: the module `payment`, above orders, sets these functions at start. */
import type { Transaction } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import type { CreditReason } from '~/modules/outbox/outbox.server'
import type { Failure, Result } from '~/errors/table'
import type { OrderRow } from './store.server'
import type { HeldDeposit } from './view'

/** Starts collecting the rest by this method. The order is kept whether or not that succeeds. */
export const beginPayment =
  provided<
    (asked: { userId: string; number: string; method: number; batch: string | undefined }) => Promise<Result<unknown>>
  >('how a payment is begun')

/** Why this method can't pay an amount, as far as known without asking its provider; null if no reason is known. */
export const validateMethod =
  provided<(asked: { method: number; rest: bigint }) => Failure | null>('which amounts a method takes')

/**
 * - closed: nothing shown to the payer can be paid any more, or money that still comes that way counts as late;
 * - paid: the provider reports a payment, and it is settled;
 * - on-its-way: a payment was seen but is not confirmed;
 * - refused: the provider would not close it; silent: it did not answer.
 */
export type PaymentsEnd = 'closed' | 'paid' | 'on-its-way' | 'refused' | 'silent'
/** Closes an order's payments at their providers, after applying what the providers report. */
export const endPayments =
  provided<(orderId: string, why: 'cancelled' | 'window-over') => Promise<PaymentsEnd>>('how payments are closed')

/** Credits deposits that waited for the rest of an order. Returns the amount. */
export const creditWaiting = provided<(tx: Transaction, order: OrderRow, why: CreditReason) => Promise<bigint>>(
  'how waiting money is credited',
)

/**
 * Why this account can't pay by a method now: it is disabled, or not offered in its country. Null if it can, even if no
 * payments are connected.
 */
export const checkMethod =
  provided<(asked: { userId: string; method: number }) => Promise<Failure | null>>('who may pay by a method')
checkMethod.provide(() => Promise.resolve(null))

/** The deposits of an order that an operator looks at or has returned. Empty if no payments are connected. */
export const heldDeposits = provided<(orderId: string) => Promise<HeldDeposit[]>>('which deposits a person looks at')
heldDeposits.provide(() => Promise.resolve([]))
