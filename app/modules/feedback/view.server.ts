/** What the customer's and the operator's side of feedback share: views of stored rows, adding a reply, and closing. */
import type { Attachment } from '~/modules/attachment/attachment.server'
import { now } from '~/platform/clock.server'
import type { Prisma, Transaction } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { searchKeyOf } from '~/text/search-key'
import { fail, ok, type Result } from '~/errors/table'
import { feedbackStates, nextState, statesFor, type FeedbackState } from './feedback.states'
import { categories, maxReplies, type FeedbackCategory } from './limits'

export type Side = 'provider' | 'customer'
export type ReplyView = { id: string; side: Side; text: string; createdAt: Date; readAt: Date | null }
/** The box that it concerns, as it was at that time. */
export type FeedbackBox = { sn: string; name: string | null; model: string | null; softwareVersion: string | null }
/** A feedback in a list. `unread` is how many of the provider's answers the customer has not read. */
export type FeedbackEntry = {
  id: string
  category: FeedbackCategory
  text: string
  language: string
  state: FeedbackState
  box: FeedbackBox | null
  createdAt: Date
  updatedAt: Date
  replies: number
  attachments: number
  unread: number
}
/** An opened feedback: the whole thread, oldest message first. */
export type FeedbackView = Omit<FeedbackEntry, 'replies' | 'attachments'> & {
  replies: ReplyView[]
  attachments: Attachment[]
}

export const entryInclude = {
  _count: { select: { replies: true, attachments: true } },
  replies: { where: { side: 'provider', readAt: null }, select: { id: true } },
} satisfies Prisma.FeedbackInclude
export const viewInclude = {
  replies: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], take: maxReplies * 2 },
} satisfies Prisma.FeedbackInclude

type Row = Prisma.FeedbackGetPayload<Record<string, never>>
const oneOf = <T extends string>(known: readonly T[], text: string): T => {
  const found = known.find((one) => one === text)
  if (found === undefined) throw new Error(`the stored ${text} is none of ${known.join(', ')}`)
  return found
}
const stateOf = (text: string): FeedbackState => oneOf(feedbackStates, text)

const common = (row: Row) => ({
  id: row.id,
  category: oneOf(categories, row.category),
  text: row.text,
  language: row.language,
  state: stateOf(row.state),
  box:
    row.sn === null
      ? null
      : { sn: row.sn, name: row.boxName, model: row.modelName, softwareVersion: row.softwareVersion },
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})

export const entryOf = (row: Prisma.FeedbackGetPayload<{ include: typeof entryInclude }>): FeedbackEntry => ({
  ...common(row),
  replies: row._count.replies,
  attachments: row._count.attachments,
  unread: row.replies.length,
})

export const viewOf = (
  row: Prisma.FeedbackGetPayload<{ include: typeof viewInclude }>,
  attachments: Attachment[],
): FeedbackView => ({
  ...common(row),
  unread: row.replies.filter((reply) => reply.side === 'provider' && reply.readAt === null).length,
  replies: row.replies.map(({ id, side, text, createdAt, readAt }) => ({
    id,
    side: oneOf(['provider', 'customer'], side),
    text,
    createdAt,
    readAt,
  })),
  attachments,
})

const closed = () => fail('A0409', { data: { context: 'closed' } })

/** The columns of a feedback that `addReply` needs. */
export const replyable = { id: true, state: true, _count: { select: { replies: true } } } as const
type Replyable = { id: string; state: string; _count: { replies: number } }
type Reply = { side: Side; authorId: string; text: string }
/** Adds a reply, if the thread is open and has fewer than `most`; otherwise A0409. */
export const addReply = async (
  tx: Transaction,
  found: Replyable,
  reply: Reply,
  most: number,
): Promise<Result<{ id: string }>> => {
  const next = nextState(stateOf(found.state), reply.side === 'customer' ? 'reply' : 'answer')
  if (next === null) return closed()
  if (found._count.replies >= most) return fail('A0409', { data: { context: 'full' } })
  const id = makeId()
  const at = now()
  const data = { id, feedbackId: found.id, ...reply, searchKey: searchKeyOf(reply.text), createdAt: at }
  await tx.feedbackReply.create({ data })
  await tx.feedback.update({ where: { id: found.id }, data: { state: next, updatedAt: at } })
  return ok({ id })
}

/** Closes a feedback. F1101, A0409 if it is already closed. */
export const close = async (
  tx: Pick<Transaction, 'feedback'>,
  where: { id: string; userId?: string },
): Promise<Result<null>> => {
  const { count } = await tx.feedback.updateMany({
    where: { ...where, state: { in: statesFor('close') } },
    data: { state: 'closed', updatedAt: now() },
  })
  if (count > 0) return ok(null)
  return (await tx.feedback.count({ where })) === 0 ? fail('F1101') : closed()
}
