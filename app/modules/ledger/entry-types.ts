/**
 * The type of an entry that the owner of a wallet or of points sees: SPEC.md's wallet transaction types, and our own
 * types for points. Every kind of transfer that moves one of these accounts is listed here, so that an index can filter
 * statements.
 */
import type { AccountKind } from './accounts'

/** SPEC.md's wallet transaction types; All (-1) is only a filter. */
export const walletTypes = {
  transfer: 0,
  code: 1,
  purchase: 2,
  cashback: 3,
  topUp: 4,
  refunded: 5,
  api: 6,
  gift: 7,
} as const
export type WalletType = (typeof walletTypes)[keyof typeof walletTypes]

/** Where points came from, or what they were used for. */
export const pointsTypes = { invitation: 0, gift: 1, spent: 2, returned: 3, expired: 4, corrected: 5 } as const
export type PointsType = (typeof pointsTypes)[keyof typeof pointsTypes]

/**
 * By kind of transfer. A debt to a bank is paid with what was refunded to that bank, so it has the same type, as an
 * expense.
 */
const walletTypeOf: Readonly<Record<string, WalletType>> = {
  'mango-pays-order': walletTypes.purchase,
  'kept-credited': walletTypes.refunded,
  'refund-to-wallet': walletTypes.refunded,
  'debt-settled-by-mango': walletTypes.refunded,
  'dispute-won-credited': walletTypes.refunded,
  'operator-credits-mango': walletTypes.gift,
  'transfer-mango': walletTypes.transfer,
  'code-redeemed': walletTypes.code,
  'gift-of-mango': walletTypes.gift,
  cashback: walletTypes.cashback,
  'cashback-taken-back': walletTypes.cashback,
}
const pointsTypeOf: Readonly<Record<string, PointsType>> = {
  'points-pay-order': pointsTypes.spent,
  'refund-of-points': pointsTypes.returned,
  'invitation-rewarded': pointsTypes.invitation,
  'points-expired': pointsTypes.expired,
  'operator-credits-points': pointsTypes.gift,
  'gift-of-points': pointsTypes.gift,
}

const reversed = '-reversed'

/** The type of an entry; null for accounts that customers don't see. Throws if a kind has no type. */
export const entryTypeOf = (kind: string, account: AccountKind, own?: WalletType): number | null => {
  if (account !== 'wallet' && account !== 'points') return null
  if (account === 'wallet' && own !== undefined) return own
  const base = kind.endsWith(reversed) ? kind.slice(0, -reversed.length) : kind
  const type = (account === 'wallet' ? walletTypeOf : pointsTypeOf)[base]
  if (type === undefined) throw new Error(`${kind} has no type on a ${account} account`)
  return type
}
