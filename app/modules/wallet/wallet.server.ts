/**
 * A customer's wallet: opened by its owner, frozen or closed by the operator. Its money is in the ledger even before it
 * is opened, because refunds and late payments belong to the customer anyway.
 */
export {
  setWalletState,
  openWallet,
  requireWallet,
  walletState,
  findGivingBlocker,
  findWalletBlocker,
  type WalletState,
  type WalletView,
} from './state.server'
export {
  beginStatement,
  findTransaction,
  listTransactions,
  type Statement,
  type TransactionPage,
  type WalletTransaction,
  type WayIn,
} from './transaction.server'
export type { HeldView, TransactionView, TransactionWhat } from './view'
export {
  changePaymentPassword,
  checkPaymentPassword,
  lockedForMs,
  paymentPasswordFaults,
  paymentPasswordState,
  recoverPaymentPassword,
  sendPaymentPasswordCode,
  setPaymentPassword,
  unlockWallet,
  maxWrongEntries,
  type NewPaymentPassword,
  type PaymentPasswordState,
} from './payment-password.server'
export {
  tellOfTransfer,
  tellOfWallet,
  tellOfWalletJob,
  walletTexts,
  givenTexts,
  tellOfGiven,
  tellWalletOwner,
  type GivenEvent,
} from './notify.server'
export {
  findTransfer,
  previewTransfer,
  sendableOf,
  sendableWithin,
  transfer,
  transferFaults,
  transferFee,
  transferLimits,
  transfersBehind,
  type TransferInput,
  type TransferLimits,
  type TransferOrder,
  type TransferPreview,
  type TransferView,
} from './transfer.server'
export { minTransfer, maxNoteLength } from './transfer-input'
export { cardSendableFrom, transferableOf, type Transferable } from './transferable.server'
