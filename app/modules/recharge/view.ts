/**
 * Recharges as pages and the API see them: plain data, described in view.schema.ts. Types only, so that browser
 * components can import them.
 */
import type { z } from 'zod'
import type {
  rechargeDetailsOutput,
  rechargeMethodOutput,
  rechargeOutput,
  rechargePageOutput,
  usdtOutput,
} from './view.schema'

/** A row of the recharge list. */
export type RechargeSummary = z.output<typeof rechargeOutput>
export type RechargeAct = RechargeSummary['acts'][number]
export type RechargeDetails = z.output<typeof rechargeDetailsOutput>
/** The order that a recharge was started for. */
export type RechargedOrder = NonNullable<RechargeDetails['order']>
/** What the payment page of a recharge shows. `orderRest`: the price of the order that it offers to pay, in USD. */
export type RechargePage = z.output<typeof rechargePageOutput> & { orderRest?: string | null }
/** A method to recharge by, with its range. */
export type RechargeMethod = z.output<typeof rechargeMethodOutput>
/** A USDT deposit for any target. */
export type UsdtDeposit = z.output<typeof usdtOutput>
