/** Dependency injection for upward calls: the module `payment`, above recharges, sets these functions at start. */
import { provided } from '~/platform/provided.server'
import type { Visit } from '~/platform/visit'
import type { PaymentsEnd } from '~/modules/order/order.server'
import type { HeldDeposit } from '~/modules/order/view'
import type { Result } from '~/errors/table'
import type { RechargeKind } from './types'

/** Starts collecting a recharge by this method. The recharge is kept whether or not that succeeds. */
export const beginRecharge = provided<
  (asked: {
    userId: string
    number: string
    method: number
    batch: string | undefined
    visit: Visit | null
  }) => Promise<Result<unknown>>
>('how the payment of a recharge is begun')

/** Closes a recharge's payments at their providers, after applying what the providers report. */
export const endRechargePayments = provided<
  (rechargeId: string, why: 'cancelled' | 'window-over') => Promise<PaymentsEnd>
>('how the payments of a recharge are closed')

/**
 * How a method can recharge an account's wallet, and the provider's minimum in 1/10000 USD (0n if unknown); null if the
 * method can't recharge it, because it doesn't exist, is disabled, or is not offered in the account's country.
 */
export const rechargeWay = provided<
  (asked: { userId: string; method: number }) => Promise<{ kind: RechargeKind; least: bigint } | null>
>('how a wallet can be recharged')

/** The deposits of a recharge that an operator looks at or has returned. */
export const heldOfRecharge = provided<(rechargeId: string) => Promise<HeldDeposit[]>>(
  'which deposits of a recharge a person looks at',
)
