/**
 * What orders ask of payments, which stand above them: the module `payment` gives these functions at start.
 */
import type { Transaction } from '~/platform/db.server'
import { provided } from '~/platform/provided.server'
import type { CreditReason } from '~/modules/outbox/outbox.server'
import type { Failure, Result } from '~/errors/table'
import type { OrderRow } from './store.server'
import type { HeldDeposit } from './view'

/** Begins to collect the rest by this method. The order stands whatever comes of it. */
export const beginPayment =
  provided<
    (asked: { userId: string; number: string; method: number; batch: string | undefined }) => Promise<Result<unknown>>
  >('how a payment is begun')

/** Why this method can't pay so much, as far as that is known without asking its provider; null where nothing is. */
export const judgeMethod =
  provided<(asked: { method: number; rest: bigint }) => Failure | null>('which amounts a method takes')

/**
 * - closed: nothing that the payer was shown can be paid any more, or whatever comes by it is money that came late;
 * - paid: the provider says that it is paid, and that is settled;
 * - on-its-way: a payment was seen and is not confirmed;
 * - refused: the provider would not close it; silent: it did not answer.
 */
export type PaymentsEnd = 'closed' | 'paid' | 'on-its-way' | 'refused' | 'silent'
/** Closes an order's payments at their providers. What they say of them first is taken in. */
export const endPayments =
  provided<(orderId: string, why: 'cancelled' | 'window-over') => Promise<PaymentsEnd>>('how payments are closed')

/** Credits what came for an order and waited for its rest. Returns how much. */
export const creditWaiting = provided<(tx: Transaction, order: OrderRow, why: CreditReason) => Promise<bigint>>(
  'how waiting money is credited',
)

/**
 * Why this account may not pay by a method now: it is switched off, or not offered in its country. Null: it may, as it
 * may where no payments are connected.
 */
export const checkMethod =
  provided<(asked: { userId: string; method: number }) => Promise<Failure | null>>('who may pay by a method')
checkMethod.provide(() => Promise.resolve(null))

/** The deposits of an order that a person looks at or has sent back. None where no payments are connected. */
export const heldDeposits = provided<(orderId: string) => Promise<HeldDeposit[]>>('which deposits a person looks at')
heldDeposits.provide(() => Promise.resolve([]))
