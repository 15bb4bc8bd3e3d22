/**
 * Collects the rest of an order's price and recharges through providers, and decides what happens to all money
 * received. The only public file of the module. docs/orders.md and docs/recharges.md have the tables.
 */
import { dayMs, hourMs, minuteMs } from '~/platform/clock.server'
import { recurring, type Job, type WorkQueue } from '~/platform/jobs.server'
import {
  askRefundsAgain,
  beginPayment,
  checkMethod,
  closePaymentsOf,
  connectOrders,
  creditWaiting,
  endOrderWindow,
  endOverdue,
  endPayments,
  heldDeposits,
  validateMethod,
  maxRefundAtSource,
  refundAtSource,
} from '~/modules/order/order.server'
import {
  beginRecharge,
  closeRechargePayments,
  endOverdueRecharges,
  endRechargePayments,
  endRechargeWindow,
  heldOfRecharge,
  rechargeWay,
} from '~/modules/recharge/recharge.server'
import { choosePayment, chooseRechargePayment } from './begin.server'
import { closePayments } from './close.server'
import { settleAllSeen } from './report.server'
import { readProviderLists } from './gap.server'
import { inbox } from './inbox.server'
import { checkAmount, minimumsEveryMs, readMinimums, wayOfRecharge } from './method.server'
import { maxRefundAtCard, refundAtCard } from './operator.server'
import { checkOffer } from './method.server'
import { furtherPolls, paymentPolls } from './poll.server'
import { reconcileDaily } from './reconcile.server'
import { heldOf } from './return.server'
import { creditWaitingOf } from './order-target.server'

export { choosePayment, chooseRechargePayment, restOfOrder } from './begin.server'
export { cameBackParameter } from './came-back'
export { readProviderLists } from './gap.server'
export { callbackMostBytes, takeCallback } from './inbox.server'
export {
  forgetMinimums,
  isMethodOpen,
  listMethods,
  payableMethods,
  paymentMethods,
  readMinimums,
  rechargeMethods,
  rechargeWays,
  setMethod,
} from './method.server'
export {
  applyDeposit,
  creditDeposit,
  listEvents,
  listForPerson,
  notePersonLooked,
  retryEvent,
  type EventView,
  type PersonEntry,
} from './operator.server'
export { listUsdt } from './usdt.server'
export { askForAddress, giveAddress, isDecided, returnDeposit } from './return.server'
export { recoverPayments, unrecovered, type Recovered } from './recover.server'
export { disagreements, reconcile, reconcileBy, type Reconciled } from './reconcile.server'
export { forgetRefusedCallbacks } from './refused.server'
export { checkNow, paymentPage, rechargePage, returnFromProvider } from './page.server'

/**
 * Connects orders and recharges to the payment functions they need. Called once at start; returns a function that
 * disconnects them.
 */
export const connectPayment = (): (() => void) => {
  const undo = [
    connectOrders(),
    beginPayment.provide(({ userId, number, method, batch }) => choosePayment(userId, number, { method, batch })),
    validateMethod.provide(checkAmount),
    endPayments.provide((id, why) => closePayments({ kind: 'order', id }, why)),
    creditWaiting.provide(creditWaitingOf),
    refundAtSource.provide(refundAtCard),
    maxRefundAtSource.provide(maxRefundAtCard),
    checkMethod.provide(checkOffer),
    heldDeposits.provide((id) => heldOf({ kind: 'order', id })),
    beginRecharge.provide(({ userId, number, ...chosen }) => chooseRechargePayment(userId, number, chosen)),
    endRechargePayments.provide((id, why) => closePayments({ kind: 'recharge', id }, why)),
    heldOfRecharge.provide((id) => heldOf({ kind: 'recharge', id })),
    rechargeWay.provide(wayOfRecharge),
  ]
  return () => {
    for (const one of undo) one()
  }
}

/** The background jobs of payments, orders and recharges. */
export const paymentJobs: readonly Job[] = [
  endOrderWindow,
  closePaymentsOf,
  endRechargeWindow,
  closeRechargePayments,
  recurring('end-overdue-orders', 10 * minuteMs, async () => {
    await settleAllSeen()
    await endOverdue()
    await endOverdueRecharges()
  }),
  recurring('read-provider-lists', hourMs, readProviderLists, { atStart: true }),
  recurring('read-least-amounts', minimumsEveryMs, readMinimums),
  recurring('ask-refunds-again', 10 * minuteMs, askRefundsAgain),
  recurring('reconcile-providers', dayMs, reconcileDaily),
]
export const paymentQueues: readonly WorkQueue[] = [inbox, paymentPolls, furtherPolls]
