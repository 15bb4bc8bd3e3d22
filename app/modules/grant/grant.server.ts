/**
 * Grants by operators: credits, gifts, codes and refunds. Above a limit a second operator must confirm first
 * (proposal.server.ts). The only public file of the module.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import type { Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { moneyKeyLivesMs, once } from '~/platform/idempotency.server'
import { makeId } from '~/platform/random.server'
import { lineOf } from '~/modules/account/account.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { maxCredit, type CreditCurrency } from '~/modules/ledger/ledger.server'
import { refundOrder, settleRefund, type AskSecond } from '~/modules/order/order.server'
import { printAmount, scales } from '~/text/amount'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { performGrant, transferOfGrant } from './perform.server'
import { checkWaiting, findProposal, propose, type ProposalState } from './proposal.server'
import {
  answeringFor,
  mayGiveAlone,
  maxGrantAlone,
  totalOf,
  findConfirmationBlocker,
  type Granted,
} from './second-operator'

export { decideProposal, findProposal, listProposals, type ProposalState, type ProposalView } from './proposal.server'
export { transferOfGrant } from './perform.server'

/** How many customers one grant can reach: it is a single transaction, and everybody else's writes wait for it. */
export const maxGifted = 50
/** The total value of one batch of codes is limited to what two operators can answer for. */
const maxCodesValue = 10n * maxCredit.MANGO
const codesLastMs = 3 * 366 * dayMs

const shown = (amount: bigint, currency: CreditCurrency): string => printAmount(amount, { scale: scales[currency] })
const tooMuch = (field: string, most: bigint, currency: CreditCurrency): Failure =>
  fail('A0422', { field, data: { most: shown(most, currency) } })

/** What is given without anybody's money. */
export type Given = Exclude<Granted, { kind: 'refund' }>

/** A0422 if the amount is zero or above the absolute limits. */
const check = (asked: Given): Failure | null => {
  if (asked.kind === 'codes') {
    const { total } = totalOf(asked)
    if (asked.value <= 0n || asked.value > maxCredit.MANGO) return tooMuch('value', maxCredit.MANGO, 'MANGO')
    if (total > maxCodesValue) return tooMuch('number', maxCodesValue, 'MANGO')
    return asked.endsAt <= now() || asked.endsAt > inMs(codesLastMs) ? fail('A0422', { field: 'until' }) : null
  }
  const { amount, currency, userIds } = asked
  if (amount <= 0n || amount > maxCredit[currency]) return tooMuch('amount', maxCredit[currency], currency)
  return userIds.length === 0 || userIds.length > maxGifted ? fail('A0422', { field: 'user' }) : null
}

/**
 * The sums by operator in the last 24 hours that no second one confirmed: what they gave, and for Mango what they
 * refunded.
 */
const sumsAlone = async (tx: Transaction, currency: CreditCurrency): Promise<[operatorId: string, sum: bigint][]> => {
  const since = inMs(-dayMs)
  const given = await tx.operatorGrant.groupBy({
    by: ['operatorId'],
    where: { currency, isAlone: true, at: { gt: since } },
    _sum: { total: true },
  })
  const sums = given.map(({ operatorId, _sum }): [string, bigint] => [operatorId, _sum.total ?? 0n])
  if (currency !== 'MANGO') return sums
  const confirmed = await tx.operatorGrant.findMany({
    where: { kind: 'refund', isAlone: false, at: { gt: since } },
    select: { id: true },
  })
  const refunded = await tx.orderRefund.groupBy({
    by: ['actor'],
    where: {
      createdAt: { gt: since },
      state: { not: 'failed' },
      id: { notIn: confirmed.map(({ id }) => id) },
    },
    _sum: { amount: true },
  })
  return [...sums, ...refunded.map(({ actor, _sum }): [string, bigint] => [actor, _sum.amount ?? 0n])]
}

/**
 * What an operator has given alone in the last 24 hours, including accounts that are too young to count for themselves.
 * With limits off, which is only in tests, nothing counts.
 */
const givenToday = async (tx: Transaction, operatorId: string, currency: CreditCurrency): Promise<bigint> => {
  if (!env.limitsOn) return 0n
  const at = now()
  const own = answeringFor(await lineOf(tx, operatorId), at)
  let all = 0n
  for (const [id, sum] of await sumsAlone(tx, currency)) {
    const line = await lineOf(tx, id)
    // Refunds by the system have no account.
    if (line.length > 0 && answeringFor(line, at) === own) all += sum
  }
  return all
}

/**
 * Counts another module's action by an operator, in its transaction, towards what that operator gives alone; `id` is
 * the action's. Null if allowed; otherwise the most that can be given alone now, and nothing is counted.
 */
export const countAlone = async (
  tx: Transaction,
  by: By,
  { id, kind, currency, total }: { id: string; kind: 'deposit'; currency: CreditCurrency; total: bigint },
): Promise<bigint | null> => {
  const limits = { most: env.maxAlone[currency], givenToday: await givenToday(tx, by.userId, currency) }
  if (!mayGiveAlone(total, limits)) return maxGrantAlone(limits)
  const data = { id, kind, currency, total, operatorId: by.userId, isAlone: true, at: now() }
  await tx.operatorGrant.create({ data, select: { id: true } })
  return null
}

/**
 * Whether the decider counts as a second operator for another's action: a different person, as far as accounts show.
 */
export const isSecond = async (
  tx: Transaction,
  done: { actorId: string; at: Date },
  deciderId: string,
): Promise<boolean> => {
  const asked = { proposer: await lineOf(tx, done.actorId), createdAt: done.at }
  return findConfirmationBlocker(asked, await lineOf(tx, deciderId)) === null
}

type Requested = { id: string; state: ProposalState | 'done'; isNew: boolean }
type Kept = { id: string; waits: boolean }
/**
 * Gives the grant, or proposes it if one operator can't give that much alone; once per `batch`. `state`: done, or the
 * proposal's state. A0422 as above; A0409 this batch was used for something else; MC1013 a wallet is closed; I1009
 * (`data.context` proposals) too many are already waiting.
 */
export const requestGrant = async (by: By, asked: Given, batch: string): Promise<Result<Requested>> => {
  const named = { owner: by.userId, purpose: `grant.${asked.kind}`, key: batch, asked, livesMs: moneyKeyLivesMs }
  const done = await once<Kept, Failure>(named, async (commit) => {
    const wrong = check(asked)
    if (wrong !== null) return wrong
    return commit(async (tx): Promise<Result<Kept>> => {
      const id = makeId()
      const { currency, total } = totalOf(asked)
      const today = await givenToday(tx, by.userId, currency)
      if (!mayGiveAlone(total, { most: env.maxAlone[currency], givenToday: today })) {
        const full = await checkWaiting(tx, by)
        if (full !== null) return full
        await propose(tx, by, { id, asked })
        return ok({ id, waits: true })
      }
      const given = await performGrant(tx, asked, { id, operatorId: by.userId, why: by.why, isAlone: true })
      if (!given.ok) return given
      const action = { credit: 'ledger.credit', gift: 'gift.give', codes: 'codes.create' }[asked.kind]
      const userId = asked.kind === 'credit' ? (asked.userIds[0] ?? null) : null
      const what = userId === null ? id : transferOfGrant('credit', id, userId)
      await recordActBy(by, { action, subject: userId ?? id, detail: `${given.value}, ${what}` }, tx)
      return ok({ id, waits: false })
    })
  })
  if (!done.ok) return done
  const { id, waits } = done.value
  if (!waits) return ok({ id, state: 'done', isNew: done.isNew })
  const proposal = await findProposal(id)
  if (!proposal.ok) return proposal
  const { state } = proposal.value
  return ok({ id, state: state === 'confirmed' ? 'done' : state, isNew: done.isNew })
}

/** Whether one operator can refund that much alone; otherwise proposes it. I1009 too many are already waiting. */
const askSecondForRefund: AskSecond = async (tx, by, { id, number, amount, to }) => {
  const givenBefore = await givenToday(tx, by.userId, 'MANGO')
  if (mayGiveAlone(amount, { most: env.maxAlone.MANGO, givenToday: givenBefore })) return ok({ waits: false })
  const full = await checkWaiting(tx, by)
  if (full !== null) return full
  await propose(tx, by, { id, asked: { kind: 'refund', number, to, amount } })
  return ok({ waits: true })
}

/**
 * Refunds money of an order as `refundOrder` does, or proposes it if one operator can't give that much alone. `state`:
 * the refund's, or the proposal's while it is not confirmed.
 */
export const requestRefund = async (
  by: By,
  asked: Parameters<typeof refundOrder>[1],
): Promise<Result<{ refundId: string; state: 'asked' | 'done' | Exclude<ProposalState, 'confirmed'> }>> => {
  const refunded = await refundOrder(by, asked, askSecondForRefund)
  if (!refunded.ok) return refunded
  const { refundId, state } = refunded.value
  if (state !== 'proposed') return ok({ refundId, state })
  const proposal = await findProposal(refundId)
  if (!proposal.ok) return proposal
  return proposal.value.state === 'confirmed' ? settleRefund(refundId) : ok({ refundId, state: proposal.value.state })
}
