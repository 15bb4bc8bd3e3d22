/** What a recharge may be, in 1/10000 USD, which is the same in Mango. Plain data, for pages, API and documents. */

/** SPEC's ranges: by card from 10 to 5000, in digital currency from 10 to 30000. */
export const rechargeRanges = {
  card: { least: 100_000n, most: 50_000_000n },
  coin: { least: 100_000n, most: 300_000_000n },
} as const
export type RechargeKind = keyof typeof rechargeRanges
