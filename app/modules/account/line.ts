/**
 * Decides which operator accounts belong to the same person, by who created which, and how long ago. Pure functions.
 */

/** Operators can create operator accounts; such an account counts as another person only after this time. */
const madeForMs = 30 * 86_400_000
export type MadeAccount = { id: string; createdAt: Date }
/** An operator's account, its creator, and so on up to the first operator. Never empty. */
export type Line = readonly MadeAccount[]

export const isYoung = ({ createdAt }: MadeAccount, at: Date): boolean => at.getTime() - createdAt.getTime() < madeForMs

/**
 * Why the first account of `actor` can't lock out the operator `subject` at that time; null if it can. `others`: how
 * many operators there are besides these two. `maker`: the actor is younger than 30 days, and the subject is among its
 * line of creators; `last`: the actor is that young, was created by another account, is not in the subject's line, and
 * no other operator would be left to lock it out in turn. An operator that nobody created comes from the machine itself
 * and is always allowed; whoever created an account can always end it.
 */
export const findShutOutBlocker = (
  { actor, subject, others }: { actor: Line; subject: Line; others: number },
  at: Date,
): 'maker' | 'last' | null => {
  const [own, ...makers] = actor
  const of = subject[0]
  if (own === undefined || of === undefined || makers.length === 0 || !isYoung(own, at)) return null
  if (makers.some(({ id }) => id === of.id)) return 'maker'
  return others === 0 && !subject.some(({ id }) => id === own.id) ? 'last' : null
}
