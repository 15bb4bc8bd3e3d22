/** What the operator gives a customer with a reason, and takes back where it was a slip; both are in the audit log. */
import { db } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { printAmount, scales } from '~/text/amount'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { points, wallet } from './accounts'
import { operatorCreditsMango, operatorCreditsPoints } from './entries'
import { post, reverse } from './post.server'
import { balanceOf } from './statement.server'

export type CreditCurrency = 'MANGO' | 'POINTS'
/** What may be given in one act: more is a slip of the keyboard, or is done in several. */
export const creditMost = { MANGO: 100_000_000n, POINTS: 1_000_000n } as const satisfies Record<CreditCurrency, bigint>

const movementOf = (userId: string, currency: CreditCurrency, amount: bigint) =>
  currency === 'MANGO'
    ? // 1 Mango is 1 USD, in the same units.
      operatorCreditsMango({ userId, mango: amount, usd: amount })
    : operatorCreditsPoints({ userId, points: amount })
const accountOf = (userId: string, currency: CreditCurrency) => (currency === 'MANGO' ? wallet(userId) : points(userId))

/**
 * Gives Mango or points to a customer, once for each `batch`. A0422 where it is more than `creditMost`; A0409 where
 * something else was given under this batch.
 */
export const creditAccount = async (
  by: By,
  asked: { userId: string; currency: CreditCurrency; amount: bigint; batch: string },
): Promise<Result<{ transferId: string; isNew: boolean; balance: bigint }>> => {
  const { userId, currency, amount, batch } = asked
  if (amount <= 0n || amount > creditMost[currency])
    return fail('A0422', {
      field: 'amount',
      data: { most: printAmount(creditMost[currency], { scale: scales[currency] }) },
    })
  const named = { owner: by.userId, purpose: 'ledger.credit', key: batch, asked: { userId, currency, amount } }
  const done = await once<{ transferId: string }, Failure>(named, (commit) =>
    commit(async (tx): Promise<Result<{ transferId: string }>> => {
      const transferId = `credit/${makeId()}`
      const movement = movementOf(userId, currency, amount)
      const posted = await post(tx, { id: transferId, actor: by.userId, note: by.why, ...movement })
      if (!posted.ok) throw new Error('what is given comes from an account without a floor')
      const shown = `${printAmount(amount, { scale: scales[currency] })} ${currency}`
      await recordActBy(by, { action: 'ledger.credit', subject: userId, detail: `${shown}, ${transferId}` }, tx)
      return ok({ transferId })
    }),
  )
  if (!done.ok) return done
  const { balance } = await balanceOf(accountOf(userId, currency))
  return ok({ ...done.value, isNew: done.isNew, balance })
}

const credits: ReadonlySet<string> = new Set([operatorCreditsMango.kind, operatorCreditsPoints.kind])

/**
 * Takes back what an operator has given, as a whole. A0404 where no such credit stands; A0409 where it was taken back
 * already; R1002 where the customer has less by now.
 */
export const takeBackCredit = async (by: By, transferId: string): Promise<Result<{ transferId: string }>> => {
  const first = await db.ledgerTransfer.findUnique({ where: { id: transferId }, select: { kind: true } })
  if (first === null || !credits.has(first.kind)) return fail('A0404')
  return transact(async (tx): Promise<Result<{ transferId: string }>> => {
    const id = `${transferId}/back`
    const back = await reverse(tx, transferId, { id, actor: by.userId, note: by.why })
    if (!back.ok) {
      if (back.problem === 'already-reversed') return fail('A0409')
      const missing = printAmount(back.missing, { scale: scales[back.account.currency] })
      return fail('R1002', { data: { missing } })
    }
    if (!back.value.isNew) return fail('A0409')
    await recordActBy(by, { action: 'ledger.take-back', subject: transferId, detail: id }, tx)
    return ok({ transferId: id })
  })
}
