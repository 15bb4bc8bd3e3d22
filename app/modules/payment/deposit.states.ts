/**
 * Decides what happens to money received for an order or a recharge: two pure functions with exactly one result per
 * case. docs/orders.md and docs/recharges.md show them with amounts. All amounts are bigint of 1/10000 USD.
 */

/**
 * The state of the order when money arrives. open: it can be paid; late: its payment window is over, but the price
 * still holds and the order can be fulfilled; gone: the price no longer holds, or the customer cancelled it; done: it
 * is already paid, refunded or charged back.
 */
export type DepositStanding = 'open' | 'late' | 'gone' | 'done'
export type DepositCase = {
  standing: DepositStanding
  /** The amount that providers have to collect for the order. */
  due: bigint
  /** Confirmed money that waits for the rest. */
  before: bigint
  worth: bigint
  /** False if the coin is not the one that was asked for. */
  rightAsset: boolean
}
/**
 * order: pays the order, and a surplus is credited; wait: waits for the rest; credit: all of it becomes wallet credit;
 * person: an operator decides first.
 */
export type DepositDecision =
  | { result: 'order'; event: 'paid' | 'paid-late'; toOrder: bigint; credit: bigint }
  | { result: 'wait'; event: 'short'; missing: bigint }
  | { result: 'credit'; credit: bigint }
  | { result: 'person' }

/** 0.5 %: accepted shortfall, which covers exchange rates and network fees. */
export const toleranceThousandths = 5n
/** The smallest amount that counts as paying `due`. */
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

/** For a recharge: the amount asked for, and what has already arrived and was not returned. */
export type RechargeCase = { asked: bigint; kept: bigint; worth: bigint; rightAsset: boolean }
/**
 * credit: all of it becomes wallet credit, whenever it arrives; the event says whether it reaches the amount asked for.
 */
export type RechargeDecision = { result: 'credit'; event: 'paid' | 'short'; credit: bigint } | { result: 'person' }

/** Whether the amount kept reaches the amount asked for. */
export const rechargeEvent = (asked: bigint, kept: bigint): 'paid' | 'short' =>
  kept >= enoughFor(asked) ? 'paid' : 'short'

export const decideRecharge = ({ asked, kept, worth, rightAsset }: RechargeCase): RechargeDecision =>
  rightAsset ? { result: 'credit', event: rechargeEvent(asked, kept + worth), credit: worth } : { result: 'person' }
