/** Small cookies that carry a page's state over a redirect: signed if it matters, and never containing a secret. */
import { createHmac } from 'node:crypto'
import { sameSecret } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import { cookieNameOf, readCookie } from './cookie'

/** True if the request came over TLS. */
export const isSecure = ({ origin }: { origin: string }): boolean => origin.startsWith('https:')

type Options = { secure: boolean; maxAgeSeconds?: number; httpOnly?: boolean }

/**
 * Formats a Set-Cookie value for the whole site. Over TLS our cookies are named `__Host-…`, so that neither a network
 * attacker nor a sibling domain can plant them.
 */
export const writeCookie = (name: string, value: string, { secure, maxAgeSeconds, httpOnly = true }: Options): string =>
  [
    `${cookieNameOf(name, secure)}=${value}`,
    'Path=/',
    'SameSite=Lax',
    ...(httpOnly ? ['HttpOnly'] : []),
    ...(secure ? ['Secure'] : []),
    ...(maxAgeSeconds === undefined ? [] : [`Max-Age=${maxAgeSeconds}`]),
  ].join('; ')

/** Reads a cookie that `writeCookie` wrote; null if there is none. */
export const readPageCookie = (request: Request, name: string): string | null =>
  readCookie(request.headers, cookieNameOf(name, request.url.startsWith('https:')))

const signatureOf = (purpose: string, body: string): string =>
  createHmac('sha256', deriveKey(`cookie:${purpose}`))
    .update(body)
    .digest('base64url')

/** Encodes a value with a signature for one purpose. */
export const signValue = (purpose: string, value: unknown): string => {
  const body = Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${body}.${signatureOf(purpose, body)}`
}

/** Decodes what `signValue` returned for the same purpose; null for anything else. */
export const openValue = (purpose: string, text: string): unknown => {
  const [body, signature] = text.split('.')
  if (body === undefined || signature === undefined || !sameSecret(signature, signatureOf(purpose, body))) return null
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as unknown
  } catch {
    return null
  }
}
