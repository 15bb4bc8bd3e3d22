/** Wallet data for pages and API calls: transactions with the orders that they were for, and held amounts. */
import { momentsOf, type DateRange } from '~/i18n/date-range'
import {
  balanceOf,
  listFrozen,
  listHolds,
  wallet,
  type Direction,
  type EntrySearch,
} from '~/modules/ledger/ledger.server'
import { debtView, namesOfOrders } from '~/modules/order/order.server'
import {
  transferableOf,
  type HeldView,
  type TransactionView,
  type WalletTransaction,
} from '~/modules/wallet/wallet.server'
import { mangoText } from './amounts.server'

/** Converts a search's dates to times. */
export const searchOf = ({
  type,
  direction,
  range,
}: {
  type: number | null
  direction: Direction | null
  range: Pick<DateRange, 'times'>
}): EntrySearch => ({ type, direction, ...momentsOf(range) })

const viewOf = (one: WalletTransaction, order: TransactionView['order']): TransactionView => {
  const { number, type, what, takesBack, at, amount, balance, fee, counterparty, note, way } = one
  const worth = mangoText(amount < 0n ? -amount : amount)
  return {
    number,
    type,
    what,
    takesBack,
    direction: amount < 0n ? 'expense' : 'income',
    at: at.toISOString(),
    // 1 Mango is 1 USD.
    amount: worth,
    mango: mangoText(amount),
    balance: mangoText(balance),
    fee: mangoText(fee),
    counterparty,
    note,
    order,
    way,
    exchange: what === 'code' && !takesBack ? { amount: worth, at: at.toISOString() } : null,
  }
}

const idsOf = (all: readonly { orderId: string | null }[]): string[] =>
  all.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]))

/** Product names are in the given language. */
export const viewTransactions = async (
  userId: string,
  all: readonly WalletTransaction[],
  language: string,
): Promise<TransactionView[]> => {
  const orders = await namesOfOrders(userId, idsOf(all), language)
  return all.map((one) => viewOf(one, one.orderId === null ? null : (orders.get(one.orderId) ?? null)))
}

export type WalletSums = {
  balance: string
  /** The amount that can be spent. */
  available: string
  held: HeldView[]
  /** In USD. */
  owed: string
  /** What can be sent to others now, and when the rest can be sent. */
  transferable: string
  later: { amount: string; from: string }[]
}

const byEnd = (a: HeldView, b: HeldView): number => (a.until < b.until ? -1 : 1)
/** A wallet's balance, what is held, what is owed, and what can be sent to others. */
export const viewSums = async (userId: string): Promise<WalletSums> => {
  const account = wallet(userId)
  const [{ balance, available }, holds, debt, transferable] = await Promise.all([
    balanceOf(account),
    listHolds(account),
    debtView(userId),
    transferableOf(userId),
  ])
  const frozen = debt.frozen.map(({ amount, until, orderNumber }) => ({
    amount,
    until,
    order: orderNumber,
    frozen: true,
  }))
  const isFrozen = new Set((await listFrozen(userId)).map(({ id }) => id))
  const others = holds.filter(({ id }) => !isFrozen.has(id))
  const orders = await namesOfOrders(userId, idsOf(others), 'en')
  return {
    balance: mangoText(balance),
    available: mangoText(available),
    held: [
      ...frozen,
      ...others.map(({ amount, endsAt, orderId }) => ({
        amount: mangoText(amount),
        until: endsAt.toISOString(),
        order: orderId === null ? null : (orders.get(orderId)?.number ?? null),
        frozen: false,
      })),
    ].sort(byEnd),
    owed: debt.owed,
    transferable: mangoText(transferable.amount),
    later: transferable.later.map(({ amount, from }) => ({ amount: mangoText(amount), from: from.toISOString() })),
  }
}
