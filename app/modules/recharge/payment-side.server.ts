/** What recharges ask of payments, which stand above them: the module `payment` gives these functions at start. */
import { provided } from '~/platform/provided.server'
import type { Visit } from '~/platform/visit'
import type { PaymentsEnd } from '~/modules/order/order.server'
import type { HeldDeposit } from '~/modules/order/view'
import type { Result } from '~/errors/table'
import type { RechargeKind } from './types'

/** Begins to collect a recharge by this method. It stands whatever comes of it. */
export const beginRecharge = provided<
  (asked: {
    userId: string
    number: string
    method: number
    batch: string | undefined
    visit: Visit | null
  }) => Promise<Result<unknown>>
>('how the payment of a recharge is begun')

/** Closes a recharge's payments at their providers. What they say of them first is taken in. */
export const endRechargePayments = provided<
  (rechargeId: string, why: 'cancelled' | 'window-over') => Promise<PaymentsEnd>
>('how the payments of a recharge are closed')

/**
 * What a method is to an account, and the least that its provider takes, in 1/10000 USD (0n where it says nothing);
 * null where the wallet can't be recharged by it, because it is none, switched off, or not offered in their country.
 */
export const rechargeWay = provided<
  (asked: { userId: string; method: number }) => Promise<{ kind: RechargeKind; least: bigint } | null>
>('how a wallet can be recharged')

/** The deposits of a recharge that a person looks at or has sent back. */
export const heldOfRecharge = provided<(rechargeId: string) => Promise<HeldDeposit[]>>(
  'which deposits of a recharge a person looks at',
)
