/**
 * Proposals: one operator's request that a second one confirms or refuses within a week. Except for the decision the
 * row never changes, which the database enforces; confirming and giving are one transaction.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db, type Transaction } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { transact } from '~/platform/transact.server'
import { lineOf } from '~/modules/account/account.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import type { CreditCurrency } from '~/modules/ledger/ledger.server'
import { printAmount, scales } from '~/text/amount'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import { performGrant } from './perform.server'
import {
  answeringFor,
  keepGranted,
  readGranted,
  totalOf,
  waitingRules,
  findConfirmationBlocker,
  type Granted,
} from './second-operator'

/** Long enough for a colleague's days off. */
const waitsMs = 7 * dayMs

export type ProposalState = 'waiting' | 'confirmed' | 'refused' | 'expired'
export type ProposalView = {
  id: string
  state: ProposalState
  asked: Granted
  currency: CreditCurrency
  total: bigint
  why: string
  proposer: string
  createdAt: Date
  endsAt: Date
  decider: string | null
  decidedAt: Date | null
  decidedWhy: string | null
  /** The user names of the recipients. */
  users: string[]
}

/**
 * I1009 (`data.context` proposals, with `most`) if too many are already waiting, of one person or of all. With limits
 * off, which is only in tests, nothing counts.
 */
export const checkWaiting = async (tx: Transaction, by: By): Promise<Failure | null> => {
  if (!env.limitsOn) return null
  const at = now()
  const waiting = await tx.operatorProposal.groupBy({
    by: ['proposerId'],
    where: { state: 'waiting', endsAt: { gt: at } },
    _count: { _all: true },
    _min: { endsAt: true },
  })
  const person = answeringFor(await lineOf(tx, by.userId), at)
  const own: typeof waiting = []
  for (const one of waiting) if (answeringFor(await lineOf(tx, one.proposerId), at) === person) own.push(one)
  for (const [counted, { places }] of [
    [own, waitingRules['proposals-operator']],
    [waiting, waitingRules['proposals-all']],
  ] as const) {
    if (counted.reduce((sum, { _count }) => sum + _count._all, 0) < places) continue
    const firstMs = Math.min(...counted.map(({ _min }) => (_min.endsAt ?? at).getTime()))
    const retryAfterSeconds = Math.max(1, Math.ceil((firstMs - at.getTime()) / 1000))
    return fail('I1009', { data: { context: 'proposals', most: places, retryAfterSeconds } })
  }
  return null
}

/** Stores the proposal instead of giving. The caller tells the operator. */
export const propose = async (
  tx: Transaction,
  by: By,
  { id, asked }: { id: string; asked: Granted },
): Promise<void> => {
  const { currency, total } = totalOf(asked)
  await tx.operatorProposal.create({
    data: {
      id,
      kind: asked.kind,
      asked: keepGranted(asked),
      currency,
      total,
      why: by.why ?? '',
      proposerId: by.userId,
      createdAt: now(),
      endsAt: inMs(waitsMs),
    },
    select: { id: true },
  })
  await recordActBy(
    by,
    {
      action: 'proposal.make',
      subject: id,
      detail: `${asked.kind}, ${printAmount(total, { scale: scales[currency] })} ${currency}`,
    },
    tx,
  )
}

const include = { proposer: { select: { userName: true } }, decider: { select: { userName: true } } } as const
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>
const rowOf = (id: string) => db.operatorProposal.findUnique({ where: { id }, include })

const stateOf = ({ state, endsAt }: { state: string; endsAt: Date }): ProposalState =>
  state === 'waiting' && endsAt <= now() ? 'expired' : (state as ProposalState)

const viewOf = async (row: Row): Promise<ProposalView> => {
  const { id, total, why, createdAt, endsAt, decidedAt, decidedWhy } = row
  const asked = readGranted(row.asked)
  const users = await db.user.findMany({
    where:
      asked.kind === 'refund'
        ? { orders: { some: { number: asked.number } } }
        : { id: { in: asked.kind === 'codes' ? [] : [...asked.userIds] } },
    select: { userName: true },
    orderBy: { userName: 'asc' },
  })
  return {
    id,
    state: stateOf(row),
    asked,
    currency: row.currency as CreditCurrency,
    total,
    why,
    proposer: row.proposer.userName,
    createdAt,
    endsAt,
    decider: row.decider?.userName ?? null,
    decidedAt,
    decidedWhy,
    users: users.map(({ userName }) => userName),
  }
}

/** One proposal. A0404. */
export const findProposal = async (id: string): Promise<Result<ProposalView>> => {
  const row = await rowOf(id)
  return row === null ? fail('A0404') : ok(await viewOf(row))
}

/** The waiting proposals, the earliest end first; or all, newest first. */
export const listProposals = async (asked: {
  state: 'waiting' | 'all'
  page: number
  size: number
}): Promise<{ items: ProposalView[]; total: number }> => {
  const where = asked.state === 'all' ? {} : { state: 'waiting', endsAt: { gt: now() } }
  const [rows, total] = await db.$transaction([
    db.operatorProposal.findMany({
      where,
      include,
      orderBy: asked.state === 'all' ? [{ createdAt: 'desc' }, { id: 'desc' }] : [{ endsAt: 'asc' }, { id: 'asc' }],
      skip: (asked.page - 1) * asked.size,
      take: asked.size,
    }),
    db.operatorProposal.count({ where }),
  ])
  return { items: await Promise.all(rows.map(viewOf)), total }
}

const refused = (context: string): Failure => fail('A0409', { data: { context: `proposal-${context}` } })

/** A second operator must be another person: neither the proposer nor an account created for this. */
const checkSecond = async (
  tx: Transaction,
  by: By,
  proposal: { proposerId: string; createdAt: Date },
): Promise<Failure | null> => {
  const { proposerId, createdAt } = proposal
  const asked = { proposer: await lineOf(tx, proposerId), createdAt }
  const why = findConfirmationBlocker(asked, await lineOf(tx, by.userId))
  if (why !== null) return refused(why)
  const proposer = await tx.user.findUniqueOrThrow({
    where: { id: proposerId },
    select: { role: true, disabledAt: true },
  })
  return proposer.role === 'operator' && proposer.disabledAt === null ? null : refused('proposer')
}

/**
 * Confirms a proposal, which performs it, or refuses it; the proposer can refuse it too. A0404; A0409 (`data.context`):
 * proposal-decided, proposal-expired, proposal-own, proposal-made or proposal-new (the account is not a second
 * person's), proposal-proposer (the proposer is no longer an operator). MC1013 a wallet has since been closed; R1000,
 * R2001 an order can't be refunded that much any more.
 */
export const decideProposal = async (
  by: By,
  id: string,
  verdict: 'confirmed' | 'refused',
): Promise<Result<ProposalView>> => {
  const done = await transact(async (tx): Promise<Result<null>> => {
    // The first statement takes the decision: of two at once, only one wins.
    const own = verdict === 'confirmed' ? { proposerId: { not: by.userId } } : {}
    const { count } = await tx.operatorProposal.updateMany({
      where: { id, state: 'waiting', endsAt: { gt: now() }, ...own },
      data: { state: verdict, deciderId: by.userId, decidedAt: now(), decidedWhy: by.why },
    })
    const row = await tx.operatorProposal.findUnique({ where: { id } })
    if (row === null) return fail('A0404')
    if (count === 0) {
      const state = stateOf(row)
      return refused(state === 'waiting' ? 'own' : state === 'expired' ? 'expired' : 'decided')
    }
    let detail: string | null = null
    if (verdict === 'confirmed') {
      const notSecond = await checkSecond(tx, by, row)
      if (notSecond !== null) return notSecond
      const giver = { id, operatorId: row.proposerId, why: row.why, isAlone: false }
      const given = await performGrant(tx, readGranted(row.asked), giver)
      if (!given.ok) return given
      detail = given.value
    }
    const action = verdict === 'confirmed' ? 'proposal.confirm' : 'proposal.refuse'
    await recordActBy(by, { action, subject: id, detail }, tx)
    return ok(null)
  })
  return done.ok ? findProposal(id) : done
}
