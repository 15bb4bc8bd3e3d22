/**
 * Puts a token into the addresses of a page's forms, for browsers that don't say which page a form comes from. lynx
 * sends neither Origin nor Sec-Fetch-Site, and no Referer from a page whose address has a query. The token is derived
 * from the cookie that the form acts for and the server's key, so no other site can know it. It differs on each page,
 * because pages are compressed. Pages for other browsers have none.
 */
import { createHmac } from 'node:crypto'
import { makeToken, sameSecret } from '~/platform/random.server'
import { deriveKey } from '~/platform/encryption.server'
import { cookieNameOf, readCookie, sessionCookieName, visitorCookieName } from './cookie'

/** Its name in an address; the log hides values of names with this ending. */
const parameter = 'form-token'

const saltLength = 8

/** Returns the request's session cookie, otherwise its visitor cookie; null if it has neither. */
const heldBy = (headers: Headers, secure: boolean): string | null =>
  readCookie(headers, sessionCookieName(secure)) ?? readCookie(headers, cookieNameOf(visitorCookieName, secure))

const tokenFor = (held: string, salt: string): string =>
  salt + createHmac('sha256', deriveKey('form')).update(`${salt}.${held}`).digest('base64url').slice(0, 22)

/** True if an address (path and query) has the token that belongs to the cookie. */
export const hasFormToken = (address: string, cookie: string, secure: boolean): boolean => {
  const held = heldBy(new Headers({ cookie }), secure)
  const sent = new URLSearchParams(address.split('?', 2)[1]).get(parameter)
  return held !== null && sent !== null && sameSecret(tokenFor(held, sent.slice(0, saltLength)), sent)
}

/** Removes the token from an address, so that nothing behind the check sees, repeats or logs it. */
export const withoutFormToken = (address: string): string => {
  const mark = address.indexOf('?')
  if (mark < 0) return address
  const kept = address
    .slice(mark + 1)
    .split('&')
    .filter((pair) => pair.split('=', 1)[0] !== parameter)
  return kept.length === 0 ? address.slice(0, mark) : `${address.slice(0, mark)}?${kept.join('&')}`
}

/** Browsers that name the site of a request need no token. */
const saysItsSite = (headers: Headers): boolean => headers.has('sec-fetch-site') || headers.has('sec-fetch-mode')

const unescapeHtml = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/**
 * Adds the token to the address of each posted form of the page. The page stays unchanged if its browser needs none.
 */
export const withFormTokens = (markup: string, request: { url: string; headers: Headers }, secure: boolean): string => {
  const held = saysItsSite(request.headers) ? null : heldBy(request.headers, secure)
  if (held === null) return markup
  const token = tokenFor(held, makeToken().slice(0, saltLength))
  const withToken = (address: string): string => {
    const url = new URL(address, request.url)
    if (url.origin !== new URL(request.url).origin) return address
    url.searchParams.set(parameter, token)
    return url.pathname + url.search
  }
  return markup.replaceAll(/<form\b[^>]*\bmethod="post"[^>]*>/g, (tag) => {
    const action = /\baction="([^"]*)"/.exec(tag)
    const address = escapeHtml(withToken(unescapeHtml(action?.[1] ?? '')))
    return action === null
      ? tag.replace('<form', `<form action="${address}"`)
      : tag.replace(action[0], () => `action="${address}"`)
  })
}
