/**
 * Polls payments: soon after they start, then less and less often, until 30 days after they end. It finds everything
 * that callbacks report, only later.
 */
import { dayMs, hourMs, now, nowMs, secondMs } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeWorkQueue, type WorkQueue } from '~/platform/jobs.server'
import { transact } from '~/platform/transact.server'
import { askAttempt, askPayment, mayHaveUnknownSession } from './ask.server'
import { closeIfOver } from './close.server'
import { isLive } from './payment.states'
import { callPerson, onItsWayLabels } from './store.server'

const firstPauseMs = 20 * secondMs
const longestPauseMs = hourMs
/** About twenty polls happen in the first hour. */
export const pauseAfter = (polls: number): number => Math.min(longestPauseMs, firstPauseMs * 1.3 ** Math.min(polls, 40))
/** A payment that is on its way for longer needs an operator. */
export const confirmingMostMs = dayMs

type Claimed = { id: string; polls: number }
type Polled = Claimed & { nextPollAt: Date | null }
const soonest = {
  where: { nextPollAt: { not: null } },
  orderBy: { nextPollAt: 'asc' },
  select: { id: true, nextPollAt: true, polls: true },
} as const
/** A queue of rows to poll; `change` updates the row `where` it still is as it was read. */
const makePolls = ({
  first,
  change,
  ...queue
}: {
  name: string
  parallel: number
  first: () => Promise<Polled | null>
  change: (where: Polled, data: Omit<Polled, 'id'>) => Promise<{ count: number }>
  work: (claimed: Claimed) => Promise<void>
}): WorkQueue =>
  makeWorkQueue<Claimed>({
    ...queue,
    leaseMs: 2 * 60 * secondMs,
    claim: async (leaseEnd) => {
      for (;;) {
        const row = await first()
        if (row === null || row.nextPollAt === null || row.nextPollAt > now()) return null
        const { id, polls } = row
        if ((await change(row, { nextPollAt: leaseEnd, polls: polls + 1 })).count === 1) return { id, polls }
      }
    },
    nextDue: async () => (await first())?.nextPollAt ?? null,
  })

const noteLong = (id: string): Promise<unknown> =>
  transact(async (tx) => {
    const attempt = await tx.paymentAttempt.findUniqueOrThrow({ where: { id } })
    const { confirmingSince, label } = attempt
    if (
      confirmingSince !== null &&
      onItsWayLabels.includes(label) &&
      nowMs() - confirmingSince.getTime() > confirmingMostMs
    )
      await callPerson(tx, attempt, 'confirming-long')
  })

const poll = async ({ id, polls }: Claimed): Promise<void> => {
  let nextPollAt: Date | null = new Date(nowMs() + pauseAfter(polls))
  try {
    await askAttempt(id)
    await closeIfOver(id)
    await noteLong(id)
  } finally {
    const attempt = await db.paymentAttempt.findUniqueOrThrow({ where: { id } })
    const { pollUntil, provider, state } = attempt
    // An ended card page can't be paid: later bank actions arrive as events.
    const isOver = provider === 'stripe' && !isLive(state) && !mayHaveUnknownSession(attempt)
    if (isOver || pollUntil.getTime() <= nowMs()) nextPollAt = null
    await db.paymentAttempt.updateMany({ where: { id, polls: polls + 1 }, data: { nextPollAt } })
  }
}

/** The queue of payments to poll. */
export const paymentPolls = makePolls({
  name: 'payment-polls',
  parallel: 4,
  first: () => db.paymentAttempt.findFirst(soonest),
  change: (where, data) => db.paymentAttempt.updateMany({ where, data }),
  work: poll,
})

/** Calls an operator for a further payment that confirms for too long, or whose provider never answered. */
const noteFurtherLong = (id: string): Promise<unknown> =>
  transact(async (tx) => {
    const { attempt, onItsWaySince, lastWord, pollUntil } = await tx.furtherPayment.findUniqueOrThrow({
      where: { id },
      include: { attempt: true },
    })
    if (onItsWaySince !== null && nowMs() - onItsWaySince.getTime() > confirmingMostMs)
      await callPerson(tx, attempt, 'confirming-long')
    if (lastWord === null && pollUntil.getTime() <= nowMs()) await callPerson(tx, attempt, 'never-answered')
  })

const pollFurther = async ({ id, polls }: Claimed): Promise<void> => {
  const { attempt, providerId } = await db.furtherPayment.findUniqueOrThrow({
    where: { id },
    include: { attempt: true },
  })
  let nextPollAt: Date | null = new Date(nowMs() + pauseAfter(polls))
  // If it turned out to be the attempt's own payment, it is polled as that.
  const isOwn = attempt.providerId === providerId
  try {
    if (!isOwn) {
      await askPayment(attempt, providerId)
      await noteFurtherLong(id)
    }
  } finally {
    const { pollUntil } = await db.furtherPayment.findUniqueOrThrow({ where: { id } })
    if (isOwn || pollUntil.getTime() <= nowMs()) nextPollAt = null
    await db.furtherPayment.updateMany({ where: { id, polls: polls + 1 }, data: { nextPollAt } })
  }
}

/** The queue of further payments to known addresses, polled as often and as long as attempts. */
export const furtherPolls = makePolls({
  name: 'further-payment-polls',
  parallel: 2,
  first: () => db.furtherPayment.findFirst(soonest),
  change: (where, data) => db.furtherPayment.updateMany({ where, data }),
  work: pollFurther,
})
