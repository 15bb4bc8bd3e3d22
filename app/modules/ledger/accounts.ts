/**
 * The chart of accounts: every kind with its owner, its currencies and its minimum balance. docs/ledger.md is made from
 * it. A positive balance is what the house owes to the account’s owner, or has earned; a negative one is what somebody
 * owes to the house, or what something has cost it.
 */
import { scales, type Currency } from '~/text/amount'

type Kind = {
  /** Whether there is one account per customer, one per payment provider, or a single house account. */
  owner: 'customer' | 'provider' | 'house'
  currencies: readonly Currency[]
  /** The minimum of its balance minus holds; null if there is no minimum. */
  floor: 0n | null
  means: string
}

export const chart = {
  wallet: {
    owner: 'customer',
    currencies: ['MANGO'],
    floor: 0n,
    means: 'What a customer has in Mango.',
  },
  points: {
    owner: 'customer',
    currencies: ['POINTS'],
    floor: 0n,
    means: 'What a customer has in points.',
  },
  receivable: {
    owner: 'customer',
    currencies: ['USD'],
    floor: null,
    means: 'What a customer owes since a bank took a payment back: negative until it is settled.',
  },
  clearing: {
    owner: 'provider',
    currencies: ['USD'],
    floor: null,
    means: 'What a payment provider has collected for the house and not yet paid out: negative while it owes.',
  },
  revenue: {
    owner: 'house',
    currencies: ['USD'],
    floor: null,
    means: 'What was earned with service periods and with fees of transfers.',
  },
  exchange: {
    owner: 'house',
    currencies: ['MANGO', 'USD'],
    floor: null,
    means:
      'Where dollars become Mango and Mango become dollars: in Mango all that customers have, in dollars the money behind it.',
  },
  promotion: {
    owner: 'house',
    currencies: ['USD', 'POINTS'],
    floor: null,
    means:
      'What the house gives: the points that customers have, and in dollars what gifts and spent points have cost.',
  },
  suspense: {
    owner: 'house',
    currencies: ['USD'],
    floor: null,
    means: 'Deposits that wait for their rest, or for an operator’s decision.',
  },
  fees: { owner: 'house', currencies: ['USD'], floor: null, means: 'What payment providers have kept for themselves.' },
  bank: {
    owner: 'house',
    currencies: ['USD'],
    floor: null,
    means:
      'What payment providers have paid out, to the house’s bank or its own wallet of coins, minus what was sent back from there: negative while it is there.',
  },
} as const satisfies Record<string, Kind>

export type AccountKind = keyof typeof chart
export const accountKinds = Object.keys(chart) as AccountKind[]

/** Identifies an account. `owner`: the customer's or the provider's id, empty for house accounts. */
export type AccountName = { kind: AccountKind; owner: string; currency: Currency }

/** The constructors of account names. */
export const wallet = (userId: string): AccountName => ({ kind: 'wallet', owner: userId, currency: 'MANGO' })
export const points = (userId: string): AccountName => ({ kind: 'points', owner: userId, currency: 'POINTS' })
export const receivable = (userId: string): AccountName => ({ kind: 'receivable', owner: userId, currency: 'USD' })
export const clearing = (provider: string): AccountName => ({ kind: 'clearing', owner: provider, currency: 'USD' })
export const house = (
  kind: 'revenue' | 'exchange' | 'promotion' | 'suspense' | 'fees' | 'bank',
  currency: Currency = 'USD',
): AccountName => ({ kind, owner: '', currency })

const ownerShape = /^[\w-]{1,64}$/

/**
 * The account's id, derived from its name: naming an account needs no database lookup, and two transactions that open
 * it at once open the same one. Throws if the chart has no such account.
 */
export const accountId = ({ kind, owner, currency }: AccountName): string => {
  const known: Kind = chart[kind]
  const id = `${kind}/${currency}${owner === '' ? '' : `/${owner}`}`
  if (!known.currencies.includes(currency) || (known.owner === 'house') !== (owner === ''))
    throw new Error(`the chart of accounts has no ${id}`)
  if (owner !== '' && !ownerShape.test(owner)) throw new Error('the id of an account’s owner has strange letters')
  return id
}

/** The account with this id; null if the chart has none. */
export const parseAccountId = (id: string): AccountName | null => {
  const [kind = '', currency = '', owner = ''] = id.split('/')
  if (!Object.hasOwn(chart, kind) || !Object.hasOwn(scales, currency)) return null
  const name = { kind: kind as AccountKind, owner, currency: currency as Currency }
  try {
    return accountId(name) === id ? name : null
  } catch {
    return null
  }
}

/** Decimal places of an account's smallest unit. */
export const scaleOf = ({ currency }: { currency: Currency }): number => scales[currency]
