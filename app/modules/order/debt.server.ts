/** Shows customers what a bank took back: the amount, what has paid for it, what is frozen, and what is owed. */
import { db, type Transaction } from '~/platform/db.server'
import { debtsByOrder, listFrozen, owedOf } from '~/modules/ledger/ledger.server'
import { printAmount } from '~/text/amount'
import type { BankView, DebtView } from './view'

const text = (amount: bigint): string => printAmount(amount, { scale: 4 })

/** For one order; null if no bank has taken or claims anything of it. */
export const bankViewOf = async (
  { id, userId }: { id: string; userId: string },
  tx: Transaction = db,
): Promise<BankView | null> => {
  const debt = (await debtsByOrder(userId, tx)).get(id)
  const own = (await listFrozen(userId, tx)).filter(({ orderId }) => orderId === id)
  const frozen = own.reduce((all, { amount }) => all + amount, 0n)
  if ((debt === undefined || debt.taken === 0n) && frozen === 0n) return null
  const { taken, unused, paid, left } = debt ?? { taken: 0n, unused: 0n, paid: 0n, left: 0n }
  return {
    taken: text(taken),
    unused: text(unused),
    paid: text(paid),
    frozen: text(frozen),
    until: own[0]?.endsAt.toISOString() ?? null,
    owed: text(left > frozen ? left - frozen : 0n),
  }
}

/** For the whole account, on the wallet page. */
export const debtView = async (userId: string): Promise<DebtView> => {
  const [owed, frozen] = await Promise.all([owedOf(userId), listFrozen(userId)])
  const ids = frozen.flatMap(({ orderId }) => orderId ?? [])
  const orders = await db.order.findMany({ where: { id: { in: ids } }, select: { id: true, number: true } })
  const numbers = new Map(orders.map(({ id, number }) => [id, number]))
  return {
    owed: text(owed),
    frozen: frozen.map(({ amount, endsAt, orderId }) => ({
      amount: text(amount),
      until: endsAt.toISOString(),
      orderNumber: numbers.get(orderId ?? '') ?? null,
    })),
  }
}
