/**
 * Recovers payments that the portal started but no longer knows because they were made after the restored backup. The
 * providers' lists still have them, and the data the portal sent with each names its attempt, its order or recharge,
 * and its customer. Each is applied as if it had never been lost, except that an operator decides about the money if
 * the order or recharge is gone too.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { restoreRecharge } from '~/modules/recharge/recharge.server'
import { compareDecimals, unitsOfDecimal } from '~/text/decimal'
import { fail, ok, type Result } from '~/errors/table'
import { coinFacts, coinOfMethod, isCoin } from './coins'
import { applyReport, reportOfCard, reportOfCoin, type PaymentReport } from './report.server'
import { cardMethods } from './method.server'
import { openNowPayments, type NowPayments } from './nowpayments.server'
import { providerNames, type CardSession, type CoinPayment, type ProviderName } from './provider'
import type { AttemptRow } from './rows'
import { watchedMs } from './store.server'
import { openStripe, type Stripe } from './stripe.server'
import type { TargetRef } from './target'

/** Audit log action: an operator named the customer of a payment. */
export const namedAction = 'payment.name-customer'
/** How far back to search by default. */
export const lostUsualMs = 31 * dayMs
const chunk = 400
/** Attempt ids as the portal makes them: any other reference in a provider's list belongs to another shop. */
const isAttemptId = (text: string | null): text is string => text !== null && /^[\da-z]{26}$/.test(text)

export type RecoverablePayment = {
  provider: ProviderName
  /** The provider's payment id. */
  payment: string
  /** The ids of the same money in the provider's other lists. */
  keys: readonly string[]
  attemptId: string
  /** The number of the order or recharge, and its customer: null if the provider was not told. */
  number: string | null
  userId: string | null
  /** Null if the portal has no such method. */
  method: number | null
  /** The amount asked for, in 1/10000 USD. */
  amount: bigint
  word: string
  at: Date
  hasMoney: boolean
  /** The provider's reports, to apply to the attempt once it exists. */
  facts: readonly ((attempt: Pick<AttemptRow, 'providerId' | 'amount'>) => PaymentReport)[]
}
export type ListProblem = 'off' | 'silent' | 'unreadable'
export type RecoverableList = { payments: readonly RecoverablePayment[]; problem: ListProblem | null }

/** Which of these ids belong to no attempt. */
const unknownOf = async (ids: readonly string[]): Promise<Set<string>> => {
  const unknown = new Set(ids)
  for (let from = 0; from < ids.length; from += chunk) {
    const where = { id: { in: ids.slice(from, from + chunk) } }
    for (const { id } of await db.paymentAttempt.findMany({ where, select: { id: true } })) unknown.delete(id)
  }
  return unknown
}

const cameOf = ({ actuallyPaid }: CoinPayment): boolean =>
  actuallyPaid !== null && compareDecimals(actuallyPaid, '0') > 0
const hasEnded = ({ providerStatus }: { providerStatus: string }): boolean =>
  ['expired', 'failed', 'cancelled', 'refunded'].includes(providerStatus)
/** A coin payment with the further deposits to its address; null if there is nothing to recover. */
const recoverableCoins = (attemptId: string, all: readonly CoinPayment[]): RecoverablePayment | null => {
  const own = all.find(({ parentId }) => parentId === null) ?? all[0]
  if (own === undefined) return null
  const hasMoney = all.some((one) => cameOf(one) && one.providerStatus !== 'refunded')
  if (!hasMoney && hasEnded(own)) return null
  const [number = null, userId = null] = own.description?.split(' ') ?? []
  return {
    provider: 'nowpayments',
    payment: own.id,
    keys: all.map(({ id }) => id),
    attemptId,
    number,
    userId,
    method:
      own.parentId === null && own.priceCurrency === 'usd' && isCoin(own.coin) ? coinFacts[own.coin].method : null,
    amount: unitsOfDecimal(own.priceAmount, 4),
    word: own.word,
    at: own.createdAt ?? now(),
    hasMoney,
    facts: [own, ...all.filter((one) => one !== own)].map((one) => (attempt) => reportOfCoin(one, attempt)),
  }
}
const listCoins = async (client: NowPayments, since: Date): Promise<RecoverableList> => {
  const found = new Map<string, CoinPayment[]>()
  let isWhole = true
  for (let page = 0; ; page++) {
    const answer = await client.listPayments({ since, page })
    if (!answer.ok) return { payments: [], problem: 'silent' }
    for (const payment of answer.value.payments)
      if (isAttemptId(payment.reference))
        found.set(payment.reference, [...(found.get(payment.reference) ?? []), payment])
    isWhole &&= answer.value.unreadable.length === 0
    if (!answer.value.hasMore) break
  }
  const unknown = await unknownOf([...found.keys()])
  const payments = [...found].flatMap(([id, all]) => (unknown.has(id) ? (recoverableCoins(id, all) ?? []) : []))
  return { payments, problem: isWhole ? null : 'unreadable' }
}

const recoverableSession = (attemptId: string, session: CardSession): RecoverablePayment | null => {
  const { isPaid, metadata } = session
  if (!isPaid && hasEnded(session)) return null
  const [method] = Object.entries(cardMethods).find(([, shape]) => shape === metadata['shape']) ?? []
  const fits = session.amount !== null && session.currency === 'usd'
  return {
    provider: 'stripe',
    payment: session.id,
    keys: [session.id, ...(session.paymentIntent === null ? [] : [session.paymentIntent])],
    attemptId,
    number: metadata['number'] ?? null,
    userId: metadata['customer'] ?? null,
    method: method === undefined || !fits ? null : Number(method),
    amount: session.amount === null ? 0n : unitsOfDecimal(session.amount, 4),
    word: session.word,
    at: session.createdAt ?? now(),
    hasMoney: isPaid,
    facts: [() => reportOfCard(session)],
  }
}
const listCards = async (client: Stripe, since: Date): Promise<RecoverableList> => {
  const found = new Map<string, CardSession>()
  let [isWhole, after] = [true, undefined as string | undefined]
  for (;;) {
    const answer = await client.listSessions({ since, after })
    if (!answer.ok) return { payments: [], problem: 'silent' }
    for (const session of answer.value.items) {
      if (!isAttemptId(session.reference) || session.isLive !== client.channel.live) continue
      // A second session of one attempt, created because the first answer was lost: the paid one counts.
      const before = found.get(session.reference)
      if (before === undefined || session.isPaid) found.set(session.reference, session)
    }
    isWhole &&= answer.value.unreadable.length === 0
    if (answer.value.last === null) break
    after = answer.value.last
  }
  const unknown = await unknownOf([...found.keys()])
  const payments = [...found].flatMap(([id, one]) => (unknown.has(id) ? (recoverableSession(id, one) ?? []) : []))
  return { payments, problem: isWhole ? null : 'unreadable' }
}

/** Payments in a provider's list since a given time that the portal started but no longer knows. */
export const findRecoverable = (provider: ProviderName, since: Date): Promise<RecoverableList> => {
  const client = provider === 'stripe' ? openStripe() : openNowPayments()
  if (client === null) return Promise.resolve({ payments: [], problem: 'off' })
  return 'listSessions' in client ? listCards(client, since) : listCoins(client, since)
}

type Found = { ref: TargetRef | null; userId: string }
/**
 * The order or recharge that a lost payment was for, if it still exists, and its customer; null if nobody knows the
 * customer.
 */
const ownerOf = async (tx: Transaction, lost: RecoverablePayment, named: string | null): Promise<Found | null> => {
  const { number } = lost
  const select = { id: true, userId: true } as const
  const order = number === null ? null : await tx.order.findUnique({ where: { number }, select })
  const recharge = number === null ? null : await tx.recharge.findUnique({ where: { number }, select })
  const known = order ?? recharge
  if (known !== null && (lost.userId === null || lost.userId === known.userId))
    return { ref: { kind: order === null ? 'recharge' : 'order', id: known.id }, userId: known.userId }
  const payer = lost.userId === null ? null : await tx.user.findUnique({ where: { id: lost.userId } })
  const userId = payer?.id ?? named
  return userId === null ? null : { ref: null, userId }
}
/** The payer's user name, if the provider's record or the portal's own data shows it. */
export const nameOfRecoverable = async (lost: RecoverablePayment): Promise<string | null> => {
  const owner = await ownerOf(db, lost, null)
  if (owner === null) return null
  return (await db.user.findUnique({ where: { id: owner.userId } }))?.userName ?? null
}

/**
 * taken: its order or recharge is known and is paid or credited by the usual rules; person: its money is in `payments
 * list`; watched: nothing has arrived yet; no-customer: the customer is unknown; strange: it can't be the portal's
 * payment, whatever it says.
 */
export type RecoverOutcome = 'taken' | 'person' | 'watched' | 'no-customer' | 'strange'
type Taken = { outcome: RecoverOutcome; rechargeNumber: string | null; userName: string | null }

const adopt = async (by: By, lost: RecoverablePayment, named: string | null): Promise<Taken> => {
  const { attemptId, provider, payment, method, amount, at } = lost
  const none = { rechargeNumber: null, userName: null }
  if (method === null || amount <= 0n) return { outcome: 'strange', ...none }
  const made = await transact(async (tx): Promise<Result<Taken>> => {
    const owner = await ownerOf(tx, lost, named)
    if (owner === null) return ok({ outcome: 'no-customer', ...none })
    const { userId, ref } = owner
    const recharge =
      ref === null ? await restoreRecharge(tx, { userId, number: lost.number, method, amount, at }) : null
    const target = ref ?? { kind: 'recharge' as const, id: recharge?.id ?? '' }
    await tx.paymentAttempt.create({
      data: {
        id: attemptId,
        target: target.kind,
        orderId: target.kind === 'order' ? target.id : null,
        rechargeId: target.kind === 'recharge' ? target.id : null,
        userId,
        method,
        provider,
        providerId: payment,
        amount,
        coin: coinOfMethod(method),
        nextPollAt: now(),
        pollUntil: inMs(watchedMs),
        createdAt: at,
        updatedAt: now(),
      },
    })
    const detail = `${provider} ${payment}, ${lost.number ?? 'no number'}, ${userId}`
    await recordActBy(
      by,
      { action: named === userId ? namedAction : 'payment.recover', subject: attemptId, detail },
      tx,
    )
    const { userName } = await tx.user.findUniqueOrThrow({ where: { id: userId } })
    const outcome = !lost.hasMoney ? 'watched' : ref === null ? 'person' : 'taken'
    return ok({ outcome, rechargeNumber: recharge?.number ?? null, userName })
  })
  if (!made.ok) throw new Error(made.code)
  if (made.value.userName !== null)
    for (const fact of lost.facts) await applyReport(attemptId, fact({ providerId: payment, amount }))
  return made.value
}

export type Recovered = {
  provider: ProviderName
  payment: string
  number: string | null
  /** The recharge that was created for it. */
  rechargeNumber: string | null
  userName: string | null
  amount: bigint
  word: string
  at: Date
  outcome: RecoverOutcome
}
export type Recovery = {
  since: Date
  items: readonly Recovered[]
  problems: readonly { provider: ProviderName; problem: ListProblem }[]
}

/**
 * Recovers the portal's payments that the providers' lists contain since a given time and the portal no longer knows;
 * by default the last 31 days. Each is recovered once; a second run finds nothing more. `named` names the customer of
 * one payment when no record does. A0404 (field `payment`) no such lost payment; A0409 the provider's record names
 * another customer.
 */
export const recoverPayments = async (
  by: By,
  asked: { since: Date | null; named?: { payment: string; userId: string } | null },
): Promise<Result<Recovery>> => {
  const since = asked.since ?? inMs(-lostUsualMs)
  const { named = null } = asked
  const items: Recovered[] = []
  const problems: { provider: ProviderName; problem: ListProblem }[] = []
  for (const provider of providerNames) {
    const { payments, problem } = await findRecoverable(provider, since)
    if (problem !== null) problems.push({ provider, problem })
    for (const lost of payments) {
      if (named !== null && !lost.keys.includes(named.payment)) continue
      const { payment, number, amount, word, at } = lost
      const known = named === null ? null : await ownerOf(db, lost, null)
      if (named !== null && known !== null && known.userId !== named.userId) return fail('A0409', { field: 'user' })
      const taken = await adopt(by, lost, named?.userId ?? null)
      items.push({ provider, payment, number, amount, word, at, ...taken })
    }
  }
  if (named !== null && items.length === 0) return fail('A0404', { field: 'payment' })
  return ok({ since, items, problems })
}

/** How much still needs an operator: payments without a known customer, and lists that could not be read completely. */
export const unrecovered = ({ items, problems }: Recovery): number =>
  items.filter(({ outcome }) => outcome === 'no-customer' || outcome === 'strange').length +
  problems.filter(({ problem }) => problem !== 'off').length
