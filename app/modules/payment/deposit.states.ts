/**
 * What becomes of money that came in for an order or a recharge: two pure functions with exactly one answer for each
 * case. docs/orders.md and docs/recharges.md show them with amounts. All amounts are bigint of 1/10000 USD.
 */

/**
 * Where the order stands when money comes: open: it can be paid; late: its payment window is over, the price still
 * holds and the order can be fulfilled; gone: the price no longer holds, or the customer cancelled it; done: it is
 * paid, refunded or charged back already.
 */
export type DepositStanding = 'open' | 'late' | 'gone' | 'done'
export type DepositCase = {
  standing: DepositStanding
  /** What the providers have to collect for the order. */
  due: bigint
  /** Confirmed money that waits for the rest. */
  before: bigint
  worth: bigint
  /** False: the coin is not the one that was asked for. */
  rightAsset: boolean
}
/**
 * order: it pays the order, a surplus is credited; wait: it waits for the rest; credit: all of it becomes wallet
 * credit; person: somebody looks first.
 */
export type DepositDecision =
  | { result: 'order'; event: 'paid' | 'paid-late'; toOrder: bigint; credit: bigint }
  | { result: 'wait'; event: 'short'; missing: bigint }
  | { result: 'credit'; credit: bigint }
  | { result: 'person' }

/** 0.5 %: so much less than what is due still pays it, for rates and fees on the way. */
export const toleranceThousandths = 5n
/** The least that pays what is due. */
export const enoughFor = (due: bigint): bigint => due - (due * toleranceThousandths) / 1000n

export const decideDeposit = ({ standing, due, before, worth, rightAsset }: DepositCase): DepositDecision => {
  if (!rightAsset) return { result: 'person' }
  const all = before + worth
  if (standing === 'done' || standing === 'gone') return { result: 'credit', credit: all }
  if (all < enoughFor(due))
    return standing === 'open'
      ? { result: 'wait', event: 'short', missing: due - all }
      : { result: 'credit', credit: all }
  const surplus = all > due ? all - due : 0n
  return {
    result: 'order',
    event: standing === 'open' ? 'paid' : 'paid-late',
    toOrder: all - surplus,
    credit: surplus,
  }
}

/** Of a recharge: what was asked for, and what has come of it before and was not given back. */
export type RechargeCase = { asked: bigint; kept: bigint; worth: bigint; rightAsset: boolean }
/** credit: all of it becomes wallet credit, whenever it comes; the event says whether that is what was asked for. */
export type RechargeDecision = { result: 'credit'; event: 'paid' | 'short'; credit: bigint } | { result: 'person' }

/** Whether so much is what was asked for. */
export const rechargeEvent = (asked: bigint, kept: bigint): 'paid' | 'short' =>
  kept >= enoughFor(asked) ? 'paid' : 'short'

export const decideRecharge = ({ asked, kept, worth, rightAsset }: RechargeCase): RechargeDecision =>
  rightAsset ? { result: 'credit', event: rechargeEvent(asked, kept + worth), credit: worth } : { result: 'person' }
