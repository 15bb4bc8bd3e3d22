/**
 * A customer's wallet: opened by its owner, frozen or closed by the operator. What is in it stands in the ledger, also
 * before it is opened: refunds and what came too late are nobody else's.
 */
export { openWallet, requireWallet, walletState, type WalletState, type WalletView } from './state.server'
