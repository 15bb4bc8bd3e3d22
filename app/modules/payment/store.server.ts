/** Queries for attempts and deposits, and the call for an operator. */
import { dayMs, now, nowMs, secondMs } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { afterCommit } from '~/platform/transact.server'
import { isLive, liveStates, type AttemptState } from './payment.states'
import type { ProviderName } from './provider'
import type { AttemptRow, DepositRow } from './rows'
import { attemptsOf, type TargetRef } from './target'

export const stateOf = (attempt: Pick<AttemptRow, 'state'>): AttemptState => attempt.state as AttemptState

/** Most providers answer within a second or two. */
const slowAfterMs = 30 * secondMs
/** Whether the provider takes unusually long to say where to pay: then another method is offered. */
export const isSlow = ({ state, providerId, createdAt }: AttemptRow): boolean =>
  isLive(state) && providerId === null && nowMs() - createdAt.getTime() >= slowAfterMs

/** Labels of money that was seen but is not confirmed. */
export const onItsWayLabels = ['confirming', 'waiting-for-confirmation']

/** How long an address is watched after any end. */
export const watchedMs = 30 * dayMs

/** Confirmed deposits that wait for the rest. */
export const waitingOf = (tx: Transaction, ref: TargetRef): Promise<DepositRow[]> =>
  tx.deposit.findMany({
    where: { attempt: attemptsOf(ref), state: 'confirmed', result: null },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })
export const sumOf = (deposits: readonly { usd: bigint }[]): bigint => deposits.reduce((all, { usd }) => all + usd, 0n)

/** Attempts whose payment was seen but is not confirmed yet. An ended card page brings no more money. */
export const onItsWay = {
  label: { in: onItsWayLabels },
  OR: [{ state: { in: [...liveStates] } }, { provider: 'nowpayments', state: { notIn: ['paid', 'refunded'] } }],
} satisfies Prisma.PaymentAttemptWhereInput
/** Whether one of the target's payments was seen but is not confirmed yet. */
export const isOnItsWay = async (tx: Transaction, ref: TargetRef): Promise<boolean> =>
  (await tx.paymentAttempt.count({ where: { ...attemptsOf(ref), ...onItsWay } })) > 0
/** Whether one of the target's payments can still be paid. */
export const hasLive = async (tx: Transaction, ref: TargetRef): Promise<boolean> => {
  const attempts = await tx.paymentAttempt.findMany({ where: attemptsOf(ref), select: { state: true } })
  return attempts.some(({ state }) => isLive(state))
}

/**
 * Where to start reading a provider's list, whose progress is stored under `key`: where the last reading stopped,
 * however long ago, or earlier if `asked`. The first reading starts at the portal's first payment with that provider.
 */
export const readFrom = async (key: string, provider: ProviderName, asked?: Date): Promise<Date> => {
  const cursor = await db.providerCursor.findUnique({ where: { provider: key } })
  if (cursor !== null) return asked !== undefined && asked < cursor.readAt ? asked : cursor.readAt
  const first = await db.paymentAttempt.findFirst({ where: { provider }, orderBy: { createdAt: 'asc' } })
  return first?.createdAt ?? now()
}
export const readUntil = async (key: string, readAt: Date): Promise<void> => {
  await db.providerCursor.upsert({ where: { provider: key }, create: { provider: key, readAt }, update: { readAt } })
}

/** Puts a payment on the operator's list, and logs it once. */
export const callPerson = async (
  tx: Transaction,
  attempt: Pick<AttemptRow, 'id' | 'personReason'>,
  reason: string,
  word: string | null = null,
): Promise<void> => {
  if (attempt.personReason === reason) return
  const data = { personReason: reason, personWord: word, updatedAt: now() }
  await tx.paymentAttempt.update({ where: { id: attempt.id }, data })
  const alert = { alert: 'payment-person', attempt: attempt.id, reason, ...(word === null ? {} : { word }) }
  // Log after the commit, so that the operator finds the entry.
  afterCommit(tx, 'call a person', () =>
    log.error(alert, 'a payment needs a person (npm run operator -- payments list)'),
  )
}
