/** What pages and calls say of a wallet, as data that JSON can carry. Amounts are decimal text, times ISO 8601. */
import type { WalletType } from '~/modules/ledger/ledger.server'

/** What happened, in one word; types of SPEC.md with both directions of a transfer, and what a bank takes. */
export type TransactionWhat =
  | 'sent'
  | 'received'
  | 'code'
  | 'purchase'
  | 'cashback'
  | 'recharge'
  | 'refunded'
  | 'debt'
  | 'api'
  | 'gift'

export type TransactionView = {
  /** The transaction number. */
  number: string
  type: WalletType
  what: TransactionWhat
  /** It takes an earlier one back. */
  takesBack: boolean
  direction: 'income' | 'expense'
  at: string
  /** What moved, in USD: without a sign. */
  amount: string
  /** The same in Mango, below zero for an expense. */
  mango: string
  /** The balance after it. */
  balance: string
  /** Network or service fee, in Mango; nothing but zero where there was none. */
  fee: string
  /** The other account of a transfer: as its sender typed it, and to its recipient by no more than an initial. */
  counterparty: string | null
  note: string | null
  order: { number: string; products: readonly { name: string; months: number }[] } | null
  /** How money came in: SPEC.md's payment method, and what came where it was a coin. */
  way: { method: number; coin: string | null; network: string | null; received: string | null } | null
  /** A code's worth, and when it was redeemed. */
  exchange: { amount: string; at: string } | null
}

/** An amount that is set aside. `frozen`: for a payment that a bank takes back. */
export type HeldView = {
  amount: string
  until: string
  frozen: boolean
  order: string | null
}
