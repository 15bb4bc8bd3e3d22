/**
 * Keeps what was typed into a form for the next load of the same page: across a captcha, the end of a session, or a
 * change of language. It contains no secrets and is encrypted in a cookie that lives for a quarter of an hour.
 */
import type { AppLoadContext } from '@remix-run/node'
import { z } from 'zod'
import { keepableFields, keepDraft } from '~/modules/draft/draft.server'
import { encrypt, decrypt } from '~/platform/encryption.server'
import { isSecure, readPageCookie, writeCookie } from '~/request/cookie.server'

const cookieName = 'portal-kept'
const livesSeconds = 900
/** Browsers drop cookies above 4 KB; longer text must be typed again. */
const maxEncryptedLength = 3500

const keptSchema = z.object({
  path: z.string(),
  fields: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
})
export type KeptFields = z.output<typeof keptSchema>['fields']

/** Reads what a page's script reports of its forms' contents; empty if it can't be read. */
export const parseTyped = (text: string | string[] | undefined): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(typeof text === 'string' ? text : '{}')
    return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
  } catch {
    return {}
  }
}

/** The Set-Cookie value that returns these fields to the page at `path`. */
export const keptCookie = (context: AppLoadContext, path: string, fields: KeptFields): string => {
  const encrypted = encrypt('kept', JSON.stringify({ path, fields: keepableFields(fields) }))
  return writeCookie(cookieName, encrypted.length > maxEncryptedLength ? '' : encrypted, {
    secure: isSecure(context),
    maxAgeSeconds: livesSeconds,
  })
}

/**
 * Returns the fields kept for this page, and the header that removes them; null if there are none, or they belong to
 * another page.
 */
export const takeKept = (
  request: Request,
  context: AppLoadContext,
): { fields: KeptFields | null; header: string | null } => {
  const encrypted = readPageCookie(request, cookieName)
  const opened = encrypted === null || encrypted === '' ? null : decrypt('kept', encrypted)
  if (opened === null) return { fields: null, header: null }
  const kept = keptSchema.safeParse(JSON.parse(opened))
  if (!kept.success || kept.data.path !== new URL(request.url).pathname) return { fields: null, header: null }
  return {
    fields: kept.data.fields,
    header: writeCookie(cookieName, '', { secure: isSecure(context), maxAgeSeconds: 0 }),
  }
}

/**
 * Keeps the contents of a page's forms for its next load: with the account, which has room for a long text, or in this
 * browser's cookie.
 */
export const keepTyped = async (
  context: AppLoadContext,
  user: { userId: string } | null,
  page: string,
  typed: Readonly<Record<string, unknown>>,
  headers: Headers,
): Promise<void> => {
  // Text that does not fit must be typed again.
  if (user !== null) await keepDraft(user.userId, page, typed)
  else headers.append('set-cookie', keptCookie(context, new URL(page, context.origin).pathname, keepableFields(typed)))
}
