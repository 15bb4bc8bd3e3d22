/**
 * A value that a cookie carries counts for the purpose that it was signed for, whole and unchanged, and for no other.
 */
import { expect, it } from 'vitest'
import { knownBrowserCookie, readKnownBrowser } from '~/request/known-browser'
import { openValue, signValue } from '~/request/cookie.server'

it('opens for its own purpose alone', () => {
  const value = { kind: 'done', key: 'a:b', n: [1, 2] }
  const signed = signValue('flash', value)
  expect(openValue('flash', signed)).toEqual(value)
  for (const purpose of ['once', 'step', 'known-browser', 'flash ', 'Flash', ''])
    expect(openValue(purpose, signed)).toBeNull()
})
it('opens in no other form than it was given', () => {
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
it('of a page’s message is no browser that was known before', () => {
  const known = { id: 'a-browser-of-sixteen', tags: ['t'] }
  const held = (value: string) => new Headers({ cookie: `portal-known=${value}` })
  const given = knownBrowserCookie(known, false).split(';')[0]?.split('=')[1] ?? ''
  expect(readKnownBrowser(held(given), false)).toEqual(known)
  expect(readKnownBrowser(held(signValue('flash', known)), false)).toBeNull()
})
