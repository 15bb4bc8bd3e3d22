/** Amounts in 1/10000 USD and what providers take of them: whole cents. The same for server and browser. */
const cent = 100n

/** The next whole cent. */
export const wholeCents = (amount: bigint): bigint => ((amount + cent - 1n) / cent) * cent

/** What its payer is charged for so much that is due: a card takes whole cents, everything else the sum itself. */
export const chargeOf = (isCard: boolean, due: bigint): bigint => (isCard ? wholeCents(due) : due)

/** How much of what is due Mango pays: all of it, or so much that whole cents are left for the other method. */
export const mangoShare = (due: bigint, available: bigint): bigint => {
  if (available >= due) return due
  const rest = wholeCents(due - available)
  return rest < due ? due - rest : 0n
}
