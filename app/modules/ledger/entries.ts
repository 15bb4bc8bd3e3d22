/**
 * The double entries of every money movement, as pure functions from an event to its ledger lines. docs/ledger.md is
 * made from this table. All amounts are positive, in smallest units; `usd` is the value of `mango` or `points`.
 */
import { clearing, house, points, receivable, wallet, type AccountName } from './accounts'
import type { WalletType } from './entry-types'

/** The amount added to an account; negative if taken from it. */
export type Line = { account: AccountName; amount: bigint }
/**
 * What a transfer moves. Its lines sum to zero in each currency. `type`: the type shown to the wallet's owner, if it
 * differs from the kind's usual one.
 */
export type Movement = { kind: string; lines: readonly Line[]; type?: WalletType }

/** All journeys, in the order of docs/ledger.md, each with an example. */
export const journeys: { name: string; means: string; movement: Movement }[] = []

/** Moves an amount to another account of the same currency. */
const move = (amount: bigint, from: AccountName, to: AccountName): Line[] => {
  if (amount <= 0n) throw new Error('an amount that moves is more than nothing')
  return [
    { account: from, amount: -amount },
    { account: to, amount },
  ]
}

const journey = <I>(kind: string, means: string, example: I, lines: (input: I) => Line[]) => {
  const movementOf = (input: I): Movement => ({ kind, lines: lines(input) })
  journeys.push({ name: kind, means, movement: movementOf(example) })
  return Object.assign(movementOf, { kind, means })
}

type InMango = { userId: string; mango: bigint; usd: bigint }
type InPoints = { userId: string; points: bigint; usd: bigint }
type AtProvider = { provider: string; usd: bigint }

const inMango = { userId: 'ana', mango: 40_000n, usd: 40_000n }
const inPoints = { userId: 'ana', points: 400n, usd: 40_000n }
const atStripe = { provider: 'stripe', usd: 125_000n }

/** Converts an account's dollars to a customer's Mango. */
const becomeMango = (from: AccountName, { userId, mango, usd }: InMango): Line[] => [
  ...move(usd, from, house('exchange')),
  ...move(mango, house('exchange', 'MANGO'), wallet(userId)),
]
/** Converts a customer's Mango to an account's dollars. */
const becomeDollars = ({ userId, mango, usd }: InMango, to: AccountName): Line[] => [
  ...move(mango, wallet(userId), house('exchange', 'MANGO')),
  ...move(usd, house('exchange'), to),
]

// Payments of orders.
export const mangoPart = journey(
  'mango-pays-order',
  'The Mango part of an order: posts a hold.',
  inMango,
  (input: InMango) => becomeDollars(input, house('revenue')),
)
export const pointsPart = journey(
  'points-pay-order',
  'The points part of an order: posts a hold. The house pays what the points are worth.',
  inPoints,
  ({ userId, points: spent, usd }: InPoints) => [
    ...move(spent, points(userId), house('promotion', 'POINTS')),
    ...move(usd, house('promotion'), house('revenue')),
  ],
)
// Money coming in.
export const depositKept = journey(
  'deposit-kept',
  'A confirmed deposit has come in. Its result follows at once, or it waits.',
  { provider: 'nowpayments', usd: 40_000n },
  ({ provider, usd }: AtProvider) => move(usd, clearing(provider), house('suspense')),
)
export const keptPaysOrder = journey(
  'kept-pays-order',
  'A deposit pays its order, at once or with its rest.',
  { usd: 40_000n },
  ({ usd }: { usd: bigint }) => move(usd, house('suspense'), house('revenue')),
)
export const keptCredited = journey(
  'kept-credited',
  'A deposit becomes Mango: a recharge, or one that was late, double, too much, without its rest, or credited by an operator.',
  inMango,
  (input: InMango) => becomeMango(house('suspense'), input),
)
/** The id of the transfer that credits what a deposit brought beyond its order's price. */
export const surplusId = (depositId: string): string => `deposit/${depositId}/surplus`
export const isSurplus = (transferId: string): boolean => /^deposit\/[^/]+\/surplus$/.test(transferId)
export const keptReturned = journey(
  'kept-returned',
  'A provider has returned a waiting deposit by itself.',
  { provider: 'nowpayments', usd: 40_000n },
  ({ provider, usd }: AtProvider) => move(usd, house('suspense'), clearing(provider)),
)
export const keptSentBack = journey(
  'kept-sent-back',
  'A waiting deposit was sent back by hand, from the house’s own wallet, because the provider had paid it out.',
  { usd: 40_000n },
  ({ usd }: { usd: bigint }) => move(usd, house('suspense'), house('bank')),
)

// Money going back.
export const refundToWallet = journey(
  'refund-to-wallet',
  'An order’s money is returned as Mango: its Mango part, or another part by agreement.',
  inMango,
  (input: InMango) => becomeMango(house('revenue'), input),
)
export const refundOfPoints = journey(
  'refund-of-points',
  'An order’s points part is returned as points.',
  inPoints,
  ({ userId, points: back, usd }: InPoints) => [
    ...move(usd, house('revenue'), house('promotion')),
    ...move(back, house('promotion', 'POINTS'), points(userId)),
  ],
)
export const refundAtProvider = journey(
  'refund-at-provider',
  'An order’s money is returned by its provider, which then owes that much less.',
  atStripe,
  ({ provider, usd }: AtProvider) => move(usd, house('revenue'), clearing(provider)),
)

export const rechargeGivenBack = journey(
  'recharge-given-back',
  'A provider has returned a recharge by itself: its customer owes it, unless the wallet pays it at once.',
  { userId: 'ana', ...atStripe },
  ({ provider, userId, usd }: AtProvider & { userId: string }) => move(usd, receivable(userId), clearing(provider)),
)
export const paymentGivenBack = journey(
  'payment-given-back',
  'A provider has returned by itself the part of an order’s payment that had become Mango or was returned before: its customer owes it, unless the wallet pays it at once.',
  { userId: 'ana', ...atStripe },
  ({ provider, userId, usd }: AtProvider & { userId: string }) => move(usd, receivable(userId), clearing(provider)),
)

// Chargebacks.
export const chargebackWithdrawn = journey(
  'chargeback-withdrawn',
  'A bank has taken a payment back: the customer owes it.',
  { userId: 'ana', ...atStripe },
  ({ provider, userId, usd }: AtProvider & { userId: string }) => move(usd, receivable(userId), clearing(provider)),
)
export const chargebackReinstated = journey(
  'chargeback-reinstated',
  'The dispute was won: the bank returns the payment, and the debt is cancelled.',
  { userId: 'ana', ...atStripe },
  ({ provider, userId, usd }: AtProvider & { userId: string }) => move(usd, clearing(provider), receivable(userId)),
)
export const debtSettledByPeriod = journey(
  'debt-settled-by-period',
  'The service period that the payment bought was taken back: that share was never earned, and is no longer owed.',
  { userId: 'ana', usd: 125_000n },
  ({ userId, usd }: { userId: string; usd: bigint }) => move(usd, house('revenue'), receivable(userId)),
)
export const debtSettledByMango = journey(
  'debt-settled-by-mango',
  'A debt is paid from the wallet: with frozen money, or with external money that has just come in.',
  inMango,
  (input: InMango) => becomeDollars(input, receivable(input.userId)),
)
export const disputeWonCredited = journey(
  'dispute-won-credited',
  'A dispute was won after its debt had been settled: the excess becomes Mango.',
  inMango,
  (input: InMango) => becomeMango(receivable(input.userId), input),
)

// Provider settlements.
export const feeKept = journey(
  'provider-fee',
  'A provider settles less than came in, or takes a fee: for a payment, for a dispute, or for the account.',
  { provider: 'nowpayments', usd: 625n },
  ({ provider, usd }: AtProvider) => move(usd, house('fees'), clearing(provider)),
)
export const feeReturned = journey(
  'provider-fee-returned',
  'A provider returns a fee, or settles more than came in.',
  { provider: 'stripe', usd: 150_000n },
  ({ provider, usd }: AtProvider) => move(usd, clearing(provider), house('fees')),
)
export const paidOut = journey(
  'provider-payout',
  'A provider has paid out what it had collected: to the house’s bank, or its own wallet.',
  atStripe,
  ({ provider, usd }: AtProvider) => move(usd, house('bank'), clearing(provider)),
)
export const payoutReturned = journey(
  'provider-payout-returned',
  'A payout did not arrive: the provider owes it again.',
  atStripe,
  ({ provider, usd }: AtProvider) => move(usd, clearing(provider), house('bank')),
)
/** The kinds of provider settlements; all other kinds on a provider's account are what it took and gave back. */
export const settlementKinds: readonly string[] = [feeKept, feeReturned, paidOut, payoutReturned].map(
  ({ kind }) => kind,
)

// Rewards and expiry.
export const invitationRewarded = journey(
  'invitation-rewarded',
  'Somebody registered by a customer’s invitation and bound a box: the customer gets points.',
  { userId: 'ana', points: 100n },
  ({ userId, points: given }: { userId: string; points: bigint }) =>
    move(given, house('promotion', 'POINTS'), points(userId)),
)
export const pointsExpired = journey(
  'points-expired',
  'Unused points expire and go back to promotion.',
  { userId: 'ana', points: 120n },
  ({ userId, points: over }: { userId: string; points: bigint }) =>
    move(over, points(userId), house('promotion', 'POINTS')),
)

// Operator credits.
export const operatorCreditsMango = journey(
  'operator-credits-mango',
  'The operator gives Mango with a reason: the house pays for it.',
  inMango,
  (input: InMango) => becomeMango(house('promotion'), input),
)
export const operatorCreditsPoints = journey(
  'operator-credits-points',
  'The operator gives points with a reason. They cost nothing until they are spent.',
  { userId: 'ana', points: 100n },
  ({ userId, points: given }: { userId: string; points: bigint }) =>
    move(given, house('promotion', 'POINTS'), points(userId)),
)

// Transfers between customers.
type Passing = { userId: string; toUserId: string; mango: bigint; fee: { mango: bigint; usd: bigint } | null }
export const transferMango = journey<Passing>(
  'transfer-mango',
  'A customer gives Mango to another one. The sender pays the fee in addition, if there is one, and the house earns it.',
  { userId: 'ana', toUserId: 'ben', mango: 40_000n, fee: { mango: 100n, usd: 100n } },
  ({ userId, toUserId, mango, fee }) => {
    const [out, into] = move(mango, wallet(userId), wallet(toUserId)) as [Line, Line]
    if (fee === null) return [out, into]
    const [paid, ...earned] = becomeDollars({ userId, ...fee }, house('revenue')) as [Line, ...Line[]]
    return [{ ...out, amount: out.amount + paid.amount }, into, ...earned]
  },
)

// Gifts by rules of the house.
export const codeRedeemed = journey(
  'code-redeemed',
  'A customer exchanges a code: the house pays its worth.',
  inMango,
  (input: InMango) => becomeMango(house('promotion'), input),
)
export const giftOfMango = journey(
  'gift-of-mango',
  'A gift of a platform activity, to one customer or to each of many: the house pays for it.',
  inMango,
  (input: InMango) => becomeMango(house('promotion'), input),
)
export const giftOfPoints = journey(
  'gift-of-points',
  'The same in points. They cost nothing until they are spent.',
  { userId: 'ana', points: 100n },
  ({ userId, points: given }: { userId: string; points: bigint }) =>
    move(given, house('promotion', 'POINTS'), points(userId)),
)
export const cashbackPaid = journey(
  'cashback',
  'A share of an order’s price is given to its customer when the order is completed: the house pays for it.',
  inMango,
  (input: InMango) => becomeMango(house('promotion'), input),
)
export const cashbackTakenBack = journey(
  'cashback-taken-back',
  'Money of that order was returned, and so is the same share of its cashback, as far as the wallet has it.',
  inMango,
  (input: InMango) => becomeDollars(input, house('promotion')),
)
