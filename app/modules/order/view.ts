/**
 * What pages and the API are given of orders and payments: plain data, amounts as decimal text ("12.5000" is 12.5 USD),
 * times as ISO 8601 in UTC. Pure types, so that components in the browser may name them.
 */

/**
 * SPEC's order status: 0 pending, 1 completed, 2 cancelled, 3 deleted, 4 payment failed, 5 cancel failed, 6 refunded,
 * 7 confirming, 8 partial paid.
 */
export type OrderStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
/** What can be done with an order now. */
export type OrderAct = 'pay' | 'cancel' | 'delete' | 'receipt' | 'order-again'

/** A line of the table of orders. */
export type OrderSummary = {
  number: string
  status: OrderStatus
  /** Names of the products, in the reader's language. */
  products: readonly { name: string; months: number }[]
  boxName: string
  sn: string
  payPrice: string
  actuallyPaid: string
  /** What is still to be paid: nothing of an order that is over. */
  rest: string
  createdAt: string
  /** While it can be paid: the end of the payment window; once paid: the end of the period. */
  expiresAt: string | null
  acts: readonly OrderAct[]
}

/** SPEC's payment status: -1 unknown, 0 waiting, 1 finished, 2 expired; the label says more. */
export type PaymentLabel =
  | 'waiting'
  | 'confirming'
  | 'partial-paid'
  | 'waiting-for-confirmation'
  | 'finished'
  | 'expired'
  | 'deleted'
  | 'refunded'
  | 'failed'
  | 'unknown'

/** SPEC's payment record. Amounts of coins are text as the provider said them. */
export type PaymentRecord = {
  id: string
  method: number
  statusId: -1 | 0 | 1 | 2
  label: PaymentLabel
  createdAt: string
  updatedAt: string
  payinAddress: string | null
  payinExtraId: string | null
  payinHash: string | null
  fixedRate: boolean
  feePaidByUser: boolean
  serviceFee: string | null
  /** What was asked, in USD (currency 1) and in the coin. */
  currency: 1
  amount: string
  coin: string | null
  coinAmount: string | null
  coinReceived: string | null
  rate: string | null
}

/**
 * A share of the price: points, Mango, or what a provider collects. units: Mango or points as text. `charged`: what its
 * payer is charged for it, in USD: a card takes whole cents, and what is more than the share is wallet credit.
 */
export type PaymentShare = {
  kind: 'points' | 'mango' | 'external'
  method: number
  amount: string
  charged: string
  units: string | null
  state: 'planned' | 'held' | 'paid' | 'released' | 'refunded'
}

/**
 * A deposit that could not be counted by itself: a person looks at it (looked-at), it can't be credited and its
 * customer is asked for an address (address-wanted), has given one (address-given), and it was sent back there
 * (returned).
 */
export type HeldDeposit = {
  id: string
  state: 'looked-at' | 'address-wanted' | 'address-given' | 'returned'
  /** In the coin, as its provider said it. */
  amount: string
  /** The coin's short name and network; null for a coin that the portal does not know. */
  symbol: string
  network: string | null
  /** Whether its addresses may go with a tag or memo. */
  takesTag: boolean
  /** False where nothing in such an address, or in the one that was given, tells a typing error. */
  hasChecksum: boolean
  /** Where it is to be sent back, and then was. */
  address: string | null
  tag: string | null
  /** The transaction that sent it back. */
  hash: string | null
  at: string
}

/**
 * What the card holder's bank has taken back of an order, in USD: `unused` of it ended with the service, `paid` came
 * from the wallet, `owed` is still to be paid, by the next money that comes into the wallet. `frozen`: what is set
 * aside in the wallet for it, in Mango, at the latest until `until`.
 */
export type BankView = {
  taken: string
  unused: string
  paid: string
  frozen: string
  until: string | null
  owed: string
}
/** What an account owes (USD) since a bank took a payment back, beyond what is frozen for it (Mango). */
export type DebtView = {
  owed: string
  frozen: readonly { amount: string; until: string; orderNumber: string | null }[]
}

/** Everything of one order. */
export type OrderDetails = OrderSummary & {
  originalPrice: string
  activityPrice: string | null
  outcomePrice: string | null
  /** What came for it and became Mango: too much, too late, or without its rest. */
  credited: string
  /** Who or what ended it unpaid. */
  endedBy: 'cancelled' | 'window-over' | 'rest-missing' | 'unbound' | null
  paidAt: string | null
  updatedAt: string
  lines: readonly {
    name: string
    months: number
    services: readonly string[]
    originalPrice: string
    activityPrice: string | null
    payPrice: string
    periods: readonly { service: string; startsAt: string; endsAt: string }[]
  }[]
  shares: readonly PaymentShare[]
  payments: readonly PaymentRecord[]
  held: readonly HeldDeposit[]
  /** `bank`: the card holder's bank has taken it back. */
  refunds: readonly {
    amount: string
    to: 'wallet' | 'provider' | 'bank'
    state: 'asked' | 'done' | 'failed'
    at: string
  }[]
  /** Null where no bank has taken or asks for anything of it. */
  bank: BankView | null
}

/** A way to pay, as the buy page and the payment page offer it. */
export type MethodChoice = {
  method: number
  /** SPEC's key: btc, usdttrc20… or card, web-wallet, device-wallet, h5, mango, points. */
  key: string
  kind: 'coin' | 'card' | 'mango' | 'points'
  /** The coin's short name ("USDT") and its network's name ("TRON (TRC-20)"). */
  symbol: string | null
  network: string | null
  /** Only offered where the browser has it (device wallet). */
  onlyWhere: 'device-wallet' | null
  /** Of Mango and points: what is there, in units. */
  available: string | null
  /** Below this the coin can't be used, in USD; null where unknown. */
  minimum: string | null
}

/** How a payment stands and what is offered now, whatever it is for. */
export type PaymentState = {
  /** The steps: ordered, waiting, confirming, finished. */
  step: 'ordered' | 'waiting' | 'confirming' | 'finished' | 'ended'
  attempt:
    | null
    | ({
        id: string
        method: number
        label: PaymentLabel
        /** When address or session ends; null once it was seen on the chain. */
        validUntil: string | null
      } & (
        | {
            kind: 'coin'
            symbol: string
            network: string
            address: string
            /** XRP's destination tag: shown before the address. */
            tag: string | null
            /** The coin amount to send now, and what has come. */
            amount: string
            received: string | null
            missing: string | null
            /** The USD that it stands for, and USD for one coin: the rate at which it was asked for. */
            price: string
            rate: string | null
            /** What the QR code holds. */
            uri: string
          }
        | {
            kind: 'card'
            url: string | null
            /** What the provider's page asks for, in USD. */
            amount: string
          }
      ))
  /** Its provider takes longer than usual to say where to pay. */
  isSlow: boolean
  /** Rest to pay in USD. */
  rest: string
  /** The server's time, so that a countdown doesn't follow a wrong clock. */
  now: string
  may: {
    /** Send the rest to the same purchase: only above the coin's minimum. */
    topUp: boolean
    /** Take what came as wallet credit and end the order. */
    creditWhatCame: boolean
    /** Another method for the rest, or a new quote. */
    payAnotherWay: boolean
    cancel: boolean
    checkNow: boolean
  }
  methods: readonly MethodChoice[]
}
/** What the payment page of an order shows. */
export type PaymentPage = PaymentState & { order: OrderDetails }
