/** Messages across redirects, in a signed cookie that lives for a minute and is removed by the next page. */
import { redirect, type AppLoadContext } from '@remix-run/node'
import { isSecure, openValue, readPageCookie, signValue, writeCookie } from './cookie.server'
import type { Flash } from './flash'

export type { Flash } from './flash'

const cookieName = 'portal-flash'
/** Long enough for a slow redirect, short enough that no old message appears. */
const livesSeconds = 60
/** Browsers drop cookies above 4 KB. */
const maxValueLength = 2000

type Flashing = Pick<Flash, 'kind' | 'key' | 'undo' | 'next'> & { params?: Flash['params'] }

const isFlash = (value: unknown): value is Flash => {
  if (typeof value !== 'object' || value === null) return false
  const { kind, key, params } = value as Partial<Record<keyof Flash, unknown>>
  return (
    typeof key === 'string' &&
    (kind === 'done' || kind === 'note' || kind === 'problem') &&
    typeof params === 'object' &&
    params !== null
  )
}

/** The Set-Cookie value that carries a message to the next page. */
export const flashCookie = (context: AppLoadContext, { params = {}, ...flash }: Flashing): string => {
  const value = signValue('flash', { ...flash, params } satisfies Flash)
  return writeCookie(cookieName, value.length > maxValueLength ? '' : value, {
    secure: isSecure(context),
    maxAgeSeconds: livesSeconds,
  })
}

/** Makes a 303 to one of our pages that shows this message. `key` is namespace and key: "terminal:unbound". */
export const redirectWithFlash = (
  context: AppLoadContext,
  to: string,
  flash: Flashing,
  headers: HeadersInit = {},
): Response => {
  const all = new Headers(headers)
  all.append('set-cookie', flashCookie(context, flash))
  return redirect(to, { status: 303, headers: all })
}

/** The same for what was done as asked. */
export const redirectDone = (
  context: AppLoadContext,
  to: string,
  key: string,
  params: Flash['params'] = {},
): Response => redirectWithFlash(context, to, { kind: 'done', key, params })

/** Returns the message for this page, and the headers that remove it. The root loader calls this once. */
export const takeFlash = (request: Request): { flash: Flash | null; headers: Headers } => {
  const headers = new Headers()
  const text = readPageCookie(request, cookieName)
  if (text === null || text === '') return { flash: null, headers }
  headers.append(
    'set-cookie',
    writeCookie(cookieName, '', { secure: request.url.startsWith('https:'), maxAgeSeconds: 0 }),
  )
  const value = openValue('flash', text)
  return { flash: isFlash(value) ? value : null, headers }
}
