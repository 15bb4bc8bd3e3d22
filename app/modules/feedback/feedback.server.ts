/**
 * Feedback: what customers tell the provider, and the resulting conversation. The only public file of the module. A
 * feedback belongs to the account that wrote it; only the operator can also see, answer or close it.
 */
import { now } from '~/platform/clock.server'
import { db, noteIfRoom, type Prisma } from '~/platform/db.server'
import { once, type DoneOnce } from '~/platform/idempotency.server'
import { consume, type LimitName } from '~/platform/limits.server'
import { makeId } from '~/platform/random.server'
import { findSearchKey, searchKeyOf } from '~/text/search-key'
import { claimAttachments, findAttachmentsOf } from '~/modules/attachment/attachment.server'
import { findBox } from '~/modules/device/device.server'
import { fail, ok, tooMany, type Failure, type Result } from '~/errors/table'
import type { ReplyInput, SendFeedbackInput } from './feedback.schema'
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

export { answerFeedback, closeFeedbackFor, findFeedbackFor, listFeedbacks } from './operator.server'
export type { FeedbackEntry, FeedbackView } from './view.server'

const limited = async (name: LimitName, userId: string): Promise<Failure | null> => {
  const allowed = await consume(name, userId)
  return allowed.ok ? null : tooMany(allowed)
}

/** `isNew`: false if it was already stored under the same `batch`. */
type Stored = { id: string; isNew: boolean }
const storedOf = (done: DoneOnce<{ id: string }> | Failure): Result<Stored> =>
  done.ok ? ok({ id: done.value.id, isNew: done.isNew }) : done

/**
 * Stores a feedback of the account. Repeating a `batch` returns the first one; A0409 if the content differs. `language`
 * is the tag of its text. I1402 the box is not the account's; F1102, F1104, A0409, A0422 for attachments, and then
 * nothing is stored; I1009.
 */
export const sendFeedback = async (
  userId: string,
  input: SendFeedbackInput,
  language: string,
): Promise<Result<Stored>> => {
  const { batch, category, text, sn } = input
  // Files are not part of the key, because a form that is sent again uploads them again.
  const named = { owner: userId, purpose: 'feedback.send', key: batch, asked: { category, text, sn } }
  const done = await once<{ id: string }, Failure>(named, async (commit) => {
    const box = sn === undefined ? null : await findBox(userId, sn)
    if (sn !== undefined && box === null) return fail('I1402', { field: 'sn' })
    const over = await limited('feedback-account', userId)
    if (over !== null) return over
    return commit(async (tx): Promise<Result<{ id: string }>> => {
      const id = makeId()
      const at = now()
      await tx.feedback.create({
        data: {
          id,
          userId,
          category,
          text,
          language,
          sn: box?.sn ?? null,
          boxName: box?.nickname ?? null,
          modelName: box?.model ?? null,
          softwareVersion: box?.softwareVersion ?? null,
          searchKey: searchKeyOf(text, box?.sn ?? null, box?.nickname ?? null),
          createdAt: at,
          updatedAt: at,
        },
      })
      const claimed = await claimAttachments(userId, input.attachment, id, tx)
      return claimed.ok ? ok({ id }) : claimed
    })
  })
  return storedOf(done)
}

export type FeedbackQuery = {
  page: number
  size: number
  unread?: boolean
  state?: FeedbackState | null
  category?: FeedbackCategory | null
  search?: string | null
  from?: Date | null
  before?: Date | null
}

const unreadReplies = { some: { side: 'provider', readAt: null } } as const

/** One page of the account's feedback, most recently active first. The dates filter by creation time. */
export const findFeedbacks = async (
  userId: string,
  query: FeedbackQuery,
): Promise<{ items: FeedbackEntry[]; total: number }> => {
  const key = findSearchKey(query.search)
  const part = { searchKey: { contains: key ?? '' } }
  const where: Prisma.FeedbackWhereInput = {
    userId,
    state: query.state ?? undefined,
    category: query.category ?? undefined,
    ...(query.unread === true ? { replies: unreadReplies } : {}),
    createdAt: { gte: query.from ?? undefined, lt: query.before ?? undefined },
    ...(key === null ? {} : { OR: [part, { replies: { some: part } }] }),
  }
  const [rows, total] = await Promise.all([
    db.feedback.findMany({
      where,
      include: entryInclude,
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      skip: (query.page - 1) * query.size,
      take: query.size,
    }),
    db.feedback.count({ where }),
  ])
  return { items: rows.map(entryOf), total }
}

/** A feedback of the account with its whole thread. F1101 if the account has none with this id. */
export const getFeedback = async (userId: string, id: string): Promise<Result<FeedbackView>> => {
  const row = await db.feedback.findFirst({ where: { id, userId }, include: viewInclude })
  return row === null ? fail('F1101') : ok(viewOf(row, (await findAttachmentsOf([id])).get(id) ?? []))
}

/**
 * Adds missing search keys to feedback and replies, at most `most` of each. Returns how many; call it until there are
 * none.
 */
export const fillFeedbackKeys = async (most: number): Promise<number> => {
  const rows = await db.feedback.findMany({
    where: { searchKey: null },
    take: most,
    select: { id: true, text: true, sn: true, boxName: true },
  })
  const replies = await db.feedbackReply.findMany({
    where: { searchKey: null },
    take: most,
    select: { id: true, text: true },
  })
  await db.$transaction([
    ...rows.map(({ id, text, sn, boxName }) =>
      db.feedback.updateMany({ where: { id }, data: { searchKey: searchKeyOf(text, sn, boxName) } }),
    ),
    ...replies.map(({ id, text }) =>
      db.feedbackReply.updateMany({ where: { id }, data: { searchKey: searchKeyOf(text) } }),
    ),
  ])
  return rows.length + replies.length
}

/**
 * Adds a reply to a feedback of the account. Repeating a `batch` stores it once; A0409 if the content differs. F1101,
 * A0409 if it is closed or the thread is full, I1009.
 */
export const replyToFeedback = async (userId: string, id: string, input: ReplyInput): Promise<Result<Stored>> => {
  const { batch, text } = input
  const named = { owner: userId, purpose: `feedback.reply ${id}`, key: batch, asked: { text } }
  const done = await once<{ id: string }, Failure>(named, async (commit) => {
    const over = await limited('feedback-reply-account', userId)
    if (over !== null) return over
    return commit(async (tx): Promise<Result<{ id: string }>> => {
      const found = await tx.feedback.findFirst({ where: { id, userId }, select: replyable })
      if (found === null) return fail('F1101')
      const added = await addReply(tx, found, { side: 'customer', authorId: userId, text }, maxReplies)
      if (!added.ok) return added
      const claimed = await claimAttachments(userId, input.attachment, id, tx)
      return claimed.ok ? added : claimed
    })
  })
  return storedOf(done)
}

/** Closes a feedback of the account. F1101, A0409 if it is already closed. */
export const closeFeedback = (userId: string, id: string): Promise<Result<null>> => close(db, { id, userId })

/** Marks the provider's answers to one feedback of the account as read; returns how many there were. F1101. */
export const markRepliesRead = async (userId: string, feedbackId: string): Promise<Result<number>> => {
  const read = await db.feedbackReply.updateMany({
    where: { feedbackId, side: 'provider', readAt: null, feedback: { userId } },
    data: { readAt: now() },
  })
  return read.count > 0 || (await db.feedback.count({ where: { id: feedbackId, userId } })) > 0
    ? ok(read.count)
    : fail('F1101')
}

/** Marks them as read because their page is shown; if the disk is full, they stay unread but are still shown. */
export const noteRepliesSeen = (userId: string, feedbackId: string): Promise<void> =>
  noteIfRoom(() => markRepliesRead(userId, feedbackId))

/** Marks one answer as read; repeating it changes nothing. F1103 if the account has none with this id. */
export const markReplyRead = async (userId: string, replyId: string): Promise<Result<null>> => {
  const own = { id: replyId, side: 'provider', feedback: { userId } }
  const read = await db.feedbackReply.updateMany({ where: { ...own, readAt: null }, data: { readAt: now() } })
  return read.count > 0 || (await db.feedbackReply.count({ where: own })) > 0 ? ok(null) : fail('F1103')
}

/** Marks all answers to the account as read; returns how many there were. */
export const markAllRepliesRead = async (userId: string): Promise<number> =>
  (
    await db.feedbackReply.updateMany({
      where: { side: 'provider', readAt: null, feedback: { userId } },
      data: { readAt: now() },
    })
  ).count

/**
 * Every open page calls this once a minute: one statement, from the account's feedback to its replies. The counted
 * column is not in the conditions, because the database might then start from everybody's unread replies.
 */
export const countUnreadReplies = async (userId: string): Promise<number> => {
  const [row] = await db.$queryRaw<{ count: number | bigint }[]>`
    SELECT coalesce(sum(CASE WHEN r."side" = 'provider' AND r."readAt" IS NULL THEN 1 ELSE 0 END), 0) AS "count"
    FROM "Feedback" f JOIN "FeedbackReply" r ON r."feedbackId" = f."id" WHERE f."userId" = ${userId}`
  return Number(row?.count ?? 0)
}
