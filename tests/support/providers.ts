/**
 * Two in-memory payment providers, for tests of how the portal handles their answers. They keep payments and sessions,
 * act as payers and networks, sign callbacks, and can lose an answer. The adapters' own protocols are tested over HTTP.
 */
import { createHmac } from 'node:crypto'
import type { NowPayments } from '~/modules/payment/nowpayments.server'
import { replaceNowPayments } from '~/modules/payment/nowpayments.server'
import type {
  Asked,
  CardDispute,
  CardEvent,
  CardSession,
  CoinPayment,
  ProviderStatus,
  SettledLine,
} from '~/modules/payment/provider'
import { replaceStripe, type Stripe } from '~/modules/payment/stripe.server'
import { now, nowMs } from '~/platform/clock.server'
import { sortJson } from '~/platform/exact-json'
import { compareDecimals, divideDecimals, multiplyDecimals, subtractDecimals } from '~/text/decimal'

/** 1 coin of any kind is 2 USD, so amounts are easy to read. */
const rate = '2'
const addDecimals = (a: string, b: string): string => subtractDecimals(a, subtractDecimals('0', b))
/** The least amount that must arrive, which may lack 0.5 %. */
const lessTolerance = (asked: string): string => multiplyDecimals(asked, subtractDecimals('1', '0.005'))
const ipnSecret = 'ipn-secret'
const webhookSecret = 'whsec-secret'
/** 10.2 * 100 is 1019.9999999999999, but a provider reports whole cents. */
const centsOf = (usd: string | null | undefined): number => Math.round(Number(usd) * 100)
const answer = <T>(value: T): Asked<T> => ({ ok: true, value })
const lost: Asked<never> = {
  ok: false,
  fault: { kind: 'timeout', status: null, code: null, message: 'lost', mayHaveHappened: true, waitMs: null },
}
const refusal = (code: string): Asked<never> => ({
  ok: false,
  fault: { kind: 'refused', status: 400, code, message: code, mayHaveHappened: false, waitMs: null },
})

/** A line of the card provider's balance. */
const lineOf = (
  id: string,
  kind: SettledLine['kind'],
  payment: string | null,
  amount: string,
  fee: string,
): SettledLine => ({
  ...{ id, kind, word: kind, payment, amount, fee, net: subtractDecimals(amount, fee), currency: 'usd' },
  ...{ at: now(), isPaidOut: false },
})

type Coin = { -readonly [K in keyof CoinPayment]: CoinPayment[K] }
type Session = { -readonly [K in keyof CardSession]: CardSession[K] } & { refunded: string }
/** never: the call is lost before its effect; answer: after it. */
export type Loss = 'call' | 'answer' | null

type EventPage = { items: readonly CardEvent[]; unreadable: readonly string[]; last: string | null }
const noEvents: EventPage = { items: [], unreadable: [], last: null }

/** Shared by all providers of a run, so that ids are never used twice. */
let numbers = 0
const next = (prefix: string): string => `${prefix}${++numbers}`

export const makeProviders = () => {
  const payments = new Map<string, Coin>()
  const sessions = new Map<string, Session>()
  const disputes = new Map<string, { -readonly [K in keyof CardDispute]: CardDispute[K] }>()
  const byKey = new Map<string, string>()
  /** Lines of the card provider's balance. */
  const balance: SettledLine[] = []
  const refunds = new Map<string, { id: string; amount: string; intent: string }>()
  const state = {
    loss: null as Loss,
    minimum: '1' as string | null,
    calls: 0,
    /** Ids of payments that the list returns in an unknown form. */
    unreadable: [] as string[],
    /** The list of events: its first page under '', each further one under the last id of the one before. */
    eventPages: {} as Record<string, EventPage>,
    /** Runs while a call is on its way. */
    before: null as (() => Promise<void>) | null,
    /** The outcome of a requested refund; a pending one fails or succeeds later. */
    refunds: 'succeeded' as 'succeeded' | 'pending' | 'refused',
  }

  /** Runs a call that may be lost on its way, or whose answer may be. */
  const call = async <T>(work: () => Asked<T>): Promise<Asked<T>> => {
    state.calls++
    await Promise.resolve()
    await state.before?.()
    const { loss } = state
    if (loss === 'call') return lost
    const made = work()
    return loss === 'answer' ? lost : made
  }
  const getCoin = (id: string): Coin => {
    const found = payments.get(id)
    if (found === undefined) throw new Error(`no payment ${id}`)
    return found
  }
  const getSession = (id: string): Session => {
    const found = sessions.get(id)
    if (found === undefined) throw new Error(`no session ${id}`)
    return found
  }
  const say = (payment: Coin, providerStatus: ProviderStatus): void => {
    payment.providerStatus = providerStatus
    payment.word = providerStatus
    payment.updatedAt = now()
  }

  const channel = { url: '', apiKey: '', ipnSecret, email: '', password: '', sandbox: true }
  const coins: NowPayments = {
    channel,
    getMinimum: () => call(() => answer({ amount: '0.1', usd: state.minimum })),
    createPayment: (order) =>
      call(() => {
        const id = next('5')
        payments.set(id, {
          id,
          parentId: null,
          reference: order.reference,
          purchaseId: order.purchaseId ?? `p${id}`,
          description: order.description,
          providerStatus: 'waiting',
          word: 'waiting',
          coin: order.coin,
          network: order.coin,
          address: `addr${id}`,
          extraId: null,
          priceAmount: order.priceAmount,
          priceCurrency: 'usd',
          payAmount: divideDecimals(order.priceAmount, rate, { decimals: 8, round: 'up' }),
          actuallyPaid: '0',
          actuallyPaidFiat: null,
          hash: null,
          outcomeAmount: null,
          payoutHash: null,
          outcomeCurrency: null,
          fee: null,
          fixedRate: order.fixedRate,
          feePaidByUser: false,
          createdAt: now(),
          updatedAt: now(),
          validUntil: new Date(nowMs() + 20 * 60_000),
        })
        return answer({ ...getCoin(id) })
      }),
    getPayment: (id) => call(() => (payments.has(id) ? answer({ ...getCoin(id) }) : refusal('NOT_FOUND'))),
    listPayments: ({ since }) =>
      call(() =>
        answer({
          payments: [...payments.values()]
            .filter(({ createdAt }) => (createdAt ?? since) >= since)
            .filter(({ id }) => !state.unreadable.includes(id))
            .map((one) => ({ ...one })),
          unreadable: [...payments.keys()].filter((id) => state.unreadable.includes(id)),
          hasMore: false,
        }),
      ),
  }

  const cardChannel = {
    url: '',
    secretKey: '',
    webhookSecrets: [webhookSecret],
    webWallet: 'link',
    live: false,
    pageOrigin: 'https://pay.example',
    sandbox: true,
  }
  const cards: Stripe = {
    channel: cardChannel,
    createSession: (order) =>
      call(() => {
        const known = byKey.get(order.reference)
        if (known !== undefined) return answer({ ...getSession(known) })
        const id = next('cs_')
        byKey.set(order.reference, id)
        sessions.set(id, {
          id,
          providerStatus: 'waiting',
          word: 'open, unpaid',
          status: 'open',
          isPaid: false,
          url: `https://pay.example/${id}`,
          reference: order.reference,
          amount: order.amount,
          currency: 'usd',
          paymentIntent: null,
          isLive: false,
          createdAt: now(),
          expiresAt: order.expiresAt,
          metadata: { ...order.metadata, shape: order.shape },
          refunded: '0',
        })
        return answer({ ...getSession(id) })
      }),
    getSession: (id) => call(() => (sessions.has(id) ? answer({ ...getSession(id) }) : refusal('resource_missing'))),
    expireSession: (id) =>
      call(() => {
        const session = getSession(id)
        if (session.status === 'complete') return refusal('session_complete')
        Object.assign(session, { status: 'expired', providerStatus: 'expired', word: 'expired, unpaid', url: null })
        return answer({ ...session })
      }),
    listSessions: () => call(() => answer({ items: [...sessions.values()].reverse(), unreadable: [], last: null })),
    listEvents: ({ after = '' }) => call(() => answer(state.eventPages[after] ?? noEvents)),
    listBalance: () => call(() => answer({ items: balance, unreadable: [], last: null })),
    createRefund: ({ key, paymentIntent, amount }) =>
      call(() => {
        if (state.refunds === 'refused') return refusal('charge_disputed')
        if (!refunds.has(key)) {
          refunds.set(key, { id: next('re_'), amount, intent: paymentIntent })
          const session = [...sessions.values()].find((one) => one.paymentIntent === paymentIntent)
          if (session !== undefined) session.refunded = addDecimals(session.refunded, amount)
        }
        const { id } = refunds.get(key) ?? { id: '' }
        return answer({
          id,
          charge: null,
          paymentIntent,
          amount,
          currency: 'usd',
          state: state.refunds === 'pending' ? ('pending' as const) : ('succeeded' as const),
          word: state.refunds,
          metadata: { refund: key },
        })
      }),
    getDispute: (id) =>
      call(() => {
        const found = disputes.get(id)
        return found === undefined ? refusal('none') : answer({ ...found })
      }),
  }

  const ipnOf = (id: string): Buffer => {
    const one = getCoin(id)
    return Buffer.from(
      JSON.stringify({
        payment_id: Number(one.id),
        parent_payment_id: one.parentId,
        order_id: one.reference,
        purchase_id: one.purchaseId,
        payment_status: one.word,
        pay_currency: one.coin,
        price_amount: one.priceAmount,
        price_currency: 'usd',
        pay_amount: one.payAmount,
        actually_paid: one.actuallyPaid,
        updated_at: one.updatedAt?.toISOString(),
      }),
    )
  }
  const eventOf = (type: string, object: Record<string, unknown>): Buffer =>
    Buffer.from(
      JSON.stringify({
        object: 'event',
        id: next('evt_'),
        type,
        created: Math.floor(nowMs() / 1000),
        livemode: false,
        data: { object },
      }),
    )
  const sessionObject = (id: string): Record<string, unknown> => {
    const one = getSession(id)
    return {
      object: 'checkout.session',
      id: one.id,
      status: one.status,
      payment_status: one.isPaid ? 'paid' : 'unpaid',
      url: one.url,
      client_reference_id: one.reference,
      amount_total: centsOf(one.amount),
      currency: 'usd',
      payment_intent: one.paymentIntent,
      livemode: false,
      expires_at: Math.floor((one.expiresAt?.getTime() ?? 0) / 1000),
      metadata: {},
    }
  }

  return {
    state,
    payments,
    sessions,
    disputes,
    install: (): (() => void) => {
      const undo = [replaceNowPayments(coins), replaceStripe(cards)]
      return () => undo.forEach((one) => one())
    },
    byReference: (reference: string): string | null =>
      [...payments.values()].find((one) => one.reference === reference && one.parentId === null)?.id ??
      byKey.get(reference) ??
      null,
    coin: {
      /** Coins are seen on the chain. `amount` is in the coin. */
      see: (id: string, amount: string): void => {
        const one = getCoin(id)
        one.actuallyPaid = addDecimals(one.actuallyPaid ?? '0', amount)
        one.actuallyPaidFiat = multiplyDecimals(one.actuallyPaid, rate)
        one.hash = `hash${id}`
        say(one, 'confirming')
      },
      /** Another transaction that pays somebody else replaces the seen one. */
      unsee: (id: string): void => {
        const one = getCoin(id)
        Object.assign(one, { actuallyPaid: '0', actuallyPaidFiat: null, hash: null })
        say(one, 'waiting')
      },
      confirm: (id: string): void => {
        const one = getCoin(id)
        const enough = compareDecimals(one.actuallyPaid ?? '0', lessTolerance(one.payAmount ?? '0')) >= 0
        say(one, enough ? 'finished' : 'partially_paid')
      },
      say: (id: string, providerStatus: ProviderStatus, word: string = providerStatus): void => {
        say(getCoin(id), providerStatus)
        getCoin(id).word = word
      },
      /** A further deposit to the same address is a separate payment. */
      further: (parent: string, amount: string, coin?: string): string => {
        const id = next('5')
        const one = getCoin(parent)
        payments.set(id, {
          ...one,
          id,
          parentId: parent,
          coin: coin ?? one.coin,
          actuallyPaid: amount,
          actuallyPaidFiat: multiplyDecimals(amount, rate),
          createdAt: now(),
          updatedAt: now(),
        })
        say(getCoin(id), 'finished')
        return id
      },
      callback: (id: string): { raw: Buffer; signature: string } => {
        const raw = ipnOf(id)
        const sorted = sortJson(raw.toString('utf8')) ?? ''
        return { raw, signature: createHmac('sha512', ipnSecret).update(sorted).digest('hex') }
      },
    },
    card: {
      pay: (id: string): void => {
        const one = getSession(id)
        Object.assign(one, {
          status: 'complete',
          isPaid: true,
          providerStatus: 'finished',
          word: 'complete, paid',
          url: null,
          paymentIntent: `pi_${id}`,
          outcome: lineOf(`txn_${id}`, 'payment', `pi_${id}`, one.amount ?? '0', '0.5'),
        })
      },
      /**
       * The payer has finished its page, but the money is still to come, as for a bank debit. A later failure leaves
       * the session as it is.
       */
      payLater: (id: string): void =>
        void Object.assign(getSession(id), {
          status: 'complete',
          providerStatus: 'confirmed',
          word: 'complete, unpaid',
          url: null,
          paymentIntent: `pi_${id}`,
        }),
      expire: (id: string): void => {
        const one = getSession(id)
        if (one.status === 'open')
          Object.assign(one, { status: 'expired', providerStatus: 'expired', word: 'expired, unpaid', url: null })
      },
      dispute: (id: string, kind: CardDispute['state'], movements: readonly string[]): string => {
        const session = getSession(id)
        const key = `dp_${id}`
        disputes.set(key, {
          id: key,
          charge: null,
          paymentIntent: session.paymentIntent,
          amount: session.amount ?? '0',
          currency: 'usd',
          state: kind,
          word: kind === 'inquiry' ? 'warning_needs_response' : kind === 'open' ? 'needs_response' : kind,
          reason: 'fraudulent',
          isLive: false,
          // A bank's chargeback costs a separate fee.
          movements: movements.map((amount, at) =>
            lineOf(`txn_${key}_${at}`, 'dispute', `pi_${id}`, amount, amount.startsWith('-') ? '15' : '0'),
          ),
        })
        return key
      },
      disputeEvent: (key: string, type: string): Buffer => {
        const one = disputes.get(key)
        return eventOf(type, {
          object: 'dispute',
          id: key,
          payment_intent: one?.paymentIntent,
          amount: centsOf(one?.amount),
          currency: 'usd',
          status: one?.word,
          livemode: false,
          balance_transactions: one?.movements.map(({ id, amount, fee, net, at }) => ({
            object: 'balance_transaction',
            id,
            type: 'adjustment',
            reporting_category: amount?.startsWith('-') === true ? 'dispute' : 'dispute_reversal',
            amount: centsOf(amount),
            fee: centsOf(fee),
            net: centsOf(net),
            currency: 'usd',
            created: Math.floor(at.getTime() / 1000),
            source: key,
          })),
        })
      },
      /** The provider's own page refunds money. */
      refund: (id: string, amount: string): Buffer => {
        const one = getSession(id)
        one.refunded = addDecimals(one.refunded, amount)
        return eventOf('charge.refunded', {
          object: 'charge',
          id: `ch_${id}`,
          payment_intent: one.paymentIntent,
          amount: centsOf(one.amount),
          amount_refunded: centsOf(one.refunded),
          currency: 'usd',
          paid: true,
          refunded: false,
          disputed: false,
          livemode: false,
        })
      },
      /** A pending refund can't be delivered: the provider keeps the money. */
      failRefund: (key: string): Buffer => {
        const { id, amount, intent } = refunds.get(key) ?? { id: '', amount: '0', intent: '' }
        const session = [...sessions.values()].find((one) => one.paymentIntent === intent)
        if (session !== undefined) session.refunded = subtractDecimals(session.refunded, amount)
        return eventOf('refund.failed', {
          object: 'refund',
          id,
          payment_intent: intent,
          amount: centsOf(amount),
          currency: 'usd',
          status: 'failed',
          metadata: { refund: key },
        })
      },
      event: (id: string, type: string): Buffer => eventOf(type, sessionObject(id)),
      sign: (raw: Buffer, at: number = nowMs()): string => {
        const seconds = Math.floor(at / 1000)
        return `t=${seconds},v1=${createHmac('sha256', webhookSecret).update(`${seconds}.`).update(raw).digest('hex')}`
      },
    },
  }
}
export type Providers = ReturnType<typeof makeProviders>
