/** Calculates what a payer is charged for a share of a price: the same figure on pages, receipts and messages. */
import { chargeOf } from '~/text/cents'
import { methodIds } from './types'

const cards: readonly number[] = [methodIds.card, methodIds.webWallet, methodIds.deviceWallet, methodIds.h5]
/** Labels of payments that a provider has collected. */
const collected: ReadonlySet<string> = new Set(['finished', 'refunded'])

type Part = { method: number; amount: bigint; state: string }
type Attempt = { method: number; amount: bigint; label: string }
const chargedFor = ({ method, amount, state }: Part, attempts: readonly Attempt[]): bigint => {
  if (!cards.includes(method)) return amount
  const [paid, ...others] = attempts.filter((one) => one.method === method && collected.has(one.label))
  if (paid !== undefined && others.length === 0) return paid.amount
  return state === 'planned' ? chargeOf(true, amount) : amount
}

/** Whether a provider has collected this part. */
const isCollected = ({ method, state }: Part): boolean =>
  method !== methodIds.mango && method !== methodIds.points && (state === 'paid' || state === 'refunded')

/**
 * What is charged for each part of an order, in 1/10000 USD. For a card: what its only payment asked for; before the
 * payment, what it will ask for. The last collected part contains an accepted shortfall, which nobody paid.
 */
export const chargesOf = ({
  parts,
  attempts,
  payPrice,
  actuallyPaid,
}: {
  parts: readonly Part[]
  attempts: readonly Attempt[]
  payPrice: bigint
  actuallyPaid: bigint
}): bigint[] => {
  const last = parts.map(isCollected).lastIndexOf(true)
  const short = payPrice > actuallyPaid ? payPrice - actuallyPaid : 0n
  return parts.map((part, index) => chargedFor(part, attempts) - (index === last ? short : 0n))
}
