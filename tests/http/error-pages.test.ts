/**
 * Error pages: a request to an address that takes no such method, or that does not exist for a signed-in user, each
 * with its text and picture.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { root } from '../support/paths'
import { sharePortal, type SharedPortal } from '../support/shared-portal'

let portal: SharedPortal
let person: HttpClient
beforeAll(async () => {
  portal = await sharePortal()
  person = await portal.signIn('customer')
})
afterAll(() => portal.stop())

const page = async (method: string, address: string): Promise<{ status: number; html: string }> => {
  const answer = await person.request(address, {
    method,
    headers: { accept: 'text/html', origin: portal.origin, 'sec-fetch-site': 'same-origin' },
  })
  return { status: answer.status, html: await answer.text() }
}

describe('an error page', () => {
  for (const [method, address, status, words] of [
    ['POST', '/help', 405, 'You can’t open this page that way'],
    ['DELETE', '/help', 405, 'You can’t open this page that way'],
    ['GET', '/no/such/page', 404, 'Page not found'],
  ] as const)
    it(`says what is wrong with ${method} ${address}, and shows its picture`, async () => {
      const got = await page(method, address)
      expect(got.status).toBe(status)
      expect(got.html).toContain(words)
      expect(got.html).not.toContain('The fault is ours')
      const [, file = '', drawing = ''] = /href="(\/icons\/[a-z]+\.svg)#([a-z]+)"/.exec(got.html) ?? []
      expect(readFileSync(path.join(root, 'public', file), 'utf8')).toContain(`id="${drawing}"`)
      expect((await fetch(portal.origin + file)).headers.get('content-type')).toContain('image/svg+xml')
    })
})
