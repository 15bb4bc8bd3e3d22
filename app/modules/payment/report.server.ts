/**
 * Applies a provider's report of a payment in one transaction: the attempt changes state, newly confirmed money becomes
 * a deposit with a result, and the order or recharge follows. A repeated report changes nothing, and the order of
 * reports does not matter: each describes the whole payment.
 */
import { now } from '~/platform/clock.server'
import { db, type Prisma, type Transaction } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { orderStatuses } from '~/modules/order/order.server'
import { rechargeStatuses } from '~/modules/recharge/recharge.server'
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
import type { CardSession, CoinPayment, ProviderName, ProviderStatus, SettledLine } from './provider'
import { lineOfCoins, noteSettled } from './settlement.server'
import { actor, returnKept, settleDeposit } from './settle.server'
import type { AttemptRow, DepositRow } from './rows'
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
} from './store.server'
import { attemptsOf, refOf, type Target, type TargetRef } from './target'
import { lockTarget } from './target.server'

/** A provider's report of a payment, in the same form for all providers. */
export type PaymentReport = {
  providerStatus: ProviderStatus
  /** The status as the provider wrote it. */
  word: string
  /** The provider's id of the payment that the money belongs to. */
  paymentKey: string
  /**
   * A further deposit to the attempt's address, or one in another asset: it says nothing about the attempt's own
   * payment.
   */
  isChild: boolean
  coin: string | null
  /** Everything received by this payment, in the coin (cards: in USD). */
  came: Decimal | null
  /** The provider's value of it in USD. */
  cameUsd: Decimal | null
  hash: string | null
  /** Fields to store on the attempt's row: where to pay, and what the provider keeps. */
  data: Prisma.PaymentAttemptUpdateManyMutationInput
  /** What the provider settles for it, if it says so. */
  settled: SettledLine | null
}

const filled = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined)) as T

/** USD per coin in the provider's quote. */
const rateOf = (amount: bigint, payAmount: string | null): string | null =>
  payAmount === null || compareDecimals(payAmount, '0') <= 0
    ? null
    : divideDecimals(printAmount(amount, { scale: 4 }), payAmount, { decimals: 8, round: 'nearest' })

export const reportOfCoin = (
  payment: CoinPayment,
  attempt: Pick<AttemptRow, 'providerId' | 'amount'>,
): PaymentReport => {
  const isChild = payment.parentId !== null || (attempt.providerId !== null && attempt.providerId !== payment.id)
  return {
    providerStatus: payment.providerStatus,
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
    settled: lineOfCoins(payment),
  }
}

export const reportOfCard = (
  session: CardSession,
  providerStatus: ProviderStatus = session.providerStatus,
): PaymentReport => ({
  providerStatus,
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
  settled: session.isPaid ? (session.outcome ?? null) : null,
})

const isCoin = ({ method }: AttemptRow): boolean => coinOfMethod(method) !== null

/**
 * The value of received money: the quoted price while the quote holds, otherwise the provider's value. Null if unknown;
 * 0 if known to be less than the smallest unit.
 */
const worthOf = (attempt: AttemptRow, fact: PaymentReport, amount: Decimal, quoteHolds: boolean): bigint | null => {
  const { came, cameUsd } = fact
  if (!isCoin(attempt)) return unitsOfDecimal(amount, 4)
  const payAmount = (fact.data.payAmount as string | undefined) ?? attempt.payAmount
  const hasQuote = payAmount !== null && compareDecimals(payAmount, '0') > 0 && fact.coin === attempt.coin
  // An expired quote says nothing about today's value. If the provider gives no value either, an operator decides.
  if (!quoteHolds && (cameUsd === null || compareDecimals(cameUsd, '0') <= 0)) return null
  const hasValue = cameUsd !== null && came !== null && compareDecimals(cameUsd, '0') > 0
  if (hasValue && !(quoteHolds && hasQuote)) return shareOf(unitsOfDecimal(cameUsd, 4), amount, came)
  return hasQuote ? shareOf(attempt.amount, amount, payAmount) : null
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
 * Settles a deposit of unknown value once its provider reports the value, unless an operator has decided it or a return
 * address was asked for.
 */
const valueLate = async (
  tx: Transaction,
  target: Target,
  attempt: AttemptRow,
  fact: PaymentReport,
  deposits: readonly DepositRow[],
): Promise<void> => {
  for (const { id, amount, usd, state, result, returnAskedAt } of deposits) {
    if (usd > 0n || state !== 'confirmed' || result !== 'person' || returnAskedAt !== null) continue
    const worth = worthOf(attempt, fact, amount, false)
    if (worth === null) continue
    const deposit = await tx.deposit.update({ where: { id }, data: { usd: worth, result: null, settledAt: null } })
    await settleDeposit(tx, { target, attempt, deposit, rightAsset: true, isNothing: worth === 0n })
    if (attempt.personReason === 'worthless')
      await tx.paymentAttempt.update({ where: { id: attempt.id }, data: { personReason: null, updatedAt: now() } })
  }
}

/** Stores what is confirmed beyond the deposits counted before as a new deposit, and settles it. */
const takeIn = async (
  tx: Transaction,
  target: Target,
  attempt: AttemptRow,
  fact: PaymentReport,
  quoteHolds: boolean,
): Promise<void> => {
  const { came, providerStatus, paymentKey: key, hash } = fact
  const before = await depositsBy(tx, attempt, key)
  // Nothing could be counted, and no later report will say more.
  if (providerStatus === 'finished' && before.length === 0 && (came === null || compareDecimals(came, '0') <= 0))
    return callPerson(tx, attempt, 'paid-without-amount')
  if (came === null) return
  const counted = before.reduce((rest, { amount }) => subtractDecimals(rest, amount), came)
  if (compareDecimals(counted, '0') < 0) return callPerson(tx, attempt, 'less-than-before')
  const rightAsset = !isCoin(attempt) || fact.coin === attempt.coin
  if (compareDecimals(counted, '0') === 0) {
    if (rightAsset) await valueLate(tx, target, attempt, fact, before)
    return
  }
  // Each part is worth what it adds to the whole: cut one by one, the parts would be worth less.
  const whole = worthOf(attempt, fact, came, quoteHolds)
  const earlier = worthOf(attempt, fact, subtractDecimals(came, counted), quoteHolds)
  const worth = whole === null || earlier === null ? null : whole - earlier
  const deposit = await tx.deposit.create({
    data: {
      id: makeId(),
      attemptId: attempt.id,
      provider: attempt.provider,
      providerPaymentId: before.length === 0 ? key : `${key}+${before.length}`,
      coin: fact.coin,
      amount: counted,
      usd: worth ?? 0n,
      state: 'confirmed',
      hash,
      at: now(),
    },
  })
  await settleDeposit(tx, { target, attempt, deposit, rightAsset, isNothing: worth === 0n })
}

/** The provider itself sent the money back: waiting money is gone, and money already used is taken back. */
const takeOut = async (tx: Transaction, target: Target, attempt: AttemptRow, fact: PaymentReport): Promise<void> => {
  for (const deposit of await depositsBy(tx, attempt, fact.paymentKey)) {
    const { result } = deposit
    if (result === 'refund') continue
    if (result === null || result === 'person') await returnKept(tx, target, deposit, null, actor)
    else if (!(await target.takeBack(tx, deposit))) await callPerson(tx, attempt, 'refunded-after-credit')
  }
  // Returned money no longer pays the order or recharge.
  if (target.isOpen()) await target.noteLess(tx)
}

/**
 * Updates the order or recharge after a report, if no deposit has moved it: a payment is on its way, or no longer is.
 */
const follow = async (tx: Transaction, ref: TargetRef, providerStatus: ProviderStatus | null): Promise<void> => {
  const target = await lockTarget(tx, ref)
  if (!target.isOpen()) return
  if (await isOnItsWay(tx, ref)) {
    if (!target.isConfirming()) await target.noteSeen(tx)
    return
  }
  const waiting = sumOf(await waitingOf(tx, ref))
  const hasFailed = providerStatus === 'failed' && waiting === 0n && !(await hasLive(tx, ref))
  if (target.isConfirming()) {
    if (waiting > 0n) await target.noteShort(tx, waiting)
    else if (!hasFailed) await target.noteUnseen(tx)
  }
  if (hasFailed) await target.noteFailed(tx)
}

const ends: readonly ProviderStatus[] = ['failed', 'expired', 'cancelled', 'refunded', 'finished']

const shownOf = (word: Word | undefined) =>
  word === undefined ? {} : { statusId: meanings[word].statusId, label: meanings[word].label }

type Moved = { attempt: AttemptRow; wasLive: boolean }
/** Moves the attempt by a report of its own payment. */
const moveAttempt = async (tx: Transaction, attempt: AttemptRow, fact: PaymentReport): Promise<Moved> => {
  const state = stateOf(attempt)
  const wasLive = isLive(state)
  const at = now()
  if (fact.providerStatus === 'unknown') {
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
  const event: AttemptEvent = fact.providerStatus
  const next = nextAttemptState(state, event)
  const { statusId, label } = meanings[fact.providerStatus]
  // A payment that completed its order together with others is finished: nothing is missing from it any more.
  const isSettled = attempt.label === 'finished' && fact.providerStatus !== 'refunded'
  const canShow = state !== 'paid' && state !== 'refunded'
  const isShown = !isSettled && (next !== null || (canShow && showsAfterEnd(fact.providerStatus, isCoin(attempt))))
  const isSeen = isShown && onItsWayLabels.includes(label)
  // What was seen after the attempt ended is gone: show that end again.
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

/** An unknown status moves nothing; an operator is called once for each. */
const noteUnknown = async (tx: Transaction, attempt: AttemptRow, fact: PaymentReport): Promise<void> => {
  const { id, provider } = attempt
  const about = { provider, attempt: id, payment: fact.paymentKey, word: fact.word }
  log.error({ alert: 'payment-word', ...about }, 'a provider says a word that nobody knows')
  await callPerson(tx, attempt, 'unknown-word', fact.word)
}

const meansMoney = ({ providerStatus }: PaymentReport): boolean =>
  providerStatus !== 'unknown' && meanings[providerStatus].counts === 'confirmed'

/** Applies a report inside the caller's transaction. */
export const applyReportIn = async (tx: Transaction, attemptId: string, fact: PaymentReport): Promise<void> => {
  const found = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
  const target = await lockTarget(tx, refOf(found))
  const before = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
  const isNew = fact.isChild && (await noteFurther(tx, before, fact))
  const { attempt, wasLive } = fact.isChild ? { attempt: before, wasLive: false } : await moveAttempt(tx, before, fact)
  if (isNew && fact.providerStatus === 'unknown') await noteUnknown(tx, attempt, fact)
  if (fact.providerStatus !== 'unknown') {
    const { counts } = meanings[fact.providerStatus]
    if (counts === 'confirmed') await takeIn(tx, target, attempt, fact, wasLive)
    else if (fact.providerStatus === 'refunded') await takeOut(tx, target, attempt, fact)
    else if (fact.providerStatus === 'failed' && fact.came !== null && compareDecimals(fact.came, '0') > 0)
      await callPerson(tx, attempt, 'failed-with-money')
  }
  await follow(tx, target.ref, ends.includes(fact.providerStatus) || !fact.isChild ? fact.providerStatus : null)
  if (meansMoney(fact)) await target.noteOutcome(tx)
  if (fact.settled !== null && (meansMoney(fact) || fact.providerStatus === 'refunded'))
    await noteSettled(tx, attempt.provider as ProviderName, fact.settled, attempt.id)
}

export const applyReport = (attemptId: string, fact: PaymentReport): Promise<void> =>
  transact((tx) => applyReportIn(tx, attemptId, fact))

/** The portal's own action on an attempt: it asked the provider to close it, or closed it as far as it can. */
export const moveByPortal = async (attemptId: string, event: AttemptEvent): Promise<void> => {
  await transact(async (tx) => {
    const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } })
    const next = nextAttemptState(stateOf(attempt), event)
    if (next === null || next === attempt.state) return
    const at = now()
    // An attempt that has brought money keeps showing so.
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
    await follow(tx, refOf(attempt), event === 'failed' ? 'failed' : null)
  })
}

/** Corrects an order or recharge that shows a payment on its way although there is none. */
export const settleSeen = async (ref: TargetRef): Promise<void> => {
  await transact(async (tx) => {
    const target = await lockTarget(tx, ref)
    if (!target.isOpen() || !target.isConfirming() || (await isOnItsWay(tx, ref))) return
    const attempts = await tx.paymentAttempt.findMany({ where: attemptsOf(ref), orderBy: { updatedAt: 'asc' } })
    for (const attempt of attempts) {
      const word = onItsWayLabels.includes(attempt.label) ? endWords[stateOf(attempt)] : undefined
      if (word === undefined) continue
      const data = { ...shownOf(word), confirmingSince: null, updatedAt: now() }
      await tx.paymentAttempt.update({ where: { id: attempt.id }, data })
    }
    await follow(tx, ref, attempts.some(({ state }) => state === 'failed') ? 'failed' : null)
  })
}

/** Batch size; the next run continues with the others. */
const settledAtOnce = 200
/** Finds and corrects everything that wrongly shows a payment on its way. Returns how many. */
export const settleAllSeen = async (): Promise<number> => {
  const orders = await db.order.findMany({
    where: { status: orderStatuses.confirming, open: { some: {} }, attempts: { none: onItsWay } },
    select: { id: true },
    take: settledAtOnce,
  })
  for (const { id } of orders) {
    log.warn({ order: id }, 'an order showed a payment on its way that is none')
    await settleSeen({ kind: 'order', id })
  }
  const recharges = await db.recharge.findMany({
    where: { status: rechargeStatuses.confirming, openKey: { not: null }, attempts: { none: onItsWay } },
    select: { id: true },
    take: settledAtOnce,
  })
  for (const { id } of recharges) {
    log.warn({ recharge: id }, 'a recharge showed a payment on its way that is none')
    await settleSeen({ kind: 'recharge', id })
  }
  return orders.length + recharges.length
}
