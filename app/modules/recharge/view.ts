/**
 * What pages and the API are given of recharges: plain data, amounts as decimal text (USD, which is the same in Mango),
 * times as ISO 8601 in UTC. Pure types, so that components in the browser may name them.
 */
import type { HeldDeposit, PaymentRecord, PaymentState } from '~/modules/order/view'
import type { RechargeStatus } from './recharge.states'

export type RechargeAct = 'pay' | 'cancel'

/** A line of the record of recharges. */
export type RechargeSummary = {
  number: string
  status: RechargeStatus
  /** The way by which it is, was or was last tried to be paid. */
  method: number
  /** What was asked for. */
  amount: string
  /** What came and became Mango. */
  credited: string
  /** What of that its provider has given back or a bank has taken back. */
  givenBack: string
  createdAt: string
  updatedAt: string
  paidAt: string | null
  /** Until when it can be paid; null where nothing runs out. */
  expiresAt: string | null
  acts: readonly RechargeAct[]
}

/** The order that a recharge was begun for. */
export type RechargedOrder = {
  number: string
  /** It can still be paid. */
  isOpen: boolean
}

export type RechargeDetails = RechargeSummary & {
  /** Who or what ended it unpaid. */
  endedBy: 'cancelled' | 'window-over' | null
  order: RechargedOrder | null
  /** Once it has come, where that order is none or over: the newest unpaid order that the wallet can pay now. */
  payable: string | null
  payments: readonly PaymentRecord[]
  held: readonly HeldDeposit[]
}

/** What the payment page of a recharge shows and offers now. */
export type RechargePage = PaymentState & {
  recharge: RechargeDetails
  /** What the order that it offers to pay takes, in USD. */
  orderRest?: string | null
}

/** A way to recharge, with what it takes. */
export type RechargeMethod = {
  method: number
  key: string
  kind: 'coin' | 'card'
  symbol: string | null
  network: string | null
  onlyWhere: 'device-wallet' | null
  /** In USD; the least is what the provider takes, where that is more than SPEC's. */
  least: string
  most: string
}

/** A deposit of USDT, whatever it was for. */
export type UsdtDeposit = {
  id: string
  /** What it was for. */
  target: { kind: 'order' | 'recharge'; number: string }
  payinAddress: string | null
  payinHash: string | null
  /** In USDT, as the provider said it. */
  amount: string
  /** What it counted as, in USD; null where nobody has said it yet. */
  worth: string | null
  /** USD for one USDT, at which its amount was asked for. */
  rate: string | null
  /**
   * confirming: seen, not confirmed; waits: for the rest of its order; paid: it has paid its order; credited: it is
   * Mango; checked: a person looks; returned: it was sent back.
   */
  state: 'confirming' | 'waits' | 'paid' | 'credited' | 'checked' | 'returned'
  at: string
}
