/**
 * System messages: from the provider to all accounts, to those with a box of one model, or to one account, in the
 * reader's language. The only public file of the module. Only its audience sees a message, until it is withdrawn or
 * expires.
 */
import { recordActBy, type By } from '~/modules/audit/audit.server'
import { findAccount } from '~/modules/account/account.server'
import { modelIdsOfUser } from '~/modules/device/device.server'
import { now } from '~/platform/clock.server'
import { db, isUniqueViolation, noteIfRoom, Prisma, type Transaction } from '~/platform/db.server'
import { once } from '~/platform/idempotency.server'
import { makeId, sha256 } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { findSearchKey, searchKeyOf } from '~/text/search-key'
import { fail, ok, type Failure, type Result } from '~/errors/table'
import type { Audience, MessageTextInput } from './message.schema'

/** Every message has this language; readers whose own language is missing get it. */
const fallbackLanguage = 'en'

/** A message as its reader sees it; `language` is the text's language. Languages are tags (uk, not ua). */
export type MessageView = {
  id: string
  title: string
  text: string
  language: string
  createdAt: Date
  readAt: Date | null
}

const readerSelect = (userId: string, language: string) =>
  ({
    id: true,
    createdAt: true,
    texts: { where: { language: { in: [language, fallbackLanguage] } } },
    reads: { where: { userId }, select: { readAt: true } },
  }) satisfies Prisma.MessageSelect

type ReaderRow = Prisma.MessageGetPayload<{ select: ReturnType<typeof readerSelect> }>
const viewOf = (row: ReaderRow, language: string): MessageView => {
  const text = row.texts.find((one) => one.language === language) ?? row.texts[0]
  if (text === undefined) throw new Error(`the message ${row.id} has no text`)
  return {
    id: row.id,
    title: text.title,
    text: text.text,
    language: text.language,
    createdAt: row.createdAt,
    readAt: row.reads[0]?.readAt ?? null,
  }
}

/**
 * The messages that an account may see: those to it alone, and those to all and to its boxes' models that were sent
 * after it was created.
 */
const visibleTo = async (userId: string): Promise<Prisma.MessageWhereInput> => {
  const [account, models] = await Promise.all([findAccount(userId), modelIdsOfUser(userId)])
  const since = { gte: account?.createdAt ?? now() }
  return {
    withdrawnAt: null,
    AND: [
      { OR: [{ endsAt: null }, { endsAt: { gt: now() } }] },
      {
        OR: [
          { audience: 'user', userId },
          { audience: 'all', createdAt: since },
          { audience: 'model', modelId: { in: models }, createdAt: since },
        ],
      },
    ],
  }
}

/**
 * The same as an SQL condition on "Message" as m, restricted to unread ones: one statement can count or mark them all.
 */
const unreadBy = (userId: string, at: Date): Prisma.Sql => Prisma.sql`
  m."withdrawnAt" IS NULL AND (m."endsAt" IS NULL OR m."endsAt" > ${at})
  AND ((m."audience" = 'user' AND m."userId" = ${userId})
    OR (m."audience" = 'all' AND m."createdAt" >= (SELECT u."createdAt" FROM "User" u WHERE u."id" = ${userId}))
    OR (m."audience" = 'model' AND m."createdAt" >= (SELECT u."createdAt" FROM "User" u WHERE u."id" = ${userId})
      AND m."modelId" IN (SELECT b."modelId" FROM "Device" d JOIN "RegisteredBox" b ON b."sn" = d."sn" WHERE d."userId" = ${userId})))
  AND NOT EXISTS (SELECT 1 FROM "MessageRead" r WHERE r."userId" = ${userId} AND r."messageId" = m."id")`

/** Every open page calls this once a minute: it is one statement over indexes. */
export const countUnread = async (userId: string): Promise<number> => {
  const [row] = await db.$queryRaw<
    { count: number | bigint }[]
  >`SELECT count(*) AS "count" FROM "Message" m WHERE ${unreadBy(userId, now())}`
  return Number(row?.count ?? 0)
}

export type MessageQuery = {
  page: number
  size: number
  unread?: boolean
  from?: Date | null
  before?: Date | null
  search?: string | null
  language: string
}

/**
 * One page of the account's messages, newest first; `search` matches part of the title or text that the reader sees,
 * ignoring case, accents and digit scripts.
 */
export const findMessages = async (
  userId: string,
  query: MessageQuery,
): Promise<{ items: MessageView[]; total: number }> => {
  const conditions: Prisma.MessageWhereInput[] = [await visibleTo(userId)]
  if (query.unread === true) conditions.push({ reads: { none: { userId } } })
  if (query.from != null) conditions.push({ createdAt: { gte: query.from } })
  if (query.before != null) conditions.push({ createdAt: { lt: query.before } })
  const key = findSearchKey(query.search)
  if (key !== null) {
    const found = { searchKey: { contains: key } }
    conditions.push({
      OR: [
        { texts: { some: { language: query.language, ...found } } },
        { texts: { none: { language: query.language }, some: { language: fallbackLanguage, ...found } } },
      ],
    })
  }
  const where: Prisma.MessageWhereInput = { AND: conditions }
  const [rows, total] = await Promise.all([
    db.message.findMany({
      where,
      select: readerSelect(userId, query.language),
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (query.page - 1) * query.size,
      take: query.size,
    }),
    db.message.count({ where }),
  ])
  return { items: rows.map((row) => viewOf(row, query.language)), total }
}

/** Adds missing search keys for at most `most` texts. Returns how many; call it until there are none. */
export const fillMessageKeys = async (most: number): Promise<number> => {
  const rows = await db.messageText.findMany({
    where: { searchKey: null },
    take: most,
    select: { messageId: true, language: true, title: true, text: true },
  })
  await db.$transaction(
    rows.map(({ messageId, language, title, text }) =>
      db.messageText.updateMany({ where: { messageId, language }, data: { searchKey: searchKeyOf(title, text) } }),
    ),
  )
  return rows.length
}

/** One message of the account, without marking it as read; null if there is none for it. */
export const findMessage = async (userId: string, id: string, language: string): Promise<MessageView | null> => {
  const row = await db.message.findFirst({
    where: { AND: [{ id }, await visibleTo(userId)] },
    select: readerSelect(userId, language),
  })
  return row === null ? null : viewOf(row, language)
}

/** Marks a message as read; repeating it changes nothing. A0404 if there is none for this account. */
export const markRead = async (userId: string, id: string): Promise<Result<null>> => {
  if ((await db.message.count({ where: { AND: [{ id }, await visibleTo(userId)] } })) === 0)
    return fail('A0404', { data: { context: 'message' } })
  await db.$executeRaw`INSERT INTO "MessageRead" ("userId", "messageId", "readAt") VALUES (${userId}, ${id}, ${now()}) ON CONFLICT DO NOTHING`
  return ok(null)
}

/** Returns the message and marks it as read. */
export const readMessage = async (userId: string, id: string, language: string): Promise<Result<MessageView>> => {
  const found = await findMessage(userId, id, language)
  if (found === null) return fail('A0404', { data: { context: 'message' } })
  if (found.readAt === null) await noteIfRoom(() => markRead(userId, id))
  return ok(found)
}

/** Marks all messages that the account can see as read; returns how many there were. */
export const markAllRead = async (userId: string): Promise<number> => {
  const at = now()
  return db.$executeRaw`INSERT INTO "MessageRead" ("userId", "messageId", "readAt") SELECT ${userId}, m."id", ${at} FROM "Message" m WHERE ${unreadBy(userId, at)} ON CONFLICT DO NOTHING`
}

export type MessageTarget =
  | { audience: 'all' }
  | { audience: 'model'; modelId: string; name: string }
  | { audience: 'user'; userId: string; name: string }
/** A message as the operator sees it: all its languages, and how many have read it. */
export type SentMessage = {
  id: string
  audience: Audience
  to: string | null
  createdAt: Date
  endsAt: Date | null
  withdrawnAt: Date | null
  reads: number
  texts: { language: string; title: string; text: string }[]
}

const operatorInclude = {
  texts: { orderBy: { language: 'asc' } },
  model: { select: { name: true } },
  user: { select: { userName: true } },
  _count: { select: { reads: true } },
} satisfies Prisma.MessageInclude
const sentOf = (row: Prisma.MessageGetPayload<{ include: typeof operatorInclude }>): SentMessage => ({
  id: row.id,
  audience: row.audience as Audience,
  to: row.model?.name ?? row.user?.userName ?? null,
  createdAt: row.createdAt,
  endsAt: row.endsAt,
  withdrawnAt: row.withdrawnAt,
  reads: row._count.reads,
  texts: row.texts.map(({ language, title, text }) => ({ language, title, text })),
})

const textRows = (texts: Readonly<Record<string, MessageTextInput>>) =>
  Object.entries(texts).map(([language, { title, text }]) => ({
    language,
    title,
    text,
    searchKey: searchKeyOf(title, text),
  }))

/**
 * Sends a message. Repeating a `batch` returns the first message; A0409 if the content differs. A0422: no English text,
 * or an end in the past.
 */
export const sendMessage = async (
  by: By,
  target: MessageTarget,
  texts: Readonly<Record<string, MessageTextInput>>,
  endsAt: Date | null,
  batch?: string,
): Promise<Result<{ message: SentMessage; isNew: boolean }>> => {
  const english = texts[fallbackLanguage]
  if (english === undefined) return fail('A0422', { field: 'texts' })
  const { audience } = target
  const to = audience === 'model' ? target.modelId : audience === 'user' ? target.userId : null
  const named = { owner: by.userId, purpose: 'message.send', key: batch, asked: { audience, to, texts, endsAt } }
  const done = await once<{ id: string }, Failure>(named, async (commit) => {
    if (endsAt !== null && endsAt <= now()) return fail('A0422', { field: 'until' })
    return commit(async (tx): Promise<Result<{ id: string }>> => {
      const id = makeId()
      await tx.message.create({
        data: {
          id,
          audience,
          modelId: audience === 'model' ? to : null,
          userId: audience === 'user' ? to : null,
          createdAt: now(),
          endsAt,
          authorId: by.userId,
          texts: { create: textRows(texts) },
        },
      })
      const detail = `${audience}${audience === 'all' ? '' : ` ${target.name}`}: ${english.title}`
      await recordActBy(by, { action: 'message.send', subject: id, detail }, tx)
      return ok({ id })
    })
  })
  if (!done.ok) return done
  const row = await db.message.findUnique({ where: { id: done.value.id }, include: operatorInclude })
  // Its account was removed, and the message with it.
  return row === null
    ? fail('A0404', { data: { context: 'message' } })
    : ok({ message: sentOf(row), isNew: done.isNew })
}

/** The id prefix of the portal's own messages; the operator's list of sent messages omits them. */
const notificationPrefix = 'told-'
const sentByPeople = { NOT: { id: { startsWith: notificationPrefix } } } satisfies Prisma.MessageWhereInput

/** Title and text by language; English is always present. */
export type MessageTexts = Readonly<Record<string, MessageTextInput>>
const notificationOf = (userId: string, event: string, texts: MessageTexts) => {
  if (texts[fallbackLanguage] === undefined) throw new Error(`the event ${event} has no English text`)
  return {
    id: `${notificationPrefix}${sha256(`${userId} ${event}`).slice(0, 32)}`,
    audience: 'user',
    userId,
    createdAt: now(),
    texts: { create: textRows(texts) },
  }
}

/**
 * Notifies an account of something that happened to its own data, in all languages of `texts`. The same `event` is sent
 * once, however often this is called.
 */
export const notifyAccount = async (userId: string, event: string, texts: MessageTexts): Promise<void> => {
  await db.message.create({ data: notificationOf(userId, event, texts) }).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
  })
}
/**
 * The same inside the event's transaction: both are stored, or neither. `isOwnAct`: the account has just done it and
 * the page has confirmed it, so the message is stored as read.
 */
export const notifyAccountIn = async (
  tx: Transaction,
  userId: string,
  event: string,
  texts: MessageTexts,
  { isOwnAct = false } = {},
): Promise<void> => {
  const { texts: made, ...data } = notificationOf(userId, event, texts)
  const reads = isOwnAct ? { create: { userId, readAt: data.createdAt } } : {}
  await tx.message.upsert({ where: { id: data.id }, create: { ...data, texts: made, reads }, update: {} })
}

/** Sent messages, newest first, including withdrawn ones, for the operator. */
export const listMessages = async (asked: {
  page: number
  size: number
}): Promise<{ items: SentMessage[]; total: number }> => {
  const [rows, total] = await Promise.all([
    db.message.findMany({
      where: sentByPeople,
      include: operatorInclude,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (asked.page - 1) * asked.size,
      take: asked.size,
    }),
    db.message.count({ where: sentByPeople }),
  ])
  return { items: rows.map(sentOf), total }
}

/** Withdraws a message: nobody sees it any more. A0404 unknown, A0409 already withdrawn. */
export const withdrawMessage = (by: By, id: string): Promise<Result<null>> =>
  transact(async (tx): Promise<Result<null>> => {
    if ((await tx.message.count({ where: { id } })) === 0) return fail('A0404', { data: { context: 'message' } })
    const withdrawn = await tx.message.updateMany({ where: { id, withdrawnAt: null }, data: { withdrawnAt: now() } })
    if (withdrawn.count === 0) return fail('A0409')
    await recordActBy(by, { action: 'message.withdraw', subject: id }, tx)
    return ok(null)
  })
