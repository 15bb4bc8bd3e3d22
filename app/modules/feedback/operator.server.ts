/** The operator's side of feedback: reading everybody's, answering and closing. The audit log records every action. */
import { findAttachmentsOf } from '~/modules/attachment/attachment.server'
import { mailOwner } from '~/modules/account/account.server'
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { db, type Prisma } from '~/platform/db.server'
import { env } from '~/platform/env.server'
import { once } from '~/platform/idempotency.server'
import { transact } from '~/platform/transact.server'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import type { AnswerInput } from './feedback.schema'
import type { FeedbackState } from './feedback.states'
import { maxReplies, type FeedbackCategory } from './limits'
import {
  addReply,
  close,
  entryInclude,
  entryOf,
  replyable,
  viewInclude,
  viewOf,
  type FeedbackEntry,
  type FeedbackView,
} from './view.server'

type Author = { userId: string; userName: string }
export type OperatorEntry = FeedbackEntry & { author: Author }
export type OperatorView = FeedbackView & { author: Author }

const author = { user: { select: { userName: true } } } as const
const authorOf = (row: { userId: string; user: { userName: string } }): Author => ({
  userId: row.userId,
  userName: row.user.userName,
})

export type OperatorQuery = {
  page: number
  size: number
  state: FeedbackState | null
  category: FeedbackCategory | null
  userId: string | null
}

/** Feedback of all accounts: open ones by longest wait, others newest first. */
export const listFeedbacks = async ({
  page,
  size,
  state,
  category,
  userId,
}: OperatorQuery): Promise<{ items: OperatorEntry[]; total: number }> => {
  const where: Prisma.FeedbackWhereInput = {
    state: state ?? undefined,
    category: category ?? undefined,
    userId: userId ?? undefined,
  }
  const order = state === 'open' ? ('asc' as const) : ('desc' as const)
  const [rows, total] = await Promise.all([
    db.feedback.findMany({
      where,
      include: { ...entryInclude, ...author },
      orderBy: [{ updatedAt: order }, { id: order }],
      skip: (page - 1) * size,
      take: size,
    }),
    db.feedback.count({ where }),
  ])
  return { items: rows.map((row) => ({ ...entryOf(row), author: authorOf(row) })), total }
}

/** Any feedback with its whole thread. F1101. */
export const findFeedbackFor = async (id: string): Promise<Result<OperatorView>> => {
  const row = await db.feedback.findUnique({ where: { id }, include: { ...viewInclude, ...author } })
  return row === null
    ? fail('F1101')
    : ok({ ...viewOf(row, (await findAttachmentsOf([id])).get(id) ?? []), author: authorOf(row) })
}

type Answered = { id: string; mailed: boolean; isNew: boolean }

/**
 * Answers a feedback. The customer is notified by mail, without the answer's text, if the account has an address;
 * `mailed` says whether. F1101, A0409 if it is closed, the thread is full, or the same `batch` had other content.
 */
export const answerFeedback = async (by: By, id: string, input: AnswerInput): Promise<Result<Answered>> => {
  const { batch, text } = input
  const named = { owner: by.userId, purpose: `feedback.answer ${id}`, key: batch, asked: { text } }
  const done = await once<{ id: string; mailed: boolean }, Failure>(named, (commit) =>
    commit(async (tx): Promise<Result<{ id: string; mailed: boolean }>> => {
      const found = await tx.feedback.findUnique({
        where: { id },
        select: { ...replyable, userId: true, language: true, createdAt: true },
      })
      if (found === null) return fail('F1101')
      const added = await addReply(tx, found, { side: 'provider', authorId: by.userId, text }, maxReplies * 2)
      if (!added.ok) return added
      const link = env.publicOrigin === null ? null : `${env.publicOrigin}/news/feedback/${id}`
      const mailed = await mailOwner(tx, found.userId, found.language, {
        template: 'feedback-answered',
        values: { writtenAt: found.createdAt.toISOString(), link },
      })
      await recordActBy(by, { action: 'feedback.answer', subject: id, detail: mailed ? 'mailed' : 'not mailed' }, tx)
      return ok({ ...added.value, mailed })
    }),
  )
  return done.ok ? ok({ ...done.value, isNew: done.isNew }) : done
}

/** Closes any feedback. F1101, A0409 if it is already closed. */
export const closeFeedbackFor = (by: By, id: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    const closed = await close(tx, { id })
    if (!closed.ok) return closed
    await recordActBy(by, { action: 'feedback.close', subject: id }, tx)
    return closed
  })
