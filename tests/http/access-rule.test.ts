/**
 * Access rules of the pages: the exact routes and which of them a visitor may open. Any other page redirects to / and
 * is remembered for after sign-in.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
beforeAll(async () => {
  portal = await sharePortal()
})
afterAll(() => portal.stop())

/** Reachable without a session: the six routes of the specification, sign-in, and the help subpages. */
const open = [
  '/home',
  '/register',
  '/forget',
  '/help',
  '/userAgreement',
  '/privacy',
  '/login',
  '/login/code',
  '/help/contact',
  '/help/regions',
  '/help/app',
] as const
/** Customers only. */
const closed = [
  '/terminal',
  '/terminal/bind',
  '/order',
  '/service',
  '/service/country',
  '/service/vpn',
  '/features',
  '/features/uploads',
  '/personal',
  '/personal/tokens',
  '/news',
  '/news/feedback',
  '/news/feedback/new',
] as const
/** Signed-out visitors only. */
const guests: readonly string[] = ['/login', '/login/code', '/register']

describe('signed out', () => {
  it('/ shows the home page', async () => {
    const answer = await portal.visitor().request('/')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/home'])
  })

  it.each(open)('%s is reachable', async (address) => {
    expect((await portal.visitor().request(address)).status).toBe(200)
  })

  it.each(closed)('%s redirects to /, where a link leads to signing in, which returns to it', async (address) => {
    const visitor = portal.visitor()
    const asked = `${address}?page=1`
    const answer = await visitor.request(asked)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/'])
    expect(await (await visitor.request('/home')).text()).toContain(
      '<a href="/login">Sign in to continue to the page you wanted.</a>',
    )
    const signedIn = await visitor.post('/login', {
      identifier: portal.people.customer.userName,
      password: portal.people.customer.password,
    })
    expect([signedIn.status, signedIn.headers.get('location')]).toEqual([303, asked])
  })

  it('the navigation links exactly the specified routes', async () => {
    const page = await (await portal.visitor().request('/home')).text()
    for (const address of [
      '/home',
      '/register',
      '/login',
      '/help',
      '/help/app',
      '/help/contact',
      '/userAgreement',
      '/privacy',
    ])
      expect(page, address).toContain(`href="${address}"`)
    for (const address of closed) expect(page, address).not.toContain(`href="${address}"`)
  })
})

describe('signed in', () => {
  it('opens every page except the visitors’ pages, which redirect home', async () => {
    const customer = await portal.signIn('customer')
    for (const address of [...open, ...closed]) {
      const answer = await customer.request(address)
      expect([answer.status, answer.headers.get('location')], address).toEqual(
        guests.includes(address) ? [302, '/home'] : [200, null],
      )
    }
    const page = await (await customer.request('/home')).text()
    for (const address of [
      '/home',
      '/terminal',
      '/features',
      '/news',
      '/personal',
      '/help',
      '/userAgreement',
      '/privacy',
    ])
      expect(page, address).toContain(`href="${address}"`)
    for (const address of ['/login', '/register']) expect(page, address).not.toContain(`href="${address}"`)
  })
})
