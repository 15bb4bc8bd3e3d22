/**
 * What people see when the front refuses a request: a page in the portal's design and their language, with a link
 * onward.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerCode } from '../../app/server/answer'
import { languages } from '~/i18n/languages'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer, type TestServer } from '../support/server'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ env: { MAX_FORM_BYTES: '4096' } })
})
afterAll(() => server.stop())

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
type Refused = {
  method: string
  address: string
  headers: Record<string, string>
  body?: string
  status: number
  code: string
}
const refusals: Record<string, Refused> = {
  'a form from another site': {
    method: 'POST',
    address: '/login',
    headers: { ...formType, origin: 'https://evil.example' },
    body: 'a=b',
    status: 403,
    code: 'A0403',
  },
  'a method that pages do not have': { method: 'DELETE', address: '/home', headers: {}, status: 405, code: 'A0405' },
  'a form over the limit': {
    method: 'POST',
    address: '/login',
    headers: formType,
    body: `a=${'x'.repeat(5000)}`,
    status: 413,
    code: 'A0413',
  },
  'a form of a strange type': {
    method: 'POST',
    address: '/login',
    headers: { 'content-type': 'application/xml' },
    body: '<a/>',
    status: 415,
    code: 'A0415',
  },
  'an address that can not be decoded': {
    method: 'GET',
    address: '/%E0%A4%A',
    headers: {},
    status: 400,
    code: 'A0400',
  },
  'a built file that is not there': {
    method: 'GET',
    address: '/build/gone.js',
    headers: {},
    status: 404,
    code: 'A0404',
  },
}
const ask = ({ method, address, headers, body }: Refused, more: Record<string, string> = {}): Promise<Response> =>
  fetch(server.origin + address, {
    method,
    redirect: 'manual',
    headers: { accept: 'text/html', ...headers, ...more },
    ...(body === undefined ? {} : { body }),
  })

describe.each(Object.entries(refusals))('%s', (_, refused) => {
  it('is answered by a page with the portal’s style sheet, its logo, the code and a link onward', async () => {
    const answer = await ask(refused)
    expect(answer.status).toBe(refused.status)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'self'")
    const page = await answer.text()
    expect(page).toMatch(/<!DOCTYPE html><html lang="en" dir="ltr"/)
    expect(page).toContain(refused.code)
    expect(page).toContain('<a class="brand" href="/home">')
    expect(page).toMatch(/<a class="btn (?:primary|quiet)" href="\/home">/)
    expect(page).not.toMatch(/ style=| on[a-z]+=|<script/)
    const sheet = /<link rel="stylesheet" href="([^"]+)">/.exec(page)?.[1] ?? ''
    const styles = await fetch(server.origin + sheet)
    expect([styles.status, styles.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  it('is shown in the visitor’s language, right to left where needed', async () => {
    const titles = new Set<string>()
    for (const { tag, code, direction } of languages) {
      const page = await (
        await ask(refused, {
          cookie: `language=${code}`,
          'sec-fetch-site': refused.code === 'A0403' ? 'cross-site' : 'same-origin',
        })
      ).text()
      expect(page).toContain(`<html lang="${tag}" dir="${direction}"`)
      titles.add(/<h1>([^<]+)<\/h1>/.exec(page)?.[1] ?? '')
    }
    expect(titles.size).toBe(languages.length)
  })

  it('is sent to a program in its own format', async () => {
    const answer = await ask(refused, { accept: 'application/json' })
    expect(answer.status).toBe(refused.status)
    expect(((await answer.json()) as { code: string }).code).toBe(refused.code)
  })
})

describe('the link onward', () => {
  const tooLarge = refusals['a form over the limit']
  if (tooLarge === undefined) throw new Error('no such refusal')

  it('leads back to our page that sent the form', async () => {
    const page = await (await ask(tooLarge, { referer: `${server.origin}/register?next=%2Fhome&a="b"` })).text()
    expect(page).toContain('<a class="btn primary" href="/register?next=%2Fhome&#38;a=%22b%22">')
    expect(page).toContain('4 kB')
  })

  it('never leads to another site', async () => {
    for (const referer of ['https://evil.example/register', `${server.origin}//evil.example/`, 'no address']) {
      const page = await (await ask(tooLarge, { referer, 'sec-fetch-site': 'same-origin' })).text()
      expect(page, referer).not.toContain('evil')
    }
  })
})

describe('an answer with Retry-After', () => {
  it('says when to retry, in words and in the header, and links to the same page', async () => {
    const small = createServer((req, res) => answerCode(req, res, 'I1009', { data: { retryAfterSeconds: 130 } }))
    await new Promise<void>((resolve) => small.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = small.address() as AddressInfo
      const answer = await fetch(`http://127.0.0.1:${port}/features?page=2`, { headers: { accept: 'text/html' } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '130'])
      const page = await answer.text()
      expect(page).toContain('You can try again in 3 minutes.')
      expect(page).toContain('href="/features?page=2"')
      const arabic = await (await fetch(`http://127.0.0.1:${port}/`, { headers: { 'accept-language': 'ar' } })).text()
      expect(arabic).toContain('خلال 3 دقائق')
    } finally {
      await new Promise((resolve) => small.close(resolve))
    }
  })
})

describe('without styles', () => {
  it('the portal’s name and address do not run together', async () => {
    for (const [what, refused] of Object.entries(refusals))
      expect(await (await ask(refused)).text(), what).toMatch(/<\/span> <a href="mailto:/)
  })
})
