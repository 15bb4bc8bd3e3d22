/** Tokens in form addresses: which pages and forms get one, and which requests it allows. */
import { expect, it } from 'vitest'
import { hasFormToken, withFormTokens } from '~/request/form-token.server'

const [session, visitor] = ['portal-session=mps_one', 'portal-visitor=mpv_one']
const url = 'https://portal.test/personal?from=mail'
type Sent = Record<string, string>
const page = (markup: string, headers: Sent, secure = false): string =>
  withFormTokens(markup, { url, headers: new Headers(headers) }, secure)
const form = (action: string): string => `<form method="post" action="${action}">`
/** The address that a form of a page gets for these headers. */
const addressFor = (headers: Sent, secure = false): string =>
  (/action="([^"]*)"/.exec(page(form('/personal'), headers, secure))?.[1] ?? '').replaceAll('&amp;', '&')

it('ties a token to the page’s session, or to its visitor when nobody is signed in', () => {
  const both = `${visitor}; ${session}`
  const own = addressFor({ cookie: both })
  expect(own).toMatch(/^\/personal\?form-token=[\w-]{30}$/)
  const opens = (cookie: string): boolean => hasFormToken(own, cookie, false)
  expect([both, session, visitor, 'portal-session=mps_two', ''].map(opens)).toEqual([true, true, false, false, false])
  expect(hasFormToken(addressFor({ cookie: visitor }), visitor, false)).toBe(true)
})
it('ties a token to the TLS-only cookies over TLS', () => {
  const held = `__Host-${session}`
  expect(hasFormToken(addressFor({ cookie: held }, true), held, true)).toBe(true)
  expect(hasFormToken(addressFor({ cookie: session }), session, true)).toBe(false)
  expect(addressFor({ cookie: session }, true)).toBe('/personal')
})
it('rejects a missing, cut or altered token', () => {
  const own = addressFor({ cookie: session })
  const swapped = own.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  for (const address of ['/personal', '/personal?form-token=', own.slice(0, -1), swapped])
    expect(hasFormToken(address, session, false), address).toBe(false)
})
it('leaves a page unchanged for a browser that names its site, or without a cookie', () => {
  const markup = form('/personal')
  const named: Sent[] = [{ 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-mode': 'navigate' }]
  for (const more of named) expect(page(markup, { cookie: session, ...more })).toBe(markup)
  expect(page(markup, {})).toBe(markup)
})
it('adds a token only to forms posted to the portal, so no other site learns it', () => {
  const kept = [
    '<form method="get" action="/personal">',
    form('https://elsewhere.test/pay?a=1'),
    form('http://portal.test/personal'),
  ]
  for (const markup of kept) expect(page(markup, { cookie: session })).toBe(markup)
  const token = String.raw`form-token=[\w-]{30}"`
  expect(page(form('/wallet?a=1&amp;b=%22x'), { cookie: session })).toMatch(
    new RegExp(String.raw`action="/wallet\?a=1&amp;b=%22x&amp;${token}`),
  )
  // A form without an address posts to the page itself.
  expect(page('<form method="post">', { cookie: session })).toMatch(
    new RegExp(String.raw`^<form action="/personal\?from=mail&amp;${token}`),
  )
})
