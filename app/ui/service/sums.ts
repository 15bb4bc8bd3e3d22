/**
 * The sum of an order before it is placed, from decimal texts: on the server for the page, in the browser while the
 * person chooses. Placing the order computes it again from the tables.
 */
import { mangoShare } from '~/text/cents'

/** Decimals of the smallest unit of a dollar and a Mango. */
const decimals = 4
/** The value of a point in smallest units: 100 points are 1 Mango, which is 1 USD. */
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
  /** Before any offer. */
  price: string
  /** The discount by offers; null if there is none. */
  offer: string | null
  /** Points that are used, whole, and their value. */
  points: { units: string; amount: string } | null
  mango: string | null
  /** Mango that the part leaves in the wallet: what the method Mango could pay with. */
  mangoLeft: string | null
  toPay: string
}

export type SumInput = {
  plans: readonly { payPrice: string; originalPrice: string | null }[]
  /** Available points that the person wants to use; null for none. */
  points: string | null
  /** Available Mango that the person wants to use for a part; null for none. */
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
    // If the part pays everything, nothing more is taken from the wallet.
    mangoLeft: part === 0n || mango === null ? null : textOf(unitsOf(mango) - part),
    toPay: textOf(afterPoints - part),
  }
}
