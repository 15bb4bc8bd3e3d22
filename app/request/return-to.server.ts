/** The address that a visitor was sent away from, in a cookie, to come back to after signing in. */
import type { AppLoadContext } from '@remix-run/node'
import { isSecure, readPageCookie, writeCookie } from './cookie.server'
import { parseReturnTo } from './return-to'

const cookieName = 'portal-return'
/** A sign-in with a forgotten password takes minutes; an address kept for longer surprises. */
const livesSeconds = 3600

/** The Set-Cookie value that remembers a page; null forgets it. */
export const returnToCookie = (context: AppLoadContext, page: string | null): string =>
  writeCookie(cookieName, page === null ? '' : encodeURIComponent(page), {
    secure: isSecure(context),
    maxAgeSeconds: page === null ? 0 : livesSeconds,
  })

/** The address that a visitor was sent away from, to come back to after signing in. */
export const findReturnTo = (request: Request): string | null => {
  const kept = readPageCookie(request, cookieName)
  if (kept === null || kept === '') return null
  try {
    return parseReturnTo(decodeURIComponent(kept))
  } catch {
    return null
  }
}
