/**
 * The operator's side of payments: what needs a decision, and the actions for it. The audit log records every action,
 * by whom and why.
 */
import type { z } from 'zod'
import { now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { afterCommit, transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { countAlone, isSecond } from '~/modules/grant/grant.server'
import { usd, type ProviderRefund } from '~/modules/order/order.server'
import { findGivingBlocker } from '~/modules/wallet/wallet.server'
import { printAmount } from '~/text/amount'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { inbox } from './inbox.server'
import { namedAction } from './recover.server'
import { keep, noteDecided, settleDeposit } from './settle.server'
import { openStripe } from './stripe.server'
import type { eventOutput, personOutput } from './operator.schema'
import type { DepositRow } from './rows'
import { refOf } from './target'
import { lockTarget } from './target.server'

export type PersonEntry = z.output<typeof personOutput>

/** Limit per kind; longer lists start with the oldest entries. */
const maxListed = 500
/** Everything that waits for an operator, oldest first. */
export const listForPerson = async (): Promise<PersonEntry[]> => {
  const named = {
    order: { select: { number: true } },
    recharge: { select: { number: true } },
    user: { select: { userName: true } },
  }
  const [attempts, deposits, events] = await Promise.all([
    db.paymentAttempt.findMany({
      where: { personReason: { not: null } },
      include: named,
      orderBy: { updatedAt: 'asc' },
      take: maxListed,
    }),
    db.deposit.findMany({
      where: { result: 'person' },
      include: { attempt: { include: named } },
      orderBy: { at: 'asc' },
      take: maxListed,
    }),
    db.providerEvent.findMany({ where: { state: 'person' }, orderBy: { receivedAt: 'asc' }, take: maxListed }),
  ])
  return [
    ...attempts.map((one): PersonEntry => ({
      kind: 'payment',
      id: one.id,
      reason: one.personReason ?? '',
      orderNumber: one.order?.number ?? null,
      rechargeNumber: one.recharge?.number ?? null,
      userName: one.user.userName,
      provider: one.provider,
      amount: usd(one.amount),
      word: one.personWord ?? one.lastWord,
      address: null,
      tag: null,
      at: one.updatedAt,
    })),
    ...deposits.map((one): PersonEntry => ({
      kind: 'deposit',
      id: one.id,
      // The customer was asked for an address, or has given one that waits for the transfer.
      reason: one.returnGivenAt !== null ? 'address-given' : one.returnAskedAt !== null ? 'address-wanted' : one.state,
      orderNumber: one.attempt.order?.number ?? null,
      rechargeNumber: one.attempt.recharge?.number ?? null,
      userName: one.attempt.user.userName,
      provider: one.provider,
      amount: `${one.amount} ${one.coin ?? 'usd'}`,
      word: one.attempt.lastWord,
      address: one.returnAddress,
      tag: one.returnTag,
      at: one.at,
    })),
    ...events.map((one): PersonEntry => ({
      kind: 'event',
      id: one.id,
      reason: one.error ?? '',
      orderNumber: null,
      rechargeNumber: null,
      userName: null,
      provider: one.provider,
      amount: null,
      word: null,
      address: null,
      tag: null,
      at: one.receivedAt,
    })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

/**
 * Marks a payment or an event as looked at: a payment leaves the list; an event is ignored, or processed again. A0404.
 */
export const notePersonLooked = (
  by: By,
  { kind, id, again }: { kind: 'payment' | 'event'; id: string; again: boolean },
): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const at = now()
    const { count } =
      kind === 'payment'
        ? await tx.paymentAttempt.updateMany({
            where: { id, personReason: { not: null } },
            data: { personReason: null, personWord: null, updatedAt: at, ...(again ? { nextPollAt: at } : {}) },
          })
        : await tx.providerEvent.updateMany({
            where: { id, state: 'person' },
            data: again
              ? { state: 'waiting', receivedAt: at, nextTryAt: at, doneAt: null }
              : { state: 'ignored', doneAt: at },
          })
    if (count === 0) return fail('A0404', { field: 'id' })
    if (kind === 'event') inbox.wake()
    await recordActBy(by, { action: `payment.${again ? 'again' : 'looked'}`, subject: id }, tx)
    return ok(null)
  })

export type EventView = z.output<typeof eventOutput>
export type EventState = EventView['state']

/** Provider events, oldest first. Without a state: those that are not done. */
export const listEvents = async ({
  state,
  page,
  size,
}: {
  state: EventState | null
  page: number
  size: number
}): Promise<{ items: EventView[]; total: number }> => {
  const where = { state: { in: state === null ? ['new', 'waiting', 'person'] : [state] } }
  const [rows, total] = await Promise.all([
    db.providerEvent.findMany({
      where,
      orderBy: [{ receivedAt: 'asc' }, { id: 'asc' }],
      skip: (page - 1) * size,
      take: size,
      omit: { body: true, eventKey: true, leaseUntil: true, doneAt: true },
    }),
    db.providerEvent.count({ where }),
  ])
  return { items: rows.map((row) => ({ ...row, state: row.state as EventState })), total }
}

/** Processes a waiting or failed event now, and restarts its seven days. A0404. */
export const retryEvent = (by: By, id: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const at = now()
    const { count } = await tx.providerEvent.updateMany({
      where: { id, state: { in: ['waiting', 'person'] } },
      data: { state: 'waiting', receivedAt: at, nextTryAt: at, doneAt: null },
    })
    if (count === 0) return fail('A0404', { field: 'id' })
    afterCommit(tx, 'wake the inbox', () => inbox.wake())
    await recordActBy(by, { action: 'event.again', subject: id }, tx)
    return ok(null)
  })

type Decision = { depositId: string; usd: bigint | null }
/**
 * The deposit for an operator's decision. It is posted at its known value, otherwise at the value the operator enters.
 */
const findForPerson = async (depositId: string) =>
  db.deposit.findUnique({ where: { id: depositId }, include: { attempt: true } })

/**
 * A value that an operator enters creates Mango, like a credit: it is limited to what one operator may give alone, and
 * counts towards that operator's daily limit. More needs a credit, which a second operator confirms.
 */
const checkTyped = async (tx: Transaction, by: By, depositId: string, typed: bigint): Promise<Failure | null> => {
  const asked = { id: `deposit/${depositId}`, kind: 'deposit', currency: 'MANGO', total: typed } as const
  const most = await countAlone(tx, by, asked)
  return most === null ? null : fail('A0422', { field: 'usd', data: { context: 'alone', most: usd(most) } })
}

/**
 * After a database restore an operator may have named the customer of an unknown payment. That operator may credit no
 * more of it than one operator may give alone.
 */
const checkNamed = async (
  tx: Transaction,
  by: By,
  { id, attemptId, usd: worth }: DepositRow,
): Promise<Failure | null> => {
  const named = await tx.auditEntry.findFirst({ where: { subject: attemptId, action: namedAction } })
  if (named === null || (await isSecond(tx, { actorId: named.actor, at: named.at }, by.userId))) return null
  return checkTyped(tx, by, id, worth)
}

/**
 * Credits a deposit that waited for an operator, at the provider's value, or at the operator's if the provider gave
 * none. A0404; A0409 it already has a result; A0422 a value is needed, is not allowed, or exceeds what one operator may
 * enter (`data.most`); MC1013 the wallet is closed.
 */
export const creditDeposit = async (by: By, { depositId, usd: value }: Decision): Promise<Result<{ usd: string }>> => {
  const found = await findForPerson(depositId)
  if (found === null) return fail('A0404', { field: 'id' })
  const { attempt } = found
  return transact(async (tx): Promise<Result<{ usd: string }>> => {
    const target = await lockTarget(tx, refOf(attempt))
    let deposit = await tx.deposit.findUniqueOrThrow({ where: { id: depositId } })
    if (deposit.result !== 'person') return fail('A0409')
    if ((deposit.usd === 0n) !== (value !== null)) return fail('A0422', { field: 'usd' })
    const closed = await findGivingBlocker(target.userId, tx)
    if (closed !== null) return closed
    if (value !== null) {
      const over = await checkTyped(tx, by, depositId, value)
      if (over !== null) return over
      deposit = await tx.deposit.update({ where: { id: depositId }, data: { usd: value } })
      await keep(tx, target, deposit, by.userId)
    } else {
      const over = await checkNamed(tx, by, deposit)
      if (over !== null) return over
    }
    await target.credit(tx, deposit, by.userId)
    await noteDecided(tx, deposit.attemptId)
    await recordActBy(by, { action: 'deposit.credit', subject: depositId, detail: `${usd(deposit.usd)} USD` }, tx)
    return ok({ usd: printAmount(deposit.usd, { scale: 4 }) })
  })
}

/** The result of applying a deposit to its order or recharge, decided by the usual table. */
export type Applied = { result: 'order' | 'wait' | 'credit'; usd: string }

/**
 * Applies a deposit that waited for an operator to its order or recharge, as if it had come in the right coin: at the
 * provider's value, or at the operator's if the provider gave none. It is credited if the target can take nothing any
 * more. Repeating it returns the same answer. A0404; A0409 it already has another result, or was applied at another
 * value; A0422 a value is needed, is not allowed, or exceeds what one operator may enter (`data.most`).
 */
export const applyDeposit = async (by: By, { depositId, usd: value }: Decision): Promise<Result<Applied>> => {
  const found = await findForPerson(depositId)
  if (found === null) return fail('A0404', { field: 'id' })
  const ref = refOf(found.attempt)
  const named = {
    owner: by.userId,
    purpose: 'deposit.apply',
    key: depositId,
    asked: { usd: value },
    livesMs: moneyKeyLivesMs,
  }
  const done = await once<Applied, Failure>(named, (commit) =>
    commit(async (tx): Promise<Result<Applied>> => {
      const target = await lockTarget(tx, ref)
      const before = await tx.deposit.findUniqueOrThrow({ where: { id: depositId } })
      if (before.result !== 'person') return fail('A0409')
      if ((before.usd === 0n) !== (value !== null)) return fail('A0422', { field: 'usd' })
      const over = await (value === null ? checkNamed(tx, by, before) : checkTyped(tx, by, depositId, value))
      if (over !== null) return over
      const worth = value ?? before.usd
      const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: before.attemptId } })
      const data = { usd: worth, state: 'confirmed', result: null, settledAt: null }
      const deposit = await tx.deposit.update({ where: { id: depositId }, data })
      await settleDeposit(tx, { target, attempt, deposit, rightAsset: true, isDecided: true })
      const { result } = await tx.deposit.findUniqueOrThrow({ where: { id: depositId } })
      const outcome = result === 'order' || result === 'credit' ? result : 'wait'
      await recordActBy(
        by,
        { action: 'deposit.apply', subject: depositId, detail: `${usd(worth)} USD, ${outcome}` },
        tx,
      )
      return ok({ result: outcome, usd: usd(worth) })
    }),
  )
  return done.ok ? ok(done.value) : done
}

/**
 * The card payments of an order, newest first, each with what it can still refund. A refund that the provider has not
 * answered counts for all of them, because it is not known yet which one it takes; `of` is the refund being asked for.
 */
const cardsOf = async (
  tx: Transaction,
  orderId: string,
  of: string | null,
): Promise<{ deposit: DepositRow; left: bigint }[]> => {
  const deposits = await tx.deposit.findMany({
    where: { attempt: { orderId }, provider: 'stripe', result: 'order' },
    orderBy: { at: 'desc' },
  })
  const refunds = await tx.orderRefund.findMany({
    where: { orderId, to: 'provider', state: { in: ['asked', 'done'] }, ...(of !== null && { id: { not: of } }) },
  })
  return deposits.map((deposit) => ({
    deposit,
    left: refunds
      .filter(({ attemptId }) => attemptId === null || attemptId === deposit.attemptId)
      .reduce((rest, { amount }) => rest - amount, deposit.usd),
  }))
}

/** The largest amount that a single card payment of an order can still refund, in 1/10000 USD. */
export const maxRefundAtCard = async (tx: Transaction, orderId: string): Promise<bigint> =>
  (await cardsOf(tx, orderId, null)).reduce((most, { left }) => (left > most ? left : most), 0n)

/** Refunds money to the card that paid. Coins can't be sent back by an API call. */
export const refundAtCard = async ({
  id,
  orderId,
  amount,
}: {
  id: string
  orderId: string
  amount: bigint
}): Promise<ProviderRefund> => {
  const client = openStripe()
  const deposit = (await cardsOf(db, orderId, id)).find(({ left }) => left >= amount)?.deposit
  if (client === null || deposit === undefined) return { outcome: 'no-payment', why: 'no card paid that much of it' }
  if (amount % 100n !== 0n) return { outcome: 'refused', why: 'cards take whole cents' }
  const made = await client.createRefund({
    key: id,
    paymentIntent: deposit.providerPaymentId,
    amount: printAmount(amount, { scale: 4, digits: 2 }),
  })
  if (!made.ok)
    return made.fault.kind === 'refused'
      ? { outcome: 'refused', why: made.fault.message }
      : { outcome: 'later', why: made.fault.message }
  const { state, id: providerRefundId } = made.value
  if (state === 'failed' || state === 'canceled') return { outcome: 'refused', why: made.value.word }
  if (state === 'unknown') return { outcome: 'later', why: made.value.word }
  return { outcome: 'done', providerRefundId, provider: 'stripe', attemptId: deposit.attemptId }
}
