/** Decides what needs a second operator. Pure functions. */
import { isYoung, type Line, type MadeAccount } from '~/modules/account/account.server'
import type { CreditCurrency } from '~/modules/ledger/ledger.server'

/**
 * How many times one operator can give the single limit per day, so that splitting an amount doesn't avoid the limit.
 */
const daily = 10n

/** The most that one operator can give alone now. */
export const maxGrantAlone = ({ most, givenToday }: { most: bigint; givenToday: bigint }): bigint => {
  const left = most * daily - givenToday
  return left <= 0n ? 0n : left < most ? left : most
}

/** Whether an operator who has given `givenToday` alone in the last 24 hours can give `total` alone. */
export const mayGiveAlone = (total: bigint, limits: { most: bigint; givenToday: bigint }): boolean =>
  total <= maxGrantAlone(limits)

const oldestOf = (line: Line): MadeAccount => {
  const last = line.at(-1)
  if (last === undefined) throw new Error('a line has one account at least')
  return last
}

/** The account whose quota counts an account's actions: one that is too young counts as its creator's, and so on. */
export const answeringFor = (line: Line, at: Date): string =>
  (line.find((one) => !isYoung(one, at)) ?? oldestOf(line)).id

/**
 * Whether two accounts may belong to the same person: one is younger than 30 days, and their lines (each account and
 * its creators) share an account.
 */
const mayBeOne = (one: Line, other: Line, at: Date): boolean => {
  const makers = new Set(one.map(({ id }) => id))
  return (
    other.some(({ id }) => makers.has(id)) && [...one.slice(0, 1), ...other.slice(0, 1)].some((own) => isYoung(own, at))
  )
}

/**
 * Why the first account of `decider` can't confirm what the first of `proposer` proposed at that time; null if it can.
 * `own`: the same account; `new`: the account is younger than the proposal; `made`: the two may belong to the same
 * person.
 */
export const findConfirmationBlocker = (
  { proposer, createdAt }: { proposer: Line; createdAt: Date },
  decider: Line,
): 'own' | 'made' | 'new' | null => {
  const [asker, second] = [proposer[0], decider[0]]
  if (asker === undefined || second === undefined || asker.id === second.id) return 'own'
  if (second.createdAt.getTime() >= createdAt.getTime()) return 'new'
  return mayBeOne(proposer, decider, createdAt) ? 'made' : null
}

/** How many proposals can wait: rows are never deleted, and in a list too long to read anything gets confirmed. */
export const waitingRules = {
  'proposals-operator': {
    places: 20,
    why: 'undecided proposals of one operator, together with accounts that count as the same person; for a week at most',
  },
  'proposals-all': { places: 200, why: 'the same for all operators: as many as two people can read in a day' },
} as const

export type Granted =
  | { kind: 'credit' | 'gift'; currency: CreditCurrency; amount: bigint; userIds: readonly string[] }
  | { kind: 'codes'; value: bigint; count: number; endsAt: Date }
  /** Money of an order, in 1/10000 USD, which is the same in Mango. */
  | { kind: 'refund'; number: string; to: 'wallet' | 'provider'; amount: bigint }
/** The total that the grant gives. */
export const totalOf = (asked: Granted): { currency: CreditCurrency; total: bigint } =>
  asked.kind === 'codes'
    ? { currency: 'MANGO', total: asked.value * BigInt(asked.count) }
    : asked.kind === 'refund'
      ? { currency: 'MANGO', total: asked.amount }
      : { currency: asked.currency, total: asked.amount * BigInt(asked.userIds.length) }

/** The stored form while it waits; amounts as text, which has no limit. */
export const keepGranted = (asked: Granted): string =>
  JSON.stringify(asked, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
export const readGranted = (kept: string): Granted => {
  const asked = JSON.parse(kept) as Record<string, unknown> & { kind: Granted['kind'] }
  const { kind } = asked
  if (kind === 'codes')
    return {
      kind,
      value: BigInt(String(asked['value'])),
      count: Number(asked['count']),
      endsAt: new Date(String(asked['endsAt'])),
    }
  const amount = BigInt(String(asked['amount']))
  return kind === 'refund'
    ? { kind, number: String(asked['number']), to: asked['to'] as 'wallet' | 'provider', amount }
    : { kind, currency: asked['currency'] as CreditCurrency, amount, userIds: asked['userIds'] as string[] }
}
