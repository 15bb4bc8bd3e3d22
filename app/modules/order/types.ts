/** Words and units of orders that other rooms share: plain data. */

/** SPEC's method ids; coins have 4 to 16 (payment/coins.ts). Others, from 100 on, are ours. */
export const methodIds = {
  card: -1,
  mango: 100,
  points: 101,
  webWallet: 102,
  deviceWallet: 103,
  h5: 104,
} as const

/** The part of the price that a provider is to collect, as long as nobody has chosen how. */
export const undecidedMethod = 0

/** What a point is worth in 1/10000 USD: 100 points are 1 Mango, and 1 Mango is 1 USD. */
export const pointWorth = 100n
/** Mango and USD have the same units: 1 Mango is 1 USD. */
export const usdOfMango = (mango: bigint): bigint => mango

/** How long the rest of a partly paid order may be sent. */
export const restWindowMs = 24 * 3_600_000
/**
 * Holds of points and Mango end so long after the last moment at which their order can be paid: a confirmed payment
 * of the last second still finds them.
 */
export const holdGraceMs = 3_600_000
/** How long a payment that was seen on the chain keeps the parts of its order held. */
export const confirmingWindowMs = 48 * 3_600_000
