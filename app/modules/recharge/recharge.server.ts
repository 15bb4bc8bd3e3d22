/**
 * Recharges: Mango that a customer buys with outside money. The only public file of the module. docs/recharges.md has
 * the states and what becomes of money; the module payment collects the money, as for orders.
 */
export { createRecharge, checkRecharge, leftToday, rechargeForOrder, type RechargeInput } from './create.server'
export {
  cancelRecharge,
  closeRechargePayments,
  endOverdueRecharges,
  endRechargeWindow,
  noteRecharged,
  noteRechargeFailed,
  noteRechargeSeen,
  noteRechargeUnseen,
} from './end.server'
export {
  findRechargeFor,
  listAllRecharges,
  listRecharges,
  openRechargeOf,
  rechargeDetails,
  type RechargeForOperator,
} from './find.server'
export { beginRecharge, endRechargePayments, heldOfRecharge, rechargeWay } from './payment-side.server'
export { rechargeStatuses } from './recharge.states'
export {
  isOpen,
  lockRecharge,
  moveRecharge,
  restoredReason,
  statusOf,
  type RechargeRow,
  restoreRecharge,
} from './store.server'
export { rechargeTexts, tellOfRecharge, tellRecharger } from './notify.server'
