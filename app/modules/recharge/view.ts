/**
 * Recharges as pages and the API see them: plain data, amounts as decimal text (USD, which is the same in Mango), times
 * as ISO 8601 in UTC. Types only, so that browser components can import them.
 */
import type { HeldDeposit, PaymentRecord, PaymentState } from '~/modules/order/view'
import type { RechargeStatus } from './recharge.states'

export type RechargeAct = 'pay' | 'cancel'

/** A row of the recharge list. */
export type RechargeSummary = {
  number: string
  status: RechargeStatus
  /** The payment method last used or tried. */
  method: number
  /** The amount asked for. */
  amount: string
  /** The amount received as Mango. */
  credited: string
  /** The part of that which its provider has returned or a bank has taken back. */
  givenBack: string
  createdAt: string
  updatedAt: string
  paidAt: string | null
  /** Until when it can be paid; null if nothing expires. */
  expiresAt: string | null
  acts: readonly RechargeAct[]
}

/** The order that a recharge was started for. */
export type RechargedOrder = {
  number: string
  /** Whether it can still be paid. */
  isOpen: boolean
}

export type RechargeDetails = RechargeSummary & {
  /** Why it ended unpaid. */
  endedBy: 'cancelled' | 'window-over' | null
  order: RechargedOrder | null
  /**
   * After the money has come, if there is no linked order or it is over: the newest unpaid order that the wallet can
   * pay now.
   */
  payable: string | null
  payments: readonly PaymentRecord[]
  held: readonly HeldDeposit[]
}

/** What the payment page of a recharge shows and offers. */
export type RechargePage = PaymentState & {
  recharge: RechargeDetails
  /** The price of the order that the page offers to pay, in USD. */
  orderRest?: string | null
}

/** A method to recharge by, with its range. */
export type RechargeMethod = {
  method: number
  key: string
  kind: 'coin' | 'card'
  symbol: string | null
  network: string | null
  onlyWhere: 'device-wallet' | null
  /** In USD; the minimum is the provider's if that is higher than SPEC's. */
  least: string
  most: string
}

/** A USDT deposit for any target. */
export type UsdtDeposit = {
  id: string
  /** The order or recharge that it was for. */
  target: { kind: 'order' | 'recharge'; number: string }
  payinAddress: string | null
  payinHash: string | null
  /** In USDT, as the provider reported it. */
  amount: string
  /** Its value in USD; null if unknown. */
  worth: string | null
  /** USD per USDT in its quote. */
  rate: string | null
  /**
   * confirming: seen, not confirmed; waits: for the rest of its order; paid: it has paid its order; credited: it became
   * Mango; checked: an operator looks at it; returned: it was sent back.
   */
  state: 'confirming' | 'waits' | 'paid' | 'credited' | 'checked' | 'returned'
  at: string
}
