/** What needs a second operator, as pure functions. */
import type { CreditCurrency } from '~/modules/ledger/ledger.server'

/** In a day one operator may give so many times what one act may give: a sum that is split stays a sum. */
const daily = 10n

/** Tells whether one operator may give `total` alone, who has given `givenToday` alone in the last 24 hours. */
export const mayGiveAlone = (total: bigint, { most, givenToday }: { most: bigint; givenToday: bigint }): boolean =>
  total <= most && givenToday + total <= most * daily

/** `makers`: who made the decider's account, and that one's, up to the first operator. */
export type Decider = { id: string; createdAt: Date; makers: readonly string[] }
/** An operator can make accounts of operators: one of them counts as another person once it is so old. */
const madeForMs = 30 * 86_400_000
/**
 * Why this operator may not confirm what another proposed: `own`; `made`: an account that the proposer made, or had
 * made, less than 30 days before; `new`: one that is younger than what it would confirm. Null where nothing stands
 * against it.
 */
export const whyNotSecond = (
  { proposerId, createdAt }: { proposerId: string; createdAt: Date },
  decider: Decider,
): 'own' | 'made' | 'new' | null => {
  if (decider.id === proposerId) return 'own'
  const olderMs = createdAt.getTime() - decider.createdAt.getTime()
  if (olderMs <= 0) return 'new'
  return decider.makers.includes(proposerId) && olderMs < madeForMs ? 'made' : null
}

export type Granted =
  | { kind: 'credit' | 'gift'; currency: CreditCurrency; amount: bigint; userIds: readonly string[] }
  | { kind: 'codes'; value: bigint; count: number; endsAt: Date }
/** What it gives in all. */
export const totalOf = (asked: Granted): { currency: CreditCurrency; total: bigint } =>
  asked.kind === 'codes'
    ? { currency: 'MANGO', total: asked.value * BigInt(asked.count) }
    : { currency: asked.currency, total: asked.amount * BigInt(asked.userIds.length) }

/** As it is kept while it waits; amounts as text, which has no limit. */
export const keepGranted = (asked: Granted): string =>
  JSON.stringify(asked, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value))
export const readGranted = (kept: string): Granted => {
  const asked = JSON.parse(kept) as Record<string, unknown> & { kind: Granted['kind'] }
  return asked.kind === 'codes'
    ? {
        kind: 'codes',
        value: BigInt(String(asked['value'])),
        count: Number(asked['count']),
        endsAt: new Date(String(asked['endsAt'])),
      }
    : {
        kind: asked.kind,
        currency: asked['currency'] as CreditCurrency,
        amount: BigInt(String(asked['amount'])),
        userIds: asked['userIds'] as string[],
      }
}
