/**
 * Decides what a confirmed deposit becomes, in the transaction that confirms it. It is booked in suspense first; its
 * order or recharge then makes it a payment, a waiting part, wallet credit, or a case for an operator. Each deposit has
 * exactly one result.
 */
import { now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import {
  depositKept,
  keptCredited,
  keptReturned,
  keptSentBack,
  paymentGivenBack,
  payOwed,
  post,
  rechargeGivenBack,
  settleDebt,
} from '~/modules/ledger/ledger.server'
import { usd } from '~/modules/order/order.server'
import type { CreditReason, DepositEvent } from '~/modules/outbox/outbox.server'
import { symbolOf } from './coins'
import type { AttemptRow, DepositRow } from './rows'
import { callPerson, sumOf } from './store.server'
import type { Target } from './target'

/** The actor of transfers that a provider reported. */
export const actor = 'system'

/** The received amount and coin, as shown to customers. */
export const coinsOf = ({ amount, coin }: Pick<DepositRow, 'amount' | 'coin'>): { amount: string; coin: string } => ({
  amount,
  coin: symbolOf(coin ?? 'usd'),
})

type Owner = Pick<Target, 'userId' | 'orderId' | 'creditType' | 'tell'>

/** Books a received deposit in suspense; `by` is the operator if one entered its value. */
export const keep = async (
  tx: Transaction,
  { orderId }: Pick<Target, 'orderId'>,
  { id, provider, usd, attemptId }: DepositRow,
  by: string = actor,
): Promise<void> => {
  const movement = depositKept({ provider, usd })
  const posted = await post(tx, { id: `deposit/${id}`, actor: by, orderId, attemptId, ...movement })
  if (!posted.ok) throw new Error('what waits has no floor')
}

export const settle = async (tx: Transaction, id: string, result: string, transferId: string | null): Promise<void> => {
  const { count } = await tx.deposit.updateMany({
    where: { id, OR: [{ result: null }, { result: 'person' }] },
    data: { result, transferId, settledAt: now() },
  })
  if (count === 0) throw new Error(`the deposit ${id} has its result already`)
}

/** The amount that became Mango, how much of it paid a debt at once, and what is still owed. */
type Made = { amount: bigint; paid: bigint; owed: bigint }
/** The notice to the owner about a credit and the debt that it paid. */
export const creditedReport = (
  amount: bigint,
  why: CreditReason,
  { paid, owed }: Pick<Made, 'paid' | 'owed'>,
): DepositEvent => ({
  kind: 'credited',
  amount: usd(amount),
  why,
  ...(paid > 0n ? { debt: { paid: usd(paid), owed: usd(owed) } } : {}),
})

/** Turns kept deposits into wallet credit without a notice, and pays debts from it. 1 USD is 1 Mango. */
export const makeMango = async (
  tx: Transaction,
  { userId, orderId, creditType }: Owner,
  deposits: readonly DepositRow[],
  why: CreditReason | 'recharge',
  by: string = actor,
): Promise<Made> => {
  let [paid, owed] = [0n, 0n]
  for (const { id, usd, attemptId } of deposits) {
    const transferId = usd > 0n ? `deposit/${id}/credit` : null
    if (transferId !== null) {
      const movement = keptCredited({ userId, mango: usd, usd })
      const seenAs = creditType === undefined ? {} : { type: creditType }
      const posted = await post(tx, {
        id: transferId,
        actor: by,
        orderId,
        attemptId,
        note: why,
        ...movement,
        ...seenAs,
      })
      if (!posted.ok) throw new Error('what waits has no floor')
      const debt = await settleDebt(tx, userId, { cause: transferId, actor: by, orderId, attemptId })
      paid += debt.paid
      owed = debt.owed
    }
    await settle(tx, id, 'credit', transferId)
  }
  return { amount: sumOf(deposits), paid, owed }
}

/** Credits kept deposits and tells the owner why. */
export const creditKept = async (
  tx: Transaction,
  owner: Owner,
  deposits: readonly DepositRow[],
  why: CreditReason,
  by: string = actor,
): Promise<bigint> => {
  const made = await makeMango(tx, owner, deposits, why, by)
  const [first] = deposits
  if (made.amount > 0n && first !== undefined)
    await owner.tell(tx, `credit ${first.id}`, creditedReport(made.amount, why, made))
  return made.amount
}

/**
 * Books a refund that the provider made by itself although the money had become Mango or was returned before. The
 * customer owes it, the wallet pays as much as it can, and the owner is notified. In 1/10000 USD. Repeating it with the
 * same id changes nothing and returns `isNew: false`.
 */
export const oweGivenBack = async (
  tx: Transaction,
  { ref, userId, orderId, tell }: Pick<Target, 'ref' | 'userId' | 'orderId' | 'tell'>,
  { id, provider, attemptId, amount }: { id: string; provider: string; attemptId: string; amount: bigint },
): Promise<{ isNew: boolean }> => {
  const owed = { id, actor, orderId, attemptId, note: 'refunded by the provider' }
  const booked = ref.kind === 'order' ? paymentGivenBack : rechargeGivenBack
  const posted = await post(tx, { ...owed, ...booked({ provider, userId, usd: amount }) })
  if (!posted.ok) throw new Error('what is owed has no floor')
  if (!posted.value.isNew) return { isNew: false }
  const debt = await payOwed(tx, userId, { id: `${id}/debt`, most: amount, actor, orderId, attemptId })
  await tell(tx, id, { kind: 'given-back', amount: usd(amount), paid: usd(debt.paid), owed: usd(debt.owed) })
  return { isNew: true }
}

/** Books kept money as returned to its source: by the provider itself, or `sent` by hand. */
export const returnKept = async (
  tx: Transaction,
  { orderId, tell }: Owner,
  { id, provider, usd, attemptId, amount, coin }: DepositRow,
  sent: { address: string; tag: string | null; hash: string; instead: string | null } | null,
  by: string,
): Promise<void> => {
  const transferId = usd > 0n ? `deposit/${id}/back` : null
  if (transferId !== null)
    await post(tx, {
      ...{ id: transferId, actor: by, orderId, attemptId },
      ...(sent === null ? keptReturned({ provider, usd }) : keptSentBack({ usd })),
    })
  await settle(tx, id, sent === null ? 'refund' : 'returned', transferId)
  await tell(tx, `return ${id}`, { kind: 'returned', ...coinsOf({ amount, coin }), sent })
}

/**
 * Gives a confirmed deposit its only result. `target` is locked. `isNothing`: known to be worth less than the smallest
 * unit, so nothing is credited and no operator is called; `isDecided`: an operator has looked at it.
 */
export const settleDeposit = async (
  tx: Transaction,
  {
    target,
    attempt,
    deposit,
    rightAsset,
    isNothing = false,
    isDecided = false,
  }: {
    target: Target
    attempt: AttemptRow
    deposit: DepositRow
    rightAsset: boolean
    isNothing?: boolean
    isDecided?: boolean
  },
): Promise<void> => {
  if (isNothing) return settle(tx, deposit.id, 'credit', null)
  const { usd } = deposit
  if (usd > 0n) await keep(tx, target, deposit)
  // A deposit of unknown value needs an operator too.
  const came = { attempt, deposit, rightAsset: rightAsset && usd > 0n, isDecided }
  if ((await target.settle(tx, came)) === 'settled') return
  await tx.deposit.update({
    where: { id: deposit.id },
    data: { result: 'person', state: rightAsset ? 'confirmed' : 'wrong-asset', settledAt: now() },
  })
  await target.tell(tx, `look ${deposit.id}`, { kind: 'looked-at', ...coinsOf(deposit) })
  await callPerson(tx, attempt, !rightAsset ? 'wrong-asset' : usd > 0n ? 'restored' : 'worthless')
}

/**
 * Reasons of deposits that need an operator: when the last such deposit is decided, its payment needs nobody any more.
 */
const depositReasons = ['wrong-asset', 'worthless', 'restored']
export const noteDecided = async (tx: Transaction, attemptId: string): Promise<void> => {
  if ((await tx.deposit.count({ where: { attemptId, result: 'person' } })) > 0) return
  await tx.paymentAttempt.updateMany({
    where: { id: attemptId, personReason: { in: depositReasons } },
    data: { personReason: null, updatedAt: now() },
  })
}
