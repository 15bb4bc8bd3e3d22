/**
 * The sum of an order before it is placed, from decimal texts: on the server for the page, in the browser while
 * somebody chooses. Whoever places the order computes it again from the tables.
 */
import { mangoShare } from '~/text/cents'

/** Decimals of a dollar's and a Mango's smallest unit. */
const decimals = 4
/** What a point is worth in smallest units: 100 points are 1 Mango, which is 1 USD. */
const pointUnits = 100n

const unitsOf = (text: string): bigint => {
  const [whole = '0', part = ''] = text.split('.')
  return BigInt(whole + part.slice(0, decimals).padEnd(decimals, '0'))
}
const textOf = (units: bigint): string => {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
export type Sums = {
  /** Without any offer. */
  price: string
  /** What offers take off; null where none does. */
  offer: string | null
  /** Points that are used, whole, and what they are worth. */
  points: { units: string; amount: string } | null
  mango: string | null
  /** Mango that the part leaves in the wallet: what the method Mango could pay with. */
  mangoLeft: string | null
  toPay: string
}

export type SumInput = {
  plans: readonly { payPrice: string; originalPrice: string | null }[]
  /** Points that are there and wanted; null for none. */
  points: string | null
  /** Mango that is there and wanted for a part; null for none. */
  mango: string | null
}

export const sumsOf = ({ plans, points, mango }: SumInput): Sums => {
  const pay = plans.reduce((all, plan) => all + unitsOf(plan.payPrice), 0n)
  const price = plans.reduce((all, plan) => all + unitsOf(plan.originalPrice ?? plan.payPrice), 0n)
  const used = points === null ? 0n : least(BigInt(points), pay / pointUnits)
  const afterPoints = pay - used * pointUnits
  const part = mango === null ? 0n : mangoShare(afterPoints, unitsOf(mango))
  return {
    price: textOf(price),
    offer: price === pay ? null : textOf(price - pay),
    points: used === 0n ? null : { units: String(used), amount: textOf(used * pointUnits) },
    mango: part === 0n ? null : textOf(part),
    // Where the part pays everything, nothing more is asked of the wallet.
    mangoLeft: part === 0n || mango === null ? null : textOf(unitsOf(mango) - part),
    toPay: textOf(afterPoints - part),
  }
}
