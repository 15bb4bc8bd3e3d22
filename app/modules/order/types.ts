/** Constants and units of orders that other modules share. */

/** SPEC's method ids; coins have 4 to 16 (payment/coins.ts). Others, from 100 on, are ours. */
export const methodIds = {
  card: -1,
  mango: 100,
  points: 101,
  webWallet: 102,
  deviceWallet: 103,
  h5: 104,
} as const

/** The method of the provider part while nobody has chosen one. */
export const undecidedMethod = 0

/** The value of a point in 1/10000 USD: 100 points are 1 Mango, and 1 Mango is 1 USD. */
export const pointWorth = 100n
/** Mango and USD have the same units: 1 Mango is 1 USD. */
export const usdOfMango = (mango: bigint): bigint => mango

/** How long the rest of a partly paid order can be sent. */
export const restWindowMs = 24 * 3_600_000
/**
 * Holds of points and Mango last this long after the order's last payable moment, so that a payment confirmed in the
 * last second still finds them.
 */
export const holdGraceMs = 3_600_000
/** How long a payment seen on the chain keeps the order's parts held. */
export const confirmingWindowMs = 48 * 3_600_000

/** Whether points paid this part of a price. */
export const isPaidPoints = ({ method, state }: { method: number; state: string }): boolean =>
  method === methodIds.points && (state === 'paid' || state === 'refunded')

/** The transfer that returns the points of a part. */
export const pointsBackId = (partId: string): string => `order-part/${partId}/back`
