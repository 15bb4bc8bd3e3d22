/**
 * A secret that is shown once. It travels over the redirect in an HttpOnly cookie of two minutes, encrypted with the
 * server's key, and the page that shows it removes the cookie.
 */
import type { AppLoadContext } from '@remix-run/node'
import { encrypt, decrypt } from '~/platform/encryption.server'
import { isSecure, readPageCookie, writeCookie } from './cookie.server'

const cookieName = 'portal-once'
const livesSeconds = 120

/** The Set-Cookie value that carries the secret, for this purpose only. */
export const onceCookie = (context: AppLoadContext, purpose: string, secret: string): string =>
  writeCookie(cookieName, encrypt(`once:${purpose}`, secret), {
    secure: isSecure(context),
    maxAgeSeconds: livesSeconds,
  })

/** Returns the secret, and the header that removes the cookie; null if it was shown before or has expired. */
export const takeOnce = (
  request: Request,
  context: AppLoadContext,
  purpose: string,
): { secret: string | null; header: string } => {
  const header = writeCookie(cookieName, '', { secure: isSecure(context), maxAgeSeconds: 0 })
  const text = readPageCookie(request, cookieName)
  if (!text) return { secret: null, header }
  return { secret: decrypt(`once:${purpose}`, text), header }
}
