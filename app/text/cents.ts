/** Amounts in 1/10000 USD, and the whole cents that providers take. The same for server and browser. */
const cent = 100n

/** Rounds up to a whole cent. */
export const wholeCents = (amount: bigint): bigint => ((amount + cent - 1n) / cent) * cent

/** What the payer is charged for an amount due: a card takes whole cents, everything else the exact amount. */
export const chargeOf = (isCard: boolean, due: bigint): bigint => (isCard ? wholeCents(due) : due)

/** How much of the amount due is paid with Mango: all of it, or as much as leaves whole cents for the other method. */
export const mangoShare = (due: bigint, available: bigint): bigint => {
  if (available >= due) return due
  const rest = wholeCents(due - available)
  return rest < due ? due - rest : 0n
}
