/**
 * A secret that one page shows once: it travels over the redirect sealed with the server's key in an HttpOnly cookie of
 * two minutes, and the page that takes it removes the cookie.
 */
import type { AppLoadContext } from '@remix-run/node'
import { seal, unseal } from '~/platform/seal.server'
import { isSecure, readPageCookie, writeCookie } from './cookie.server'

const cookieName = 'portal-once'
const livesSeconds = 120

/** The Set-Cookie value that carries the secret, for this purpose only. */
export const onceCookie = (context: AppLoadContext, purpose: string, secret: string): string =>
  writeCookie(cookieName, seal(`once:${purpose}`, secret), { secure: isSecure(context), maxAgeSeconds: livesSeconds })

/** The secret, and the header that takes the cookie away; null when it was shown before or its time is over. */
export const takeOnce = (
  request: Request,
  context: AppLoadContext,
  purpose: string,
): { secret: string | null; header: string } => {
  const header = writeCookie(cookieName, '', { secure: isSecure(context), maxAgeSeconds: 0 })
  const text = readPageCookie(request, cookieName)
  if (!text) return { secret: null, header }
  return { secret: unseal(`once:${purpose}`, text), header }
}
