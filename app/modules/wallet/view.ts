/** Wallet data for pages and API calls, as JSON-compatible values. Amounts are decimal text, times ISO 8601. */
import type { WalletType } from '~/modules/ledger/ledger.server'

/** What happened, in one word: SPEC.md's types, with both directions of a transfer, and debts to a bank. */
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
  /** It reverses an earlier one. */
  takesBack: boolean
  direction: 'income' | 'expense'
  at: string
  /** The amount in USD, without a sign. */
  amount: string
  /** The same in Mango, negative for an expense. */
  mango: string
  /** The balance after it. */
  balance: string
  /** Network or service fee, in Mango; zero if there was none. */
  fee: string
  /** The other account of a transfer: as its sender typed it; the recipient sees only an initial. */
  counterparty: string | null
  note: string | null
  order: { number: string; products: readonly { name: string; months: number }[] } | null
  /** How money came in: SPEC.md's payment method, and for a coin what was received. */
  way: { method: number; coin: string | null; network: string | null; received: string | null } | null
  /** A code's value, and when it was redeemed. */
  exchange: { amount: string; at: string } | null
}

/** A held amount. `frozen`: for a payment that a bank takes back. */
export type HeldView = {
  amount: string
  until: string
  frozen: boolean
  order: string | null
}
