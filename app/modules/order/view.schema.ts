/**
 * Orders and payments as pages and the API see them, with the descriptions for the API's documents. Amounts are decimal
 * text ("12.5000" is 12.5 USD), times ISO 8601 in UTC. The types are in view.ts.
 */
import { z } from 'zod'
import { amount, moment } from '~/modules/wallet/view.schema'

/**
 * SPEC's order status: 0 pending, 1 completed, 2 cancelled, 3 deleted, 4 payment failed, 5 cancel failed, 6 refunded,
 * 7 confirming, 8 partial paid.
 */
export const statuses = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const

const status = z.literal(statuses)
const label = z.enum([
  'waiting',
  'confirming',
  'partial-paid',
  'waiting-for-confirmation',
  'finished',
  'expired',
  'deleted',
  'refunded',
  'failed',
  'unknown',
])

const summaryFields = {
  number: z.string().meta({
    description: 'the day of ordering (UTC) and eight random letters and digits, for people; never used twice',
  }),
  status: status.meta({ description: '0 to 8, see above' }),
  products: z.array(z.object({ name: z.string(), months: z.number().int() })).readonly(),
  boxName: z.string().meta({ description: 'what the box was called when it was ordered for' }),
  sn: z.string().meta({ description: 'the box that gets the service' }),
  payPrice: amount.meta({ description: 'what has to be paid: the lower one of the two' }),
  actuallyPaid: amount.meta({
    description:
      'what was counted towards the price: points, Mango and confirmed money. A surplus is wallet credit, not this',
  }),
  rest: amount.meta({ description: 'what is still to be paid, in USD; nothing once it is over' }),
  createdAt: moment.meta({ description: 'when it was ordered' }),
  expiresAt: moment.nullable().meta({
    description:
      'before payment the end of the payment window (of a partly paid one: until when the rest can be sent); after payment the end of the period that it paid, as it is now; null if nothing of it is left',
  }),
  acts: z
    .array(z.enum(['pay', 'cancel', 'delete', 'receipt', 'order-again']))
    .readonly()
    .meta({ description: 'what can be done with it now' }),
}
export const orderOutput = z.object(summaryFields).meta({ id: 'Order' })

/** A share of the price: points, Mango, or the part that a provider collects. */
export const shareOutput = z.object({
  kind: z.enum(['points', 'mango', 'external']),
  method: z.number().int(),
  amount,
  charged: amount.meta({
    description:
      'what its payer is charged for it: a card is charged whole cents, and the excess becomes wallet credit',
  }),
  units: z.string().nullable().meta({ description: 'Mango or points' }),
  state: z.enum(['planned', 'held', 'paid', 'released', 'refunded']),
})

export const recordOutput = z
  .object({
    id: z.string(),
    method: z.number().int(),
    /** SPEC's payment status: -1 unknown, 0 waiting, 1 finished, 2 expired; the label says more. */
    statusId: z.literal([-1, 0, 1, 2]),
    label,
    createdAt: moment.meta({ description: 'when the payment was begun' }),
    updatedAt: moment.meta({ description: 'when its state changed last' }),
    payinAddress: z.string().nullable().meta({ description: 'where the coins are to be sent; null for cards' }),
    payinExtraId: z
      .string()
      .nullable()
      .meta({ description: 'the tag or memo that must go with the address; null if the coin has none' }),
    payinHash: z.string().nullable().meta({ description: 'the transaction on the chain that paid it' }),
    fixedRate: z.boolean().meta({ description: 'true if the provider holds the rate for the time of the payment' }),
    feePaidByUser: z
      .boolean()
      .meta({ description: 'true if the network’s fee comes on top of the price; the portal’s payments say false' }),
    serviceFee: z.string().nullable().meta({ description: 'what the provider keeps, by its own report' }),
    currency: z.literal(1),
    amount: amount.meta({ description: 'what was asked for, in USD (currency 1)' }),
    coin: z.string().nullable(),
    coinAmount: z.string().nullable().meta({ description: 'the same in the coin' }),
    coinReceived: z.string().nullable().meta({ description: 'what has come, in the coin' }),
    rate: z.string().nullable().meta({ description: 'USD for one coin, at which the amount was asked for' }),
  })
  .meta({ id: 'PaymentRecord' })

export const heldOutput = z
  .object({
    id: z.string(),
    state: z.enum(['looked-at', 'address-wanted', 'address-given', 'returned']).meta({
      description:
        'a person is checking it; it can’t be credited and an address is needed; one was given; it was sent back there',
    }),
    amount: z.string().meta({ description: 'in the coin' }),
    /** For a coin that the portal does not know, its symbol alone. */
    symbol: z.string(),
    network: z.string().nullable(),
    takesTag: z.boolean().meta({ description: 'whether a tag or memo may go with its addresses' }),
    hasChecksum: z
      .boolean()
      .meta({ description: 'false if such an address does not reveal typing errors: compare every character' }),
    address: z.string().nullable().meta({ description: 'where it is sent back to' }),
    tag: z.string().nullable(),
    hash: z.string().nullable().meta({ description: 'the transaction that sent it back' }),
    at: moment,
  })
  .meta({ id: 'HeldDeposit' })

const lineOutput = z.object({
  name: z.string(),
  months: z
    .number()
    .int()
    .meta({ description: 'for how many calendar months it was ordered; once paid, periods says from when until when' }),
  services: z.array(z.string()).readonly(),
  originalPrice: amount,
  activityPrice: amount.nullable(),
  payPrice: amount,
  periods: z.array(z.object({ service: z.string(), startsAt: moment, endsAt: moment })).readonly(),
})
export const orderDetailsOutput = z
  .object({
    ...summaryFields,
    originalPrice: amount.meta({ description: 'the plan’s own price when it was ordered, in USD' }),
    activityPrice: amount
      .nullable()
      .meta({ description: 'the price of the promotion that ran then; null without one' }),
    outcomePrice: amount.nullable().meta({
      description:
        'what the providers settle with the portal for it, after their fees, for all payments that paid it, as far as they report it; null before, and if nothing was paid through a provider',
    }),
    credited: amount.meta({ description: 'Mango credited for what arrived in excess, too late or without the rest' }),
    endedBy: z.enum(['cancelled', 'window-over', 'rest-missing', 'unbound']).nullable().meta({
      description:
        'what ended it unpaid: its customer, the payment window, a missing rest, or the unbinding of its box',
    }),
    paidAt: moment.nullable().meta({ description: 'when everything was paid' }),
    updatedAt: moment,
    lines: z.array(lineOutput).readonly(),
    shares: z.array(shareOutput).readonly().meta({ description: 'how the price is split' }),
    payments: z.array(recordOutput).readonly(),
    held: z
      .array(heldOutput)
      .readonly()
      .meta({ description: 'deposits that could not be counted automatically: in another coin, or of unknown value' }),
    refunds: z
      .array(
        z.object({
          amount,
          to: z.enum(['wallet', 'provider', 'points', 'bank']).meta({
            description: 'points: as points, at their worth; bank: the card holder’s bank has taken it back',
          }),
          state: z.enum(['asked', 'done', 'failed']),
          at: moment,
        }),
      )
      .readonly(),
    bank: z
      .object({
        taken: amount.meta({ description: 'what the bank has taken back, in USD' }),
        unused: amount.meta({ description: 'the share of it for the unused part of the service: not owed' }),
        paid: amount.meta({ description: 'the share of it that the wallet has paid' }),
        frozen: amount.meta({ description: 'Mango that is set aside in the wallet until the dispute is decided' }),
        until: moment.nullable().meta({ description: 'when that ends at the latest' }),
        owed: amount.meta({ description: 'what is still owed: the next money that comes into the wallet pays it' }),
      })
      .nullable()
      .meta({ description: 'what the card holder’s bank has taken back or claims; null if nothing' }),
  })
  .meta({ id: 'OrderDetails' })

export const methodOutput = z
  .object({
    method: z.number().int(),
    /** SPEC's key: btc, usdttrc20… or card, web-wallet, device-wallet, h5, mango, points. */
    key: z.string(),
    kind: z.enum(['coin', 'card', 'mango', 'points']),
    /** The coin's symbol ("USDT") and its network's name ("TRON (TRC-20)"). */
    symbol: z.string().nullable(),
    network: z.string().nullable(),
    onlyWhere: z.literal('device-wallet').nullable().meta({ description: 'offered only if the browser has it' }),
    available: z.string().nullable().meta({ description: 'of Mango and points: what the account has' }),
    minimum: amount.nullable().meta({ description: 'the minimum in USD; null if none is known' }),
  })
  .meta({ id: 'PaymentMethod' })

/** `validUntil`: when the address or session expires; null once the payment was seen on the chain. */
const attemptFields = { id: z.string(), method: z.number().int(), label, validUntil: moment.nullable() }
/** The state of a payment and the methods offered now, whatever it pays for. */
export const paymentFieldsOutput = {
  step: z.enum(['ordered', 'waiting', 'confirming', 'finished', 'ended']),
  attempt: z
    .discriminatedUnion('kind', [
      z.object({
        ...attemptFields,
        kind: z.literal('coin'),
        symbol: z.string(),
        network: z.string(),
        address: z.string(),
        tag: z.string().nullable().meta({ description: 'must be sent with the coins if it is not null' }),
        amount: z.string().meta({ description: 'what to send, in the coin' }),
        received: z.string().nullable(),
        missing: z.string().nullable(),
        price: amount.meta({ description: 'what it stands for, in USD' }),
        rate: z.string().nullable().meta({ description: 'USD for one coin, at which the amount was asked for' }),
        uri: z.string().meta({ description: 'for a QR code' }),
      }),
      z.object({
        ...attemptFields,
        kind: z.literal('card'),
        url: z.string().nullable().meta({ description: 'the provider’s page, where the payer goes' }),
        amount: amount.meta({ description: 'what that page asks for, in USD: whole cents' }),
      }),
    ])
    .nullable()
    .meta({ description: 'null if none was started, and while its provider is preparing it (step `waiting`)' }),
  isSlow: z.boolean().meta({
    description: 'its provider has not said for half a minute where to pay: choose another method, or the same again',
  }),
  rest: amount.meta({ description: 'what is still to be paid, in USD' }),
  /** The server's time, so that a countdown doesn't follow a wrong clock. */
  now: moment,
  may: z.object({
    /** Send the rest to the same purchase: only above the coin's minimum. */
    topUp: z.boolean(),
    /** Take the received money as wallet credit and end the order. */
    creditWhatCame: z.boolean(),
    /** Another method for the rest, or a new quote. */
    payAnotherWay: z.boolean(),
    cancel: z.boolean(),
    checkNow: z.boolean(),
  }),
  methods: z.array(methodOutput).readonly(),
}
export const paymentOutput = z.object({ order: orderDetailsOutput, ...paymentFieldsOutput }).meta({ id: 'Payment' })
