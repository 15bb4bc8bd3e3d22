/**
 * The ledger, the only writer of balances: accounts, immutable double-entry transfers, and holds. The functions of
 * entries.ts define what each journey moves; docs/ledger.md shows them and the chart.
 *
 * Every function that changes money takes the caller's transaction, so that both succeed or fail together. All amounts
 * are BigInt, in an account's smallest units.
 */
export {
  accountId,
  accountKinds,
  chart,
  clearing,
  house,
  parseAccountId,
  points,
  receivable,
  scaleOf,
  wallet,
  type AccountKind,
  type AccountName,
} from './accounts'
export {
  accountStatement,
  statementEntries,
  type AccountStatement,
  type StatementEntry,
} from './account-statement.server'
export { maxCredit, postGiven, takeBackCredit, type CreditCurrency } from './credit.server'
export { debtsByOrder, freezeInstead, freezeLess, settleDebt, unusedOfDispute, type OrderDebt } from './debt.server'
export * from './entries'
export { pointsTypes, walletTypes, type PointsType, type WalletType } from './entry-types'
export {
  expireHold,
  expireHolds,
  hold,
  holdExpired,
  listHolds,
  postHold,
  replaceHold,
  voidHold,
  type Freed,
  type Held,
  type HoldEnded,
  type OpenHold,
} from './hold.server'
export { frozenHoldId, listFrozen, owedOf, payOwed, type Frozen, type PaidDebt } from './owed.server'
export {
  lockAccounts,
  post,
  reverse,
  type AlreadyReversed,
  type Insufficient,
  type Posted,
  type Transfer,
} from './post.server'
export {
  entryOf,
  maxEntriesFound,
  searchEntries,
  walkEntries,
  type Direction,
  type EntrySearch,
  type FoundEntry,
  type FoundPage,
  type Place,
} from './search.server'
export {
  balanceOf,
  creditedFor,
  listAccountsOf,
  listEntries,
  trialBalance,
  walletOf,
  type Balance,
  type Entry,
  type TrialRow,
} from './statement.server'
