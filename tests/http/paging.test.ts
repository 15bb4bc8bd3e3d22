/** A page beyond the end of a table redirects to the last page, with the rest of its address. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
let person: HttpClient
beforeAll(async () => {
  portal = await sharePortal()
  person = await portal.signIn('customer')
  for (let number = 1; number <= 12; number++) {
    const sent = await portal.visitor().api('POST', '/operator/messages', {
      token: portal.tokens.operator,
      json: {
        audience: 'user',
        to: portal.people.customer.userName,
        texts: { en: { title: `News ${number}`, text: 'In all detail.' } },
      },
    })
    if (sent.code !== '0') throw new Error(sent.code)
  }
})
afterAll(() => portal.stop())

const leadsTo = async (address: string): Promise<string | null> => {
  const answer = await person.request(address)
  return answer.status === 302 ? answer.headers.get('location') : null
}

it.each([
  ['/news?page=3', '/news?page=2'],
  ['/news?search=News&page=99', '/news?search=News&page=2'],
  ['/news?search=News+12&page=2', '/news?search=News+12'],
  ['/news?page=2&size=20', '/news?size=20'],
  ['/news/feedback?page=2', '/news/feedback'],
  ['/personal/sign-ins?page=7', '/personal/sign-ins'],
  ['/features?page=50', '/features'],
])('%s redirects to %s', async (asked, given) => {
  expect(await leadsTo(asked)).toBe(given)
  expect((await person.request(given)).status).toBe(200)
})

it('the last page itself is shown', async () => {
  const answer = await person.request('/news?page=2')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('News 2')
})
