/**
 * Unusual calls to /api by callers who have not read its documents: unexpected files, the language of account and
 * browser, repeated requests.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { plainJpeg } from '../support/media'
import { sharePortal, type SharedPortal } from '../support/shared-portal'
import { headersOf, logIn } from '../support/sealed'

const base = '/userFeedback/customer'
let portal: SharedPortal
let headers: Record<string, string> = {}
beforeAll(async () => {
  portal = await sharePortal()
  headers = headersOf(await logIn(portal.visitor(), portal.people.customer.userName, portal.people.customer.password))
})
afterAll(() => portal.stop())

const feedback = { category: 'idea', text: 'A feedback of more than ten letters' }
const formOf = (files: Record<string, string | null>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(feedback)) form.append(name, value)
  for (const [name, fileName] of Object.entries(files))
    form.append(
      name,
      new File(fileName === null ? [] : [new Uint8Array(plainJpeg())], fileName ?? '', { type: 'image/jpeg' }),
    )
  return form
}
const countFeedback = async (): Promise<number> =>
  (await portal.visitor().api<{ total: number }>('GET', `${base}/userFeedbackPage`, { headers })).data.total

describe('a multipart call', () => {
  it('with a file that the endpoint does not take is refused, so that nobody thinks it was stored', async () => {
    const before = await countFeedback()
    for (const name of ['image', 'video', 'file', 'attachment']) {
      const answer = await portal
        .visitor()
        .api('POST', `${base}/userFeedback`, { headers, multipart: formOf({ [name]: 'a.jpg' }) })
      expect(answer, name).toMatchObject({ status: 422, code: 'A0422', data: { field: name } })
    }
    expect(await countFeedback()).toBe(before)
  })
  it('with fields only, or with an empty file field, is accepted', async () => {
    for (const form of [formOf({}), formOf({ image: null, file: null })])
      expect(await portal.visitor().api('POST', `${base}/userFeedback`, { headers, multipart: form })).toMatchObject({
        status: 201,
        code: '0',
      })
  })
})

describe('the language of an answer', () => {
  const languageOf = async (client: HttpClient, language?: string) =>
    (
      await client.api('GET', `${base}/userFeedbackPage?size=7`, language === undefined ? {} : { language })
    ).headers.get('content-language')
  it('for a browser is the account’s, as on its pages, then the cookie’s, then that of Accept-Language', async () => {
    const browser = await portal.signIn('friend')
    expect(await languageOf(browser, 'ru')).toBe('ru')
    browser.cookies.set('language', 'es')
    expect(await languageOf(browser, 'ru')).toBe('es')
    await browser.post('/language', { language: 'fa' })
    browser.cookies.set('language', 'es')
    expect(await languageOf(browser, 'ru')).toBe('fa')
    expect(await (await browser.request('/home', { headers: { 'accept-language': 'ru' } })).text()).toContain(
      '<html lang="fa" dir="rtl"',
    )
    browser.cookies.delete('language')
    expect(await languageOf(browser, 'ru')).toBe('fa')
    const program = portal.visitor()
    const answer = await program.api('GET', `${base}/userFeedbackPage?size=7`, {
      headers: headersOf(await logIn(portal.visitor(), portal.people.friend.userName, portal.people.friend.password)),
      language: 'fr',
    })
    expect(answer.headers.get('content-language')).toBe('fr')
  })
  it('for a page is the first of Accept-Language that the portal has', async () => {
    const page = async (language: string) =>
      /<html lang="(\w+)"/.exec(
        await (await portal.visitor().request('/help', { headers: { 'accept-language': language } })).text(),
      )?.[1]
    expect(await page('zh, fr;q=0.1')).toBe('fr')
    expect(await page('fr;q=0, es;q=0.1')).toBe('es')
    expect(await page('ua')).toBe('uk')
    expect(await page('zh')).toBe('en')
  })
})

describe('a feedback', () => {
  it('repeated with the same Idempotency-Key, even at once, is stored once', async () => {
    const send = (key: string, json: Record<string, unknown> = feedback) =>
      portal
        .visitor()
        .api<{ id: string }>('POST', `${base}/userFeedback`, { headers: { ...headers, 'idempotency-key': key }, json })
    const answers = await Promise.all(Array.from({ length: 6 }, () => send('one-and-the-same')))
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201])
    expect(await send('one-and-the-same', { ...feedback, batch: 'another-name' })).toMatchObject({ status: 201 })
    expect(await send('no key')).toMatchObject({ status: 422, code: 'A0422', data: { field: 'batch' } })
  })
})

describe('an operator’s request with a batch key', () => {
  const operate = <D>(method: string, path: string, json?: unknown, more: Record<string, string> = {}) =>
    portal.visitor().api<D>(method, `/operator${path}`, {
      token: portal.tokens.operator,
      headers: more,
      ...(json === undefined ? {} : { json }),
    })
  const message = (): object => ({
    audience: 'user',
    to: portal.people.customer.userName,
    texts: { en: { title: 'Once', text: 'Told once.' } },
  })

  it('sends a message once, however often it is repeated, even at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        operate<{ id: string }>('POST', '/messages', { ...message(), batch: 'autumn-2026' }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    const [first] = answers
    expect(new Set(answers.map(({ data }) => data.id)).size).toBe(1)
    expect(await operate('POST', '/messages', message(), { 'idempotency-key': '"autumn-2026"' })).toMatchObject({
      status: 200,
      data: { id: first?.data.id },
    })
    expect(await operate('POST', '/messages', { ...message(), batch: 'winter-2026' })).toMatchObject({ status: 201 })
    const there = await portal
      .visitor()
      .api<{ items: { title: string }[] }>('GET', `${base}/systemMessagePage`, { headers })
    expect(there.data.items.filter(({ title }) => title === 'Once')).toHaveLength(2)
    for (const batch of ['short', 'with spaces in it', 'x'.repeat(65)])
      expect(await operate('POST', '/messages', { ...message(), batch }), batch).toMatchObject({
        status: 422,
        data: { field: 'batch' },
      })
  })
  it('answers a feedback once', async () => {
    const sent = await portal.visitor().api<{ id: string }>('POST', `${base}/userFeedback`, { headers, json: feedback })
    const answer = () =>
      operate<{ id: string }>(
        'POST',
        `/feedback/${sent.data.id}/answer`,
        { text: 'We look into it.' },
        { 'idempotency-key': 'answer-number-1' },
      )
    expect(await answer()).toMatchObject({ status: 201 })
    expect(await answer()).toMatchObject({ status: 200 })
    expect(
      (await portal.visitor().api<{ replies: unknown[] }>('GET', `${base}/userFeedback/${sent.data.id}`, { headers }))
        .data.replies,
    ).toHaveLength(1)
  })
})
