/**
 * The allowed amounts of recharges, in 1/10000 USD, which is the same in Mango. Plain data, for pages, API and
 * documents.
 */

/** SPEC's ranges: by card from 10 to 5000, in digital currency from 10 to 30000. */
export const rechargeRanges = {
  card: { least: 100_000n, most: 50_000_000n },
  coin: { least: 100_000n, most: 300_000_000n },
} as const
export type RechargeKind = keyof typeof rechargeRanges

const cent = 100n
/** A method's range, given its provider's minimum. Rounded up to whole cents, which people can type. */
export const rangeOfWay = (kind: RechargeKind, providerTakes: bigint): { least: bigint; most: bigint } => {
  const { least, most } = rechargeRanges[kind]
  const takes = ((providerTakes + cent - 1n) / cent) * cent
  return { least: takes > least ? takes : least, most }
}
