/**
 * Orders: a customer's purchases for a box, from ordering to their end. The only public file of the module.
 * docs/orders.md has the states, the fields and what becomes of money.
 */
export {
  boughtFor,
  type Bought,
  canBeGiven,
  checkBuyer,
  hasOpenOrders,
  moveOrdersOfBox,
  listPaidFromOutside,
} from './box.server'
export { beginOnce, createOrder, maxPlans, renewWithMango, type OrderInput, type ShownSum } from './create.server'
export { otherSum, dueOf, isOpen, lockOrder, moveOrder, orderInclude, statusOf, type OrderRow } from './store.server'
export {
  cancelOrder,
  closePaymentsOf,
  closeUnbound,
  creditWhatCame,
  deleteOrder,
  endOrderWindow,
  endOverdue,
  noteFailed,
  noteSeen,
  noteShort,
  noteUnseen,
  connectOrders,
} from './end.server'
export {
  listAllOrders,
  listOrders,
  namesOfOrders,
  listPointsOrders,
  openOrderFor,
  orderDetails,
  payableNow,
  recordOf,
  pointsStates,
  unfinishedOf,
  usd,
  whatWasOrdered,
  type OpenOrder,
  type PointsOrder,
} from './find.server'
export { debtView } from './debt.server'
export { fulfilOrder } from './fulfil.server'
export { findOrderFor, type OrderForOperator } from './operator.server'
export { canPostParts, findMissingPart, holdPart } from './part.server'
export {
  beginPayment,
  checkMethod,
  creditWaiting,
  endPayments,
  heldDeposits,
  validateMethod,
  type PaymentsEnd,
} from './payment-side.server'
export {
  askRefundsAgain,
  maxRefundAtSource,
  noteProviderRefund,
  noteRefundFailed,
  performRefund,
  refundable,
  refundAtSource,
  refundOrder,
  settleAskedRefund,
  settleRefund,
  type AskSecond,
  type ProviderRefund,
} from './refund.server'
export { checkAdvanceLimit, isWithinLimits } from './sale-limits.server'
export { orderTexts, tellOfOrder, tellOwner } from './notify.server'
export { orderStatuses } from './order.states'
export { creditOverpaid, endByDispute } from './unused.server'
export { giveCashbackAgain, takeBackCashback } from './cashback.server'
export type { OrderDetails } from './view'
