/** The cookie that identifies a browser that signed in before. It proves nothing else; see the account's module. */
import { z } from 'zod'
import type { KnownBrowser } from '~/platform/visit'
import { openValue, signValue, writeCookie } from './cookie.server'
import { cookieNameOf, readCookie } from './cookie'

const cookieName = 'portal-known'
/** Browsers keep no cookie longer than this. */
const livesSeconds = 400 * 86_400
const maxCookieLength = 1000
const schema = z.object({ id: z.string().min(16).max(64), tags: z.array(z.string().max(64)).max(8) })

/** How the request's browser is known; null if it has no such cookie, or one that is not ours. */
export const readKnownBrowser = (headers: Headers, secure: boolean): KnownBrowser | null => {
  const held = readCookie(headers, cookieNameOf(cookieName, secure))
  if (held === null || held === '' || held.length > maxCookieLength) return null
  const parsed = schema.safeParse(openValue('known-browser', held))
  return parsed.success ? parsed.data : null
}

/**
 * The Set-Cookie value that identifies the browser from now on. Exit keeps it: a person who signs out on purpose is not
 * a stranger the next day.
 */
export const knownBrowserCookie = (known: KnownBrowser, secure: boolean): string =>
  writeCookie(cookieName, signValue('known-browser', known), { secure, maxAgeSeconds: livesSeconds })
