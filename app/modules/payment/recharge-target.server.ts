/** Recharges as payment targets: all money received becomes Mango; nothing waits for a rest. */
import { now, nowMs } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { walletTypes } from '~/modules/ledger/ledger.server'
import { usd } from '~/modules/order/order.server'
import {
  isOpen,
  lockRecharge,
  moveRecharge,
  noteRecharged,
  noteRechargeFailed,
  noteRechargeSeen,
  noteRechargeUnseen,
  rechargeStatuses,
  restoredReason,
  statusOf,
  tellRecharger,
  type RechargeRow,
} from '~/modules/recharge/recharge.server'
import { requireWallet } from '~/modules/wallet/wallet.server'
import { fail, ok, type Failure } from '~/errors/table'
import { decideRecharge, rechargeEvent } from './deposit.states'
import { actor, makeMango, oweGivenBack } from './settle.server'
import type { DepositRow } from './rows'
import type { Target } from './target'

const { completed, partial, refunded, confirming, failed } = rechargeStatuses
const ofRecharge = { data: { context: 'recharge' } } as const

/** The money has arrived, even if it was returned later. */
const isSettled = (recharge: RechargeRow): boolean =>
  statusOf(recharge) === completed || statusOf(recharge) === partial || statusOf(recharge) === refunded

/** Why a recharge can't be paid now; null if it can. */
const getPayBlocker = (recharge: RechargeRow): Failure | null => {
  if (isSettled(recharge)) return fail('R1001', ofRecharge)
  if (!isOpen(recharge)) return fail('OP10014', ofRecharge)
  if (statusOf(recharge) === confirming) return fail('OP10015', ofRecharge)
  return recharge.payUntil.getTime() <= nowMs() ? fail('OP10014', { data: { context: 'window-over' } }) : null
}

/** What arrived and was not returned. */
const keptOf = ({ credited, givenBack }: RechargeRow): bigint => credited - givenBack

/** Stores how much was credited or returned, and updates the given row with it. */
const change = async (
  tx: Transaction,
  recharge: RechargeRow,
  data: Partial<Pick<RechargeRow, 'credited' | 'givenBack'>>,
): Promise<void> => {
  await tx.recharge.update({ where: { id: recharge.id }, data: { ...data, updatedAt: now() } })
  Object.assign(recharge, data)
}

const creditDeposit = async (
  tx: Transaction,
  recharge: RechargeRow,
  deposit: DepositRow,
  by: string = actor,
): Promise<void> => {
  const { amount } = recharge
  const wasOpen = isOpen(recharge)
  const isMore = recharge.credited > 0n
  const made = await makeMango(tx, rechargeTarget(recharge), [deposit], 'recharge', by)
  await change(tx, recharge, { credited: recharge.credited + made.amount })
  await noteRecharged(tx, recharge, rechargeEvent(amount, keptOf(recharge)))
  await tellRecharger(tx, recharge.id, `credit ${deposit.id}`, {
    kind: 'recharged',
    amount: usd(made.amount),
    asked: recharge.credited < amount ? usd(amount) : null,
    debt: made.paid === 0n ? null : { paid: usd(made.paid), owed: usd(made.owed) },
    isLate: !wasOpen && !isMore,
    isMore,
  })
}

/**
 * Books an amount that had become Mango as returned to the payer: the customer owes it, and the wallet pays as much as
 * it can. Repeating it with the same id changes nothing.
 */
const giveBack = async (
  tx: Transaction,
  recharge: RechargeRow,
  given: { id: string; provider: string; attemptId: string; amount: bigint },
): Promise<void> => {
  const { isNew } = await oweGivenBack(tx, rechargeTarget(recharge), given)
  if (!isNew) return
  await change(tx, recharge, { givenBack: recharge.givenBack + given.amount })
  if (keptOf(recharge) <= 0n) await moveRecharge(tx, recharge, 'given-back')
}

const takeBack = async (tx: Transaction, recharge: RechargeRow, deposit: DepositRow): Promise<boolean> => {
  const { id, provider, attemptId, usd: amount, result } = deposit
  if (result !== 'credit' || amount <= 0n) return false
  await giveBack(tx, recharge, { id: `deposit/${id}/given-back`, provider, attemptId, amount })
  return true
}

/** Books what a card's provider has returned in total, minus what is already booked. */
const noteCharge = async (
  tx: Transaction,
  recharge: RechargeRow,
  { id, refunded: all, deposit }: { id: string; refunded: bigint; deposit: DepositRow },
): Promise<'done' | 'person'> => {
  const { attemptId, provider, result } = deposit
  const prefix = `charge/${id}/`
  const known = await tx.ledgerEntry.findMany({
    where: { transferId: { startsWith: prefix }, account: { kind: 'clearing' } },
    select: { amount: true },
  })
  const amount = known.reduce((rest, one) => rest - one.amount, all)
  if (amount <= 0n) return 'done'
  if (result !== 'credit') return 'person'
  await giveBack(tx, recharge, { id: `${prefix}${all}`, provider, attemptId, amount })
  return 'done'
}

/** Wraps a recharge, locked or read-only, as a payment target. */
export const rechargeTarget = (recharge: RechargeRow): Target => {
  const { id, number, userId } = recharge
  return {
    ref: { kind: 'recharge', id },
    number,
    userId,
    orderId: null,
    creditType: walletTypes.topUp,
    isOpen: () => isOpen(recharge),
    isConfirming: () => statusOf(recharge) === confirming,
    isSettled: () => isSettled(recharge),
    judge: () => getPayBlocker(recharge),
    checkPayer: async (tx) => {
      const found = await requireWallet(tx, userId, 'in')
      return found.ok ? ok(null) : found
    },
    rest: () => Promise.resolve(isOpen(recharge) ? recharge.amount : 0n),
    noteBegun: async (tx, method) => {
      await tx.recharge.update({ where: { id }, data: { method, updatedAt: now() } })
      recharge.method = method
      if (statusOf(recharge) === failed) await moveRecharge(tx, recharge, 'retried')
    },
    noteSeen: (tx) => noteRechargeSeen(tx, recharge),
    noteUnseen: (tx) => noteRechargeUnseen(tx, recharge),
    // Deposits of a recharge never wait for a rest, so these have nothing to do.
    noteShort: () => Promise.resolve(),
    noteLess: () => Promise.resolve(),
    noteOutcome: () => Promise.resolve(),
    noteFailed: (tx) => noteRechargeFailed(tx, recharge),
    settle: async (tx, { deposit, rightAsset, isDecided = false }) => {
      if (recharge.reason === restoredReason && !isDecided) return 'person'
      const { amount: asked } = recharge
      const decision = decideRecharge({ asked, kept: keptOf(recharge), worth: deposit.usd, rightAsset })
      if (decision.result === 'person') return 'person'
      await creditDeposit(tx, recharge, deposit)
      return 'settled'
    },
    credit: (tx, deposit, by) => creditDeposit(tx, recharge, deposit, by),
    takeBack: (tx, deposit) => takeBack(tx, recharge, deposit),
    noteCharge: (tx, charge) => noteCharge(tx, recharge, charge),
    noteWithdrawn: async (tx, { dispute, deposit }) => {
      if (deposit.result !== 'credit') return false
      await change(tx, recharge, { givenBack: recharge.givenBack + dispute.amount })
      if (keptOf(recharge) <= 0n) await moveRecharge(tx, recharge, 'given-back')
      return false
    },
    noteReinstated: async (tx, { amount }) => {
      const givenBack = recharge.givenBack > amount ? recharge.givenBack - amount : 0n
      await change(tx, recharge, { givenBack })
      if (statusOf(recharge) === refunded)
        await moveRecharge(tx, recharge, rechargeEvent(recharge.amount, keptOf(recharge)))
    },
    tell: (tx, about, fact) => tellRecharger(tx, id, about, fact),
  }
}

export const lockRechargeTarget = async (tx: Transaction, id: string): Promise<Target> =>
  rechargeTarget(await lockRecharge(tx, id))
