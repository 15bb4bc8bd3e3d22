/** Keeps the address that a visitor was redirected from in a cookie, to return to after signing in. */
import type { AppLoadContext } from '@remix-run/node'
import { isSecure, readPageCookie, writeCookie } from './cookie.server'
import { parseReturnTo } from './return-to'

const cookieName = 'portal-return'
/** Signing in with a forgotten password takes minutes; returning to an older address would be a surprise. */
const livesSeconds = 3600

/** The Set-Cookie value that stores a page; null removes it. */
export const returnToCookie = (context: AppLoadContext, page: string | null): string =>
  writeCookie(cookieName, page === null ? '' : encodeURIComponent(page), {
    secure: isSecure(context),
    maxAgeSeconds: page === null ? 0 : livesSeconds,
  })

/** Reads the address that a visitor was redirected from, to return to after signing in. */
export const findReturnTo = (request: Request): string | null => {
  const kept = readPageCookie(request, cookieName)
  if (kept === null || kept === '') return null
  try {
    return parseReturnTo(decodeURIComponent(kept))
  } catch {
    return null
  }
}
