/**
 * Handles chargebacks. A warning changes nothing. A dispute freezes its amount in the wallet, as far as there is money.
 * Once the bank withdraws the money, the freeze never exceeds the debt, and covers the debt as far as the wallet can.
 * Money that a freeze releases, however it ends, pays debts first. Money moves only when the provider says that it was
 * withdrawn or given back, once each.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import {
  balanceOf,
  chargebackReinstated,
  chargebackWithdrawn,
  debtSettledByMango,
  expireHold,
  freezeInstead,
  freezeLess,
  frozenHoldId,
  hold,
  owedOf,
  payOwed,
  post,
  postHold,
  receivable,
  unusedOfDispute,
  voidHold,
  wallet,
} from '~/modules/ledger/ledger.server'
import { creditOverpaid, usd } from '~/modules/order/order.server'
import { unitsOfDecimal } from '~/text/decimal'
import type { CardDispute, SettledLine } from './provider'
import { actor } from './settle.server'
import { noteSettled } from './settlement.server'
import type { DepositRow } from './rows'
import { callPerson } from './store.server'
import { refOf, type DisputeRow, type Target } from './target'
import { lockTarget } from './target.server'

/** A dispute is decided within four months; after that the freeze ends even if the outcome was never reported. */
const frozenMs = 120 * dayMs
const provider = 'stripe'

const holdIdOf = ({ id }: DisputeRow): string => frozenHoldId(id)

const endOf = ({ createdAt }: DisputeRow): Date => new Date(createdAt.getTime() + frozenMs)
/** Freezes as much of the disputed amount as the wallet has. */
const freeze = async (tx: Transaction, { userId, orderId }: Target, dispute: DisputeRow): Promise<void> => {
  if ((await tx.ledgerHold.count({ where: { id: holdIdOf(dispute) } })) > 0) return
  const account = wallet(userId)
  const { available } = await balanceOf(account, tx)
  const amount = available < dispute.amount ? available : dispute.amount
  if (amount <= 0n) return
  await hold(tx, { id: holdIdOf(dispute), account, amount, endsAt: inMs(frozenMs), orderId })
}
/** The open freeze of a dispute: the first hold, or the one that replaced it with a smaller or larger amount. */
const findOpenHold = (tx: Transaction, dispute: DisputeRow) =>
  tx.ledgerHold.findFirst({
    where: { id: { startsWith: holdIdOf(dispute) }, state: 'open', endsAt: { gt: now() } },
  })

/** After the withdrawal the customer can owe no more than now: release the rest of the freeze. */
const freeSpare = async (tx: Transaction, { userId }: Target, dispute: DisputeRow): Promise<void> => {
  const held = await findOpenHold(tx, dispute)
  if (held === null) return
  const { balance } = await balanceOf(receivable(userId), tx)
  await freezeLess(tx, held, -balance)
}

/**
 * Money that came into the wallet between claim and withdrawal also covers the debt. Once the freezing period is over,
 * the wallet pays at once.
 */
const freezeMore = async (tx: Transaction, { userId, orderId }: Target, dispute: DisputeRow): Promise<void> => {
  const held = await findOpenHold(tx, dispute)
  const { amount, attemptId } = dispute
  const frozen = held?.amount ?? 0n
  const owed = await owedOf(userId, tx)
  const { available } = await balanceOf(wallet(userId), tx)
  const more = [owed, available, amount - frozen].reduce((least, one) => (one < least ? one : least))
  if (more <= 0n) return
  if (held !== null) return freezeInstead(tx, held, frozen + more)
  const endsAt = endOf(dispute)
  const id = holdIdOf(dispute)
  if (endsAt > now() && (await tx.ledgerHold.count({ where: { id } })) === 0)
    await hold(tx, { id, account: wallet(userId), amount: more, endsAt, orderId })
  else await payOwed(tx, userId, { id: `${id}/out/debt`, most: more, orderId, attemptId })
}

/** Ends a freeze whose time is over but that no job has ended yet, and pays debts from it. */
const endOverdue = async (tx: Transaction, dispute: DisputeRow): Promise<void> => {
  const overdue = { id: { startsWith: holdIdOf(dispute) }, state: 'open', endsAt: { lte: now() } }
  for (const one of await tx.ledgerHold.findMany({ where: overdue })) await expireHold(tx, one)
}

/** The details of the debt that the bank's withdrawal created, for the notice to its owner. */
const debtOf = async (tx: Transaction, { userId }: Target, dispute: DisputeRow) => {
  const held = await findOpenHold(tx, dispute)
  return {
    unused: usd(await unusedOfDispute(tx, dispute.id)),
    frozen: usd(held?.amount ?? 0n),
    until: held?.endsAt.toISOString() ?? null,
    owed: usd(await owedOf(userId, tx)),
  }
}

/** Books the bank's withdrawal as the customer's debt; the payment's target decides what else follows. */
const withdraw = async (tx: Transaction, target: Target, dispute: DisputeRow, deposit: DepositRow): Promise<void> => {
  const { id, amount, attemptId } = dispute
  const { orderId, userId } = target
  const common = { actor, orderId, attemptId }
  const transferId = `dispute/${id}/out`
  await post(tx, { id: transferId, ...common, ...chargebackWithdrawn({ provider, userId, usd: amount }) })
  const data = { withdrawnTransferId: transferId, updatedAt: now() }
  const withdrawn = await tx.dispute.update({ where: { id }, data })
  const isOver = await target.noteWithdrawn(tx, { dispute: withdrawn, deposit })
  await freeSpare(tx, target, withdrawn)
  await freezeMore(tx, target, withdrawn)
  const debt = await debtOf(tx, target, withdrawn)
  await target.tell(tx, transferId, { kind: 'charged-back', amount: usd(amount), isOver, debt })
}

/** Pays the remaining debt from the frozen money. */
const payFromFrozen = async (tx: Transaction, target: Target, dispute: DisputeRow): Promise<void> => {
  const { userId, orderId } = target
  const held = await findOpenHold(tx, dispute)
  if (held === null) return
  const owed = -(await balanceOf(receivable(userId), tx)).balance
  const amount = owed < held.amount ? owed : held.amount
  if (amount <= 0n) {
    await voidHold(tx, held.id)
    return
  }
  const movement = debtSettledByMango({ userId, mango: amount, usd: amount })
  const { attemptId } = dispute
  const id = `dispute/${dispute.id}/debt`
  await postHold(tx, held.id, { id, actor, orderId, attemptId, ...movement })
  const left = await owedOf(userId, tx)
  await target.tell(tx, id, { kind: 'debt-paid', amount: usd(amount), owed: usd(left) })
}

/**
 * The dispute costs nothing any more: releases the freeze, which pays other debts first. `back` is what the bank
 * returned.
 */
const unfreeze = async (tx: Transaction, { tell }: Target, dispute: DisputeRow, back: bigint): Promise<void> => {
  const held = await findOpenHold(tx, dispute)
  const freed = held === null ? null : await voidHold(tx, held.id)
  const debt = freed?.ok === true && freed.value.debt.paid > 0n ? freed.value.debt : null
  if (held === null && back === 0n) return
  await tell(tx, `dispute/${dispute.id}/over`, {
    kind: 'claim-over',
    amount: usd(back),
    freed: usd(held?.amount ?? 0n),
    ...(debt && { debt: { paid: usd(debt.paid), owed: usd(debt.owed) } }),
  })
}

const reinstate = async (tx: Transaction, target: Target, dispute: DisputeRow): Promise<void> => {
  const { id, amount, attemptId } = dispute
  const { orderId, userId } = target
  const common = { actor, orderId, attemptId }
  const transferId = `dispute/${id}/in`
  await post(tx, { id: transferId, ...common, ...chargebackReinstated({ provider, userId, usd: amount }) })
  const data = { reinstatedTransferId: transferId, updatedAt: now() }
  await target.noteReinstated(tx, await tx.dispute.update({ where: { id }, data }))
  await unfreeze(tx, target, dispute, amount)
  // If the debt had already been settled, the returned money exceeds what is owed now: credit it to the customer.
  const credit = await creditOverpaid(tx, target, { id: `dispute/${id}/credit`, attemptId, most: amount })
  if (credit === 0n) return
  await target.tell(tx, transferId, { kind: 'credited', amount: usd(credit), why: 'dispute-won' })
}

const stateOf = (dispute: CardDispute): string =>
  dispute.state === 'inquiry' ? 'warning' : dispute.state === 'prevented' ? 'won' : dispute.state

/**
 * Applies a provider's report of a dispute. Each report is complete, and reports may repeat and come in any order.
 * False if the payment is not known yet.
 */
export const applyDispute = async (reported: CardDispute): Promise<boolean> => {
  const deposit =
    reported.paymentIntent === null
      ? null
      : await db.deposit.findFirst({
          where: { provider, providerPaymentId: reported.paymentIntent },
          include: { attempt: true },
        })
  if (deposit === null) return false
  const { attempt } = deposit
  const ref = refOf(attempt)
  await transact(async (tx) => {
    const target = await lockTarget(tx, ref)
    const key = { provider_providerDisputeId: { provider, providerDisputeId: reported.id } }
    const before = await tx.dispute.findUnique({ where: key })
    const at = now()
    if (reported.state === 'unknown') {
      log.error({ alert: 'payment-word', provider, word: reported.word }, 'a provider says a word that nobody knows')
      await callPerson(tx, attempt, 'unknown-word', reported.word)
      return
    }
    const amount = unitsOfDecimal(reported.amount, 4)
    if (before === null && amount <= 0n) {
      // A dispute of zero takes no money. Its cost is in its movement lines.
      for (const line of reported.movements) await noteSettled(tx, provider, line, attempt.id)
      return
    }
    // A decided dispute stays decided: late reports never reopen it.
    const decided = before !== null && (before.state === 'won' || before.state === 'lost')
    const state = decided ? before.state : stateOf(reported)
    const dispute =
      before === null
        ? await tx.dispute.create({
            data: {
              id: makeId(),
              provider,
              providerDisputeId: reported.id,
              attemptId: attempt.id,
              orderId: attempt.orderId,
              rechargeId: attempt.rechargeId,
              amount,
              state,
              createdAt: at,
              updatedAt: at,
            },
          })
        : await tx.dispute.update({ where: key, data: { state, updatedAt: at } })
    // Money that comes in afterwards is not frozen: only external money pays what is owed then.
    const isNew = before === null || before.state === 'warning'
    if (isNew && (state === 'open' || state === 'lost')) await freeze(tx, target, dispute)
    await endOverdue(tx, dispute)
    const isOut = ({ amount, net }: SettledLine): boolean => (amount ?? net).startsWith('-')
    const out = reported.movements.some(isOut)
    const back = reported.movements.some((line) => !isOut(line))
    let current = dispute
    if ((out || back) && current.withdrawnTransferId === null) {
      await withdraw(tx, target, current, await tx.deposit.findUniqueOrThrow({ where: { id: deposit.id } }))
      current = await tx.dispute.findUniqueOrThrow({ where: key })
    }
    if (back && current.reinstatedTransferId === null) {
      await reinstate(tx, await lockTarget(tx, ref), current)
    } else if (state === 'won') await unfreeze(tx, target, current, 0n)
    else if (state === 'lost') await payFromFrozen(tx, target, current)
    else if (current.withdrawnTransferId !== null) await freeSpare(tx, target, current)
    for (const line of reported.movements) await noteSettled(tx, provider, line, attempt.id)
  })
  return true
}
