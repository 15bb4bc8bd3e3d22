/** Credits that an operator gives a customer for a reason, and takes back after a mistake. */
import { db, type Transaction } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { printAmount, scales } from '~/text/amount'
import { fail, ok, type Result } from '~/errors/table'
import { giftOfMango, giftOfPoints, operatorCreditsMango, operatorCreditsPoints, type Movement } from './entries'
import { post, reverse } from './post.server'

export type CreditCurrency = 'MANGO' | 'POINTS'
/** The most that one customer can get in one credit: more is probably a typing error, or is done in several steps. */
export const maxCredit = { MANGO: 100_000_000n, POINTS: 1_000_000n } as const satisfies Record<CreditCurrency, bigint>

type Given = {
  /** The transfer's id. */
  id: string
  /** A credit makes up for something for one customer; a gift belongs to a platform activity. */
  kind: 'credit' | 'gift'
  actor: string
  userId: string
  currency: CreditCurrency
  amount: bigint
  note: string | null
}
const movementOf = ({ kind, userId, currency, amount }: Given): Movement => {
  const inPoints = { userId, points: amount }
  if (currency === 'POINTS') return kind === 'gift' ? giftOfPoints(inPoints) : operatorCreditsPoints(inPoints)
  // 1 Mango is 1 USD, in the same units.
  const inMango = { userId, mango: amount, usd: amount }
  return kind === 'gift' ? giftOfMango(inMango) : operatorCreditsMango(inMango)
}
/** Posts what an operator gives, inside the caller's transaction. */
export const postGiven = async (tx: Transaction, given: Given): Promise<void> => {
  const { id, actor, note } = given
  const posted = await post(tx, { id, actor, note, ...movementOf(given) })
  if (!posted.ok) throw new Error('what is given comes from an account without a floor')
}

const givenKinds: ReadonlySet<string> = new Set(
  [operatorCreditsMango, operatorCreditsPoints, giftOfMango, giftOfPoints].map(({ kind }) => kind),
)

/**
 * Takes back an operator's credit or gift completely. A0404 no such credit or gift; A0409 it was already taken back;
 * R1002 the customer has less by now.
 */
export const takeBackCredit = async (by: By, transferId: string): Promise<Result<{ transferId: string }>> => {
  const first = await db.ledgerTransfer.findUnique({ where: { id: transferId }, select: { kind: true } })
  if (first === null || !givenKinds.has(first.kind)) return fail('A0404')
  return transact(async (tx): Promise<Result<{ transferId: string }>> => {
    const id = `${transferId}/back`
    const back = await reverse(tx, transferId, { id, actor: by.userId, note: by.why })
    if (!back.ok) {
      if (back.problem === 'already-reversed') return fail('A0409', { data: { context: 'taken-back' } })
      const missing = printAmount(back.missing, { scale: scales[back.account.currency] })
      return fail('R1002', { data: { missing } })
    }
    if (!back.value.isNew) return fail('A0409', { data: { context: 'taken-back' } })
    await recordActBy(by, { action: 'ledger.take-back', subject: transferId, detail: id }, tx)
    return ok({ transferId: id })
  })
}
