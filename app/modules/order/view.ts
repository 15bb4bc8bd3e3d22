/**
 * Orders and payments as pages and the API see them: plain data, amounts as decimal text ("12.5000" is 12.5 USD), times
 * as ISO 8601 in UTC. Types only, so that browser components can import them.
 */

/**
 * SPEC's order status: 0 pending, 1 completed, 2 cancelled, 3 deleted, 4 payment failed, 5 cancel failed, 6 refunded,
 * 7 confirming, 8 partial paid.
 */
export type OrderStatus = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8
/** The actions that an order allows now. */
export type OrderAct = 'pay' | 'cancel' | 'delete' | 'receipt' | 'order-again'

/** A row of the order table. */
export type OrderSummary = {
  number: string
  status: OrderStatus
  /** Product names, in the reader's language. */
  products: readonly { name: string; months: number }[]
  boxName: string
  sn: string
  payPrice: string
  actuallyPaid: string
  /** The unpaid rest; zero for an order that is over. */
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

/** SPEC's payment record. Coin amounts are text as the provider reported them. */
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
  /** The amount asked for, in USD (currency 1) and in the coin. */
  currency: 1
  amount: string
  coin: string | null
  coinAmount: string | null
  coinReceived: string | null
  rate: string | null
}

/**
 * A share of the price: points, Mango, or the part that a provider collects. units: Mango or points as text. `charged`:
 * what the payer is charged for it, in USD; cards charge whole cents, and the surplus over the share is wallet credit.
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
 * A deposit that could not be counted automatically. looked-at: an operator looks at it; address-wanted: it can't be
 * credited, and the customer is asked for an address; address-given: the customer has given one; returned: it was sent
 * back there.
 */
export type HeldDeposit = {
  id: string
  state: 'looked-at' | 'address-wanted' | 'address-given' | 'returned'
  /** In the coin, as the provider reported it. */
  amount: string
  /** The coin's symbol and network; null for a coin that the portal does not know. */
  symbol: string
  network: string | null
  /** Whether the coin's addresses may need a tag or memo. */
  takesTag: boolean
  /** False if no checksum guards such addresses, or the given one, against typing errors. */
  hasChecksum: boolean
  /** The return address, before and after the money was sent. */
  address: string | null
  tag: string | null
  /** The transaction that returned it. */
  hash: string | null
  at: string
}

/**
 * What the card holder's bank has taken back of an order, in USD: `unused` ended with the service, `paid` came from the
 * wallet, and `owed` will be paid by the next money that comes into the wallet. `frozen`: held in the wallet for it, in
 * Mango, until `until` at the latest.
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
  /** Money for it that became Mango: too much, too late, or without the rest. */
  credited: string
  /** Why it ended unpaid. */
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
  /** Null if no bank has taken or claims anything of it. */
  bank: BankView | null
}

/** A payment method, as the buy page and the payment page offer it. */
export type MethodChoice = {
  method: number
  /** SPEC's key: btc, usdttrc20… or card, web-wallet, device-wallet, h5, mango, points. */
  key: string
  kind: 'coin' | 'card' | 'mango' | 'points'
  /** The coin's symbol ("USDT") and its network's name ("TRON (TRC-20)"). */
  symbol: string | null
  network: string | null
  /** Only offered if the browser supports it (device wallet). */
  onlyWhere: 'device-wallet' | null
  /** For Mango and points: the available units. */
  available: string | null
  /** The coin's minimum, in USD; null if unknown. */
  minimum: string | null
}

/** The state of a payment and the actions offered now, for any target. */
export type PaymentState = {
  /** The steps shown: ordered, waiting, confirming, finished. */
  step: 'ordered' | 'waiting' | 'confirming' | 'finished' | 'ended'
  attempt:
    | null
    | ({
        id: string
        method: number
        label: PaymentLabel
        /** When the address or session expires; null once the payment was seen on the chain. */
        validUntil: string | null
      } & (
        | {
            kind: 'coin'
            symbol: string
            network: string
            address: string
            /** XRP's destination tag: shown before the address. */
            tag: string | null
            /** The coin amount to send now, and the amount received. */
            amount: string
            received: string | null
            missing: string | null
            /** The price in USD, and USD per coin: the rate of the quote. */
            price: string
            rate: string | null
            /** The text of the QR code. */
            uri: string
          }
        | {
            kind: 'card'
            url: string | null
            /** The amount on the provider's page, in USD. */
            amount: string
          }
      ))
  /** The provider takes unusually long to say where to pay. */
  isSlow: boolean
  /** The unpaid rest in USD. */
  rest: string
  /** The server's time, so that a countdown doesn't follow a wrong clock. */
  now: string
  may: {
    /** Send the rest to the same purchase: only above the coin's minimum. */
    topUp: boolean
    /** Take the received money as wallet credit and end the order. */
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
