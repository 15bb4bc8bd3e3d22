/**
 * Takes in what a provider says of a payment, in one transaction: the attempt moves along its table, what is newly
 * confirmed becomes a deposit with its result, and the order follows. The same fact again changes nothing, and the
 * order in which facts come does not matter: each says the whole of its payment.
 */
import { now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import {
  isOpen,
  lockOrder,
  noteFailed,
  noteProviderRefund,
  noteSeen,
  noteShort,
  noteUnseen,
  orderStatuses,
  statusOf,
  type OrderRow,
} from '~/modules/order/order.server'
import { printAmount } from '~/text/amount'
import {
  compareDecimals,
  divideDecimals,
  shareOf,
  subtractDecimals,
  unitsOfDecimal,
  type Decimal,
} from '~/text/decimal'
import {
  endWords,
  isLive,
  meanings,
  nextAttemptState,
  showsAfterEnd,
  unknownWord,
  type AttemptEvent,
  type Word,
} from './payment.states'
import { coinOfMethod } from './coins'
import { noteFurther } from './further.server'
import type { CardSession, CoinPayment, Said } from './provider'
import { actor, noteOutcome, returnKept, settleDeposit } from './settle.server'
import {
  callPerson,
  hasLive,
  isOnItsWay,
  onItsWay,
  onItsWayLabels,
  stateOf,
  sumOf,
  waitingOf,
  watchedMs,
  type AttemptRow,
  type DepositRow,
} from './store.server'

/** What a provider says, whichever it is. */
export type Fact = {
  said: Said
  /** As the provider wrote it. */
  word: string
  /** The provider's id of the payment that the money belongs to. */
  paymentKey: string
  /**
   * A further deposit to the attempt's address, or one in another asset: it says nothing of the attempt's own payment.
   */
  isChild: boolean
  coin: string | null
  /** All that came by this payment, in the coin (cards: in USD). */
  came: Decimal | null
  /** The provider's value of it in USD. */
  cameUsd: Decimal | null
  hash: string | null
  /** What the attempt's row takes over: where to pay, what the provider keeps. */
  data: Prisma.PaymentAttemptUpdateManyMutationInput
}

const filled = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as T

/** USD for one coin, at which the provider asks. */
const rateOf = (amount: bigint, payAmount: string | null): string | null =>
  payAmount === null || compareDecimals(payAmount, '0') <= 0
    ? null
    : divideDecimals(printAmount(amount, { scale: 4 }), payAmount, { decimals: 8, round: 'nearest' })

export const factOfCoin = (payment: CoinPayment, attempt: Pick<AttemptRow, 'providerId' | 'amount'>): Fact => {
  const isChild = payment.parentId !== null || (attempt.providerId !== null && attempt.providerId !== payment.id)
  return {
    said: payment.said,
    word: payment.word,
    paymentKey: payment.id,
    isChild,
    coin: payment.coin,
    came: payment.actuallyPaid,
    cameUsd: payment.priceCurrency === 'usd' ? payment.actuallyPaidFiat : null,
    hash: payment.hash,
    data: isChild
      ? {}
      : filled({
          providerId: payment.id,
          coin: payment.coin,
          network: payment.network,
          payAddress: payment.address,
          payExtraId: payment.extraId,
          payAmount: payment.payAmount,
          rate: rateOf(attempt.amount, payment.payAmount),
          fixedRate: payment.fixedRate,
          feePaidByUser: payment.feePaidByUser,
          validUntil: payment.validUntil,
          purchaseId: payment.purchaseId,
          actuallyPaid: payment.actuallyPaid,
          actuallyPaidUsd: payment.actuallyPaidFiat === null ? null : unitsOfDecimal(payment.actuallyPaidFiat, 4),
          payinHash: payment.hash,
          outcomeAmount: payment.outcomeAmount,
          outcomeCurrency: payment.outcomeCurrency,
          serviceFee: payment.fee?.service ?? null,
        }),
  }
}

export const factOfCard = (session: CardSession, said: Said = session.said): Fact => ({
  said,
  word: session.word,
  paymentKey: session.paymentIntent ?? session.id,
  isChild: false,
  coin: null,
  came: session.isPaid ? session.amount : null,
  cameUsd: session.isPaid ? session.amount : null,
  hash: null,
  data: filled({
    providerId: session.id,
    url: session.url,
    validUntil: session.expiresAt,
    actuallyPaid: session.isPaid ? session.amount : null,
    outcomeAmount: session.isPaid ? (session.outcome?.net ?? null) : null,
    outcomeCurrency: session.isPaid ? (session.outcome?.currency.toLowerCase() ?? null) : null,
    serviceFee: session.isPaid ? (session.outcome?.fee ?? null) : null,
  }),
})

const isCoin = ({ method }: AttemptRow): boolean => coinOfMethod(method) !== null

/** What came is worth what was asked for it while its quote holds, and else what the provider says. */
const worthOf = (attempt: AttemptRow, fact: Fact, amount: Decimal, quoteHolds: boolean): bigint => {
  const { came, cameUsd } = fact
  if (!isCoin(attempt)) return unitsOfDecimal(amount, 4)
  const payAmount = (fact.data.payAmount as string | undefined) ?? attempt.payAmount
  const hasQuote = payAmount !== null && compareDecimals(payAmount, '0') > 0 && fact.coin === attempt.coin
  // A quote that holds no more says nothing of today: what the provider gives no value for, a person looks at.
  if (!quoteHolds && (cameUsd === null || compareDecimals(cameUsd, '0') <= 0)) return 0n
  const hasValue = cameUsd !== null && came !== null && compareDecimals(cameUsd, '0') > 0
  if (hasValue && !(quoteHolds && hasQuote)) return shareOf(unitsOfDecimal(cameUsd, 4), amount, came)
  return hasQuote ? shareOf(attempt.amount, amount, payAmount) : 0n
}

const depositsBy = (tx: Transaction, { id, provider }: AttemptRow, key: string): Promise<DepositRow[]> =>
  tx.deposit.findMany({
    where: {
      attemptId: id,
      provider,
      OR: [{ providerPaymentId: key }, { providerPaymentId: { startsWith: `${key}+` } }],
    },
    orderBy: [{ at: 'asc' }, { id: 'asc' }],
  })

/**
 * A deposit whose worth nobody knew, and that nobody has decided about or asked an address for, gets its result once
 * its provider says it.
 */
const valueLate = async (
  tx: Transaction,
  order: OrderRow,
  attempt: AttemptRow,
  fact: Fact,
  deposits: readonly DepositRow[],
): Promise<void> => {
  for (const { id, amount, usd, state, result, returnAskedAt } of deposits) {
    if (usd > 0n || state !== 'confirmed' || result !== 'person' || returnAskedAt !== null) continue
    const worth = worthOf(attempt, fact, amount, false)
    if (worth === 0n) continue
    const deposit = await tx.deposit.update({ where: { id }, data: { usd: worth, result: null, settledAt: null } })
    await settleDeposit(tx, { order, attempt, deposit, rightAsset: true })
    if (attempt.personReason === 'worthless')
      await tx.paymentAttempt.update({ where: { id: attempt.id }, data: { personReason: null, updatedAt: now() } })
  }
}

/** What is confirmed beyond what was counted before is a deposit, and gets its result. */
const takeIn = async (
  tx: Transaction,
  order: OrderRow,
  attempt: AttemptRow,
  fact: Fact,
  quoteHolds: boolean,
): Promise<void> => {
  const { came, paymentKey: key, hash } = fact
  if (came === null) return
  const before = await depositsBy(tx, attempt, key)
  const counted = before.reduce((rest, { amount }) => subtractDecimals(rest, amount), came)
  if (compareDecimals(counted, '0') < 0) return callPerson(tx, attempt, 'less-than-before')
  const rightAsset = !isCoin(attempt) || fact.coin === attempt.coin
  if (compareDecimals(counted, '0') === 0) {
    if (rightAsset) await valueLate(tx, order, attempt, fact, before)
    return
  }
  const deposit = await tx.deposit.create({
    data: {
      id: makeId(),
      attemptId: attempt.id,
      provider: attempt.provider,
      providerPaymentId: before.length === 0 ? key : `${key}+${before.length}`,
      coin: fact.coin,
      amount: counted,
      usd: worthOf(attempt, fact, counted, quoteHolds),
      state: 'confirmed',
      hash,
      at: now(),
    },
  })
  await settleDeposit(tx, { order, attempt, deposit, rightAsset })
}

/** The provider sent the money back itself: what waited is gone with it, what had bought something is a refund. */
const takeOut = async (tx: Transaction, order: OrderRow, attempt: AttemptRow, fact: Fact): Promise<void> => {
  for (const deposit of await depositsBy(tx, attempt, fact.paymentKey)) {
    const { id, provider, usd, result } = deposit
    if (result === 'refund') continue
    if (result === null || result === 'person') await returnKept(tx, order.id, deposit, null, actor)
    else if (result === 'order' && statusOf(order) === orderStatuses.completed) {
      const refundId = `provider-${id}`
      if ((await tx.orderRefund.count({ where: { id: refundId } })) > 0) continue
      await tx.orderRefund.create({
        data: {
          id: refundId,
          orderId: order.id,
          attemptId: attempt.id,
          amount: usd,
          to: 'provider',
          actor,
          why: 'refunded by the provider',
          createdAt: now(),
        },
      })
      const refund = { id: refundId, providerRefundId: id, provider, attemptId: attempt.id, amount: usd }
      await noteProviderRefund(tx, order, refund, actor)
    } else await callPerson(tx, attempt, 'refunded-after-credit')
  }
  // What went back is not paid any more.
  if (isOpen(order))
    await tx.order.update({
      where: { id: order.id },
      data: { actuallyPaid: sumOf(await waitingOf(tx, order.id)), updatedAt: now() },
    })
}

/** What the order shows after a fact, where no deposit has moved it: something is on its way, or no more. */
const follow = async (tx: Transaction, orderId: string, said: Said | null): Promise<void> => {
  const order = await lockOrder(tx, orderId)
  if (!isOpen(order)) return
  if (await isOnItsWay(tx, orderId)) {
    if (statusOf(order) !== orderStatuses.confirming) await noteSeen(tx, order)
    return
  }
  const waiting = sumOf(await waitingOf(tx, orderId))
  const hasFailed = said === 'failed' && waiting === 0n && !(await hasLive(tx, orderId))
  if (statusOf(order) === orderStatuses.confirming) {
    if (waiting > 0n) await noteShort(tx, order, waiting)
    else if (!hasFailed) await noteUnseen(tx, order)
  }
  if (hasFailed) await noteFailed(tx, order)
}

const ends: readonly Said[] = ['failed', 'expired', 'cancelled', 'refunded', 'finished']

const shownOf = (word: Word | undefined) =>
  word === undefined ? {} : { statusId: meanings[word].statusId, label: meanings[word].label }

type Moved = { attempt: AttemptRow; wasLive: boolean }
/** Moves the attempt by what is said of its own payment. */
const moveAttempt = async (tx: Transaction, attempt: AttemptRow, fact: Fact): Promise<Moved> => {
  const state = stateOf(attempt)
  const wasLive = isLive(state)
  const at = now()
  if (fact.said === 'unknown') {
    if (attempt.lastWord !== fact.word)
      log.error(
        { alert: 'payment-word', provider: attempt.provider, attempt: attempt.id, word: fact.word },
        'a provider says a word that nobody knows',
      )
    const shown = wasLive ? unknownWord : {}
    const data = { ...fact.data, ...shown, lastWord: fact.word, updatedAt: at }
    const after = await tx.paymentAttempt.update({ where: { id: attempt.id }, data })
    await callPerson(tx, after, 'unknown-word', fact.word)
    return { attempt: after, wasLive }
  }
  const event: AttemptEvent = fact.said
  const next = nextAttemptState(state, event)
  const { statusId, label } = meanings[fact.said]
  // A part that has paid its order together with others is finished, and nothing of it is missing any more.
  const isSettled = attempt.label === 'finished' && fact.said !== 'refunded'
  const canShow = state !== 'paid' && state !== 'refunded'
  const isShown = !isSettled && (next !== null || (canShow && showsAfterEnd(fact.said, isCoin(attempt))))
  const isSeen = isShown && onItsWayLabels.includes(label)
  // What was seen after an end is gone: it shows that end again.
  const end = isShown || !onItsWayLabels.includes(attempt.label) ? undefined : endWords[state]
  const hasEnded = next !== null && !isLive(next)
  const isNew = attempt.lastWord !== fact.word || attempt.state !== (next ?? state)
  const after = await tx.paymentAttempt.update({
    where: { id: attempt.id },
    data: {
      ...fact.data,
      lastWord: fact.word,
      ...(next === null ? {} : { state: next }),
      ...(isShown ? { statusId, label } : shownOf(end)),
      confirmingSince: isSeen ? (attempt.confirmingSince ?? at) : null,
      ...(hasEnded && wasLive ? { openKey: null, closedAt: at, pollUntil: new Date(at.getTime() + watchedMs) } : {}),
      ...(isNew ? { updatedAt: at } : {}),
    },
  })
  return { attempt: after, wasLive }
}

/** A word that nobody knows moves nothing; a person is called once for each. */
const noteUnknown = async (tx: Transaction, attempt: AttemptRow, fact: Fact): Promise<void> => {
  const { id, provider } = attempt
  const about = { provider, attempt: id, payment: fact.paymentKey, word: fact.word }
  log.error({ alert: 'payment-word', ...about }, 'a provider says a word that nobody knows')
  await callPerson(tx, attempt, 'unknown-word', fact.word)
}

const meansMoney = ({ said }: Fact): boolean => said !== 'unknown' && meanings[said].counts === 'confirmed'

/** Takes a fact in, in a transaction of the caller's. */
export const applyFactIn = async (tx: Transaction, attemptId: string, fact: Fact): Promise<void> => {
  const found = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
  if (found.orderId === null) throw new Error(`the attempt ${attemptId} pays no order`)
  const order = await lockOrder(tx, found.orderId)
  const before = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
  const isNew = fact.isChild && (await noteFurther(tx, before, fact))
  const { attempt, wasLive } = fact.isChild ? { attempt: before, wasLive: false } : await moveAttempt(tx, before, fact)
  if (isNew && fact.said === 'unknown') await noteUnknown(tx, attempt, fact)
  if (fact.said !== 'unknown') {
    const { counts } = meanings[fact.said]
    if (counts === 'confirmed') await takeIn(tx, order, attempt, fact, wasLive)
    else if (fact.said === 'refunded') await takeOut(tx, order, attempt, fact)
    else if (fact.said === 'failed' && fact.came !== null && compareDecimals(fact.came, '0') > 0)
      await callPerson(tx, attempt, 'failed-with-money')
  }
  await follow(tx, order.id, ends.includes(fact.said) || !fact.isChild ? fact.said : null)
  if (meansMoney(fact)) await noteOutcome(tx, order.id)
}

export const applyFact = async (attemptId: string, fact: Fact): Promise<void> => {
  await transact(async (tx) => {
    await applyFactIn(tx, attemptId, fact)
    return { ok: true }
  })
}

/** An act of the portal on an attempt: it was asked to close, or is closed as far as the portal can. */
export const moveByPortal = async (attemptId: string, event: AttemptEvent): Promise<void> => {
  await transact(async (tx) => {
    const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
    const next = nextAttemptState(stateOf(attempt), event)
    if (next === null || next === attempt.state) return { ok: true }
    const at = now()
    // What has brought money goes on saying so.
    const hasMoney = ['partial-paid', 'finished', ...onItsWayLabels].includes(attempt.label)
    const isEnd = event === 'expired' || event === 'cancelled' || event === 'failed'
    const shown = isEnd && !hasMoney ? meanings[event] : null
    await tx.paymentAttempt.update({
      where: { id: attemptId },
      data: {
        state: next,
        ...(shown === null ? {} : { statusId: shown.statusId, label: shown.label }),
        ...(isLive(next) ? {} : { openKey: null, closedAt: at, pollUntil: new Date(at.getTime() + watchedMs) }),
        updatedAt: at,
      },
    })
    if (attempt.orderId !== null) await follow(tx, attempt.orderId, event === 'failed' ? 'failed' : null)
    return { ok: true }
  })
}

/** Brings an order that shows something on its way, where nothing is, to where it stands without it. */
export const settleSeen = async (orderId: string): Promise<void> => {
  await transact(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!isOpen(order) || statusOf(order) !== orderStatuses.confirming || (await isOnItsWay(tx, orderId)))
      return { ok: true }
    const attempts = await tx.paymentAttempt.findMany({ where: { orderId }, orderBy: { updatedAt: 'asc' } })
    for (const attempt of attempts) {
      const word = onItsWayLabels.includes(attempt.label) ? endWords[stateOf(attempt)] : undefined
      if (word === undefined) continue
      const data = { ...shownOf(word), confirmingSince: null, updatedAt: now() }
      await tx.paymentAttempt.update({ where: { id: attempt.id }, data })
    }
    await follow(tx, orderId, attempts.some(({ state }) => state === 'failed') ? 'failed' : null)
    return { ok: true }
  })
}

/** Orders in one look; the next one goes on with the others. */
const settledAtOnce = 200
/** Finds orders that show something on its way where nothing is, for whatever reason. Returns how many. */
export const settleAllSeen = async (): Promise<number> => {
  const found = await db.order.findMany({
    where: { status: orderStatuses.confirming, open: { some: {} }, attempts: { none: onItsWay } },
    select: { id: true },
    take: settledAtOnce,
  })
  for (const { id } of found) {
    log.warn({ order: id }, 'an order showed a payment on its way that is none')
    await settleSeen(id)
  }
  return found.length
}
