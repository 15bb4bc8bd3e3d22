/** How many rows per page a user prefers, stored for a year in a cookie that contains nothing else. */
import type { AppLoadContext } from '@remix-run/node'
import { isSecure, readPageCookie, writeCookie } from '~/request/cookie.server'

const name = 'portal-rows'
const keptSeconds = 365 * 24 * 3600

export const readRowsCookie = (request: Request): string | null => readPageCookie(request, name)
export const writeRowsCookie = (context: AppLoadContext, size: number): string =>
  writeCookie(name, String(size), { secure: isSecure(context), maxAgeSeconds: keptSeconds })
