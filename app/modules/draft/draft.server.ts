/**
 * Drafts: what a person had typed but not sent when the session ended. They are kept for 24 hours, returned only to the
 * same account, and removed on Exit. They never contain secrets: password, code and similar fields are dropped here,
 * whoever sent them.
 */
import { dayMs, inMs, now } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { isSecretField } from '~/platform/log.server'
import { fail, ok, type Result } from '~/errors/table'

/** Fields by name; repeated fields keep all their values. */
export type DraftFields = Record<string, string | string[]>

const livesMs = dayMs
/** More pages with unfinished forms than anybody has open; the oldest is dropped first. */
const maxPages = 20
/** Enough for a long form of text; drafts don't contain files. */
export const maxDraftBytes = 32 * 1024
const maxPageLength = 1000
/** Fields of a form that a person does not type. */
const notTyped = /^(?:intent|_data|_action|returnTo)$/

/** The fields of a form that may be kept: nothing secret, and only what was typed. */
export const keepableFields = (fields: Readonly<Record<string, unknown>>): DraftFields => {
  const kept: DraftFields = {}
  for (const [name, value] of Object.entries(fields)) {
    if (name.length > 100 || notTyped.test(name) || isSecretField(name)) continue
    if (typeof value === 'string') {
      if (value !== '') kept[name] = value
    } else if (Array.isArray(value) && value.every((item) => typeof item === 'string')) kept[name] = value
  }
  return kept
}

/**
 * Stores the contents of a page's forms, replacing earlier contents; empty contents remove the draft. A0413 if it is
 * too long, A0422 for an address that is not a page's.
 */
export const keepDraft = async (
  userId: string,
  page: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Result<null>> => {
  if (!page.startsWith('/') || page.length > maxPageLength) return fail('A0422', { field: 'page' })
  const kept = keepableFields(fields)
  const text = JSON.stringify(kept)
  if (Buffer.byteLength(text) > maxDraftBytes) return fail('A0413', { data: { limitBytes: maxDraftBytes } })
  if (Object.keys(kept).length === 0) {
    await dropDraft(userId, page)
    return ok(null)
  }
  const at = now()
  const row = { fields: text, updatedAt: at, expiresAt: inMs(livesMs) }
  await db.draft.upsert({ where: { userId_page: { userId, page } }, create: { userId, page, ...row }, update: row })
  const surplus = await db.draft.findMany({
    where: { userId },
    orderBy: { updatedAt: 'desc' },
    skip: maxPages,
    select: { page: true },
  })
  if (surplus.length > 0) await db.draft.deleteMany({ where: { userId, page: { in: surplus.map((one) => one.page) } } })
  return ok(null)
}

const parseFields = (text: string): DraftFields => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? keepableFields(Object.fromEntries(Object.entries(value))) : {}
}

/** A page's draft, without removing it; null if there is none or its day is over. */
export const findDraft = async (userId: string, page: string): Promise<DraftFields | null> => {
  const row = await db.draft.findUnique({ where: { userId_page: { userId, page } } })
  return row === null || row.expiresAt <= now() ? null : parseFields(row.fields)
}

/** A page's draft, returned once. */
export const takeDraft = async (userId: string, page: string): Promise<DraftFields | null> => {
  const found = await findDraft(userId, page)
  if (found !== null) await dropDraft(userId, page)
  return found
}

/** Removes a page's draft, because it was sent or is not wanted. */
export const dropDraft = async (userId: string, page: string): Promise<void> => {
  await db.draft.deleteMany({ where: { userId, page } })
}

/** Removes all drafts of an account. */
export const dropDrafts = async (userId: string): Promise<void> => {
  await db.draft.deleteMany({ where: { userId } })
}

/** Removes drafts older than a day; the server calls it periodically. */
export const clearOldDrafts = async (): Promise<number> =>
  (await db.draft.deleteMany({ where: { expiresAt: { lt: now() } } })).count
