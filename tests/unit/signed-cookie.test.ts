/** A signed cookie value is valid unchanged and for its own purpose only. */
import { expect, it } from 'vitest'
import { knownBrowserCookie, readKnownBrowser } from '~/request/known-browser'
import { openValue, signValue } from '~/request/cookie.server'

it('accepts a signed value for its own purpose only', () => {
  const value = { kind: 'done', key: 'a:b', n: [1, 2] }
  const signed = signValue('flash', value)
  expect(openValue('flash', signed)).toEqual(value)
  for (const purpose of ['once', 'step', 'known-browser', 'flash ', 'Flash', ''])
    expect(openValue(purpose, signed)).toBeNull()
})
it('rejects a signed value in any other form than issued', () => {
  const signed = signValue('flash', { key: 'a' })
  const [body = '', signature = ''] = signed.split('.')
  const other = Buffer.from(JSON.stringify({ key: 'b' })).toString('base64url')
  for (const altered of [
    `${other}.${signature}`,
    body,
    `${body}.`,
    `${body}.${signature.slice(0, -1)}`,
    `.${signature}`,
    '',
    '.',
    `${body}.${signValue('flash', { key: 'b' }).split('.')[1] ?? ''}`,
  ])
    expect(openValue('flash', altered)).toBeNull()
})
it('does not take a page’s message for a known browser', () => {
  const known = { id: 'a-browser-of-sixteen', tags: ['t'] }
  const held = (value: string) => new Headers({ cookie: `portal-known=${value}` })
  const given = knownBrowserCookie(known, false).split(';')[0]?.split('=')[1] ?? ''
  expect(readKnownBrowser(held(given), false)).toEqual(known)
  expect(readKnownBrowser(held(signValue('flash', known)), false)).toBeNull()
})
