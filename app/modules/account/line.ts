/** Which operators' accounts stand for one person: who made whose, and how long ago. Pure functions. */

/** An operator can make accounts of operators: one of them counts as another person once it is so old. */
const madeForMs = 30 * 86_400_000
export type MadeAccount = { id: string; createdAt: Date }
/** An operator's account, who made it, and who made that one, up to the first operator. Never empty. */
export type Line = readonly MadeAccount[]

export const isYoung = ({ createdAt }: MadeAccount, at: Date): boolean => at.getTime() - createdAt.getTime() < madeForMs

/**
 * Why the first of `actor` may not shut out the operator `subject` at that time; `others`: how many operators there are
 * besides these two. `maker`: the actor is younger than 30 days and stands for who made it, or made that one; `last`:
 * it was made for somebody, and nobody would be left who could shut it out in turn. Null where nothing stands against
 * it: an operator whom nobody made comes from the machine itself, and whoever made an account may always end it.
 */
export const whyNotShutOut = (
  { actor, subject, others }: { actor: Line; subject: Line; others: number },
  at: Date,
): 'maker' | 'last' | null => {
  const [own, ...makers] = actor
  const of = subject[0]
  if (own === undefined || of === undefined || makers.length === 0 || !isYoung(own, at)) return null
  if (makers.some(({ id }) => id === of.id)) return 'maker'
  return others === 0 && !subject.some(({ id }) => id === own.id) ? 'last' : null
}
