/**
 * Messages and feedback over HTTP: the customer's calls, the operator's commands, other accounts' data, invalid
 * input, repeated requests.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runOperator, type CommandAnswer } from '../support/command-line'
import type { HttpClient } from '../support/http-client'
import { plainPng } from '../support/media'
import { startPortal, type Portal } from '../support/portal'
import { headersOf, logIn } from '../support/sealed'

type Paged<T> = { items: T[]; total: number; page: number; size: number }
type Message = { id: string; title: string; text: string; language: string; read: boolean }
type Reply = { id: string; side: string; text: string; readAt: string | null }
type Feedback = {
  id: string
  state: string
  text: string
  unread: number
  replies: Reply[]
  attachments: { id: string; kind: string; size: number }[]
  box: { sn: string } | null
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-news-'))
let portal: Portal
const headers: Record<'owner' | 'other', Record<string, string>> = { owner: {}, other: {} }
const sn = '100000000001'
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  headers.owner = headersOf(await logIn(portal.visitor(), 'demo-user', 'mango-demo'))
  headers.other = headersOf(await logIn(portal.visitor(), 'demo-friend', 'mango-friend'))
  const paired = await portal
    .visitor()
    .api<{ userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'Mango S1', softwareVersion: '1.9' } })
  const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
  const bound = await owner.post('/terminal/bind', { sn, repeatSn: sn, code: paired.data.userCode })
  if (bound.status !== 303) throw new Error(`binding answered ${bound.status}`)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await portal.stop()
})

const base = '/userFeedback/customer'
const call = <D = unknown>(
  who: 'owner' | 'other',
  method: string,
  address: string,
  json?: unknown,
  language?: string,
) =>
  portal.visitor().api<D>(method, base + address, {
    headers: headers[who],
    ...(json === undefined ? {} : { json }),
    ...(language === undefined ? {} : { language }),
  })
const operate = <D = unknown>(method: string, address: string, json?: unknown) =>
  portal
    .visitor()
    .api<D>(method, `/operator${address}`, { token: portal.tokens.operator, ...(json === undefined ? {} : { json }) })
const unreadOf = async (who: 'owner' | 'other'): Promise<number> =>
  (await call<number>(who, 'GET', '/allUnreadMessage?state=1')).data
const messagesOf = async (who: 'owner' | 'other', query = '', language?: string): Promise<Paged<Message>> =>
  (await call<Paged<Message>>(who, 'GET', `/systemMessagePage${query}`, undefined, language)).data
const feedbackOf = async (who: 'owner' | 'other', id: string) => call<Feedback>(who, 'GET', `/userFeedback/${id}`)

/** Runs the command line as an operator does. */
const operator = (words: readonly string[], input = ''): Promise<CommandAnswer> =>
  runOperator({ origin: portal.origin, token: portal.tokens.operator }, words, input)
const textsFile = (name: string, texts: unknown): string => {
  const file = path.join(folder, name)
  writeFileSync(file, typeof texts === 'string' ? texts : JSON.stringify(texts))
  return file
}

describe('system messages', () => {
  it('go to everybody, a model or one user, in the reader’s language, and are read singly or all at once', async () => {
    const all = textsFile('all.json', {
      en: { title: 'To all', text: 'One.\n\nTwo.' },
      ua: { title: 'Усім', text: 'Один.' },
      ar: { title: 'للجميع', text: 'واحد.' },
    })
    expect((await operator(['messages', 'send', '--to', 'all', '--text', all])).out).toMatch(
      /^Sent \(\w{26}\) in ar, en, ua\n$/,
    )
    expect(
      (
        await operator([
          'messages',
          'send',
          '--to',
          'model',
          'Mango S1',
          '--text',
          textsFile('model.json', { en: { title: 'To the model', text: 'S1.' } }),
        ])
      ).exit,
    ).toBe(0)
    expect(
      (
        await operator([
          'messages',
          'send',
          '--to',
          'user',
          'demo-friend',
          '--text',
          textsFile('user.json', { en: { title: 'To a friend', text: 'You.' } }),
        ])
      ).exit,
    ).toBe(0)
    expect((await messagesOf('owner')).items.map((message) => message.title)).toEqual(['To the model', 'To all'])
    expect((await messagesOf('other')).items.map((message) => message.title)).toEqual(['To a friend', 'To all'])
    expect((await messagesOf('owner', '', 'ua')).items.map((message) => [message.title, message.language])).toEqual([
      ['To the model', 'en'],
      ['Усім', 'ua'],
    ])
    expect([await unreadOf('owner'), await unreadOf('other')]).toEqual([2, 2])
    const [first] = (await messagesOf('owner')).items
    expect(await call('owner', 'PUT', '/systemMessage/read', { id: first?.id })).toMatchObject({ code: '0' })
    expect(await call('owner', 'PUT', '/systemMessage/read', { id: first?.id })).toMatchObject({ code: '0' })
    expect(await unreadOf('owner')).toBe(1)
    expect((await messagesOf('owner', '?state=0')).items.map((message) => message.title)).toEqual(['To all'])
    expect(await call('owner', 'PUT', '/systemMessage/readAll')).toMatchObject({ code: '0', data: { read: 1 } })
    expect([await unreadOf('owner'), await unreadOf('other')]).toEqual([0, 2])
  })
  it('of another user are not found', async () => {
    const friends = (await messagesOf('other')).items.find((message) => message.title === 'To a friend')
    expect(await call('owner', 'GET', `/systemMessage/${friends?.id ?? ''}`)).toMatchObject({
      status: 404,
      code: 'A0404',
    })
    expect(await call('owner', 'PUT', '/systemMessage/read', { id: friends?.id })).toMatchObject({
      status: 404,
      code: 'A0404',
    })
    const page = await (
      await portal.visitor().signIn('demo-user', 'mango-demo')
    ).request(`/news/messages/${friends?.id ?? ''}`)
    expect(page.status).toBe(404)
    expect(await unreadOf('other')).toBe(2)
  })
  it('are marked as read by opening their page, but not by a prefetch', async () => {
    const friends = (await messagesOf('other')).items.find((message) => message.title === 'To a friend')
    const client = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const address = `/news/messages/${friends?.id ?? ''}`
    expect((await client.request(address, { headers: { 'sec-purpose': 'prefetch' } })).status).toBe(200)
    expect(await unreadOf('other')).toBe(2)
    // The counter beside the page is loaded after the reading.
    expect(await (await client.request(address)).text()).toContain('"unread":1')
    expect(await unreadOf('other')).toBe(1)
    const marked = await client.post('/news/read-all', { what: 'messages' })
    expect([marked.status, marked.headers.get('location')]).toEqual([303, '/news'])
    expect(await unreadOf('other')).toBe(0)
  })
  it('are withdrawn for everybody, once', async () => {
    const [message] = (await messagesOf('owner')).items
    expect((await operator(['messages', 'withdraw', message?.id ?? '', '--why', 'a mistake'])).out).toContain(
      'taken back',
    )
    expect((await messagesOf('owner')).items.map((one) => one.title)).toEqual(['To all'])
    expect((await operator(['messages', 'withdraw', message?.id ?? ''])).err).toContain('A0409')
    const listed = await operator(['messages', 'list'])
    expect(listed.out).toContain('To the model')
    expect(listed.out).toContain('3 in all')
    expect((await operator(['audit', '--subject', message?.id ?? ''])).out).toMatch(
      /message\.withdraw .*why: a mistake/,
    )
  })
  it('with an invalid text, language, name or day are not sent', async () => {
    const good = { en: { title: 'T', text: 'x' } }
    const wrong = async (fields: Record<string, unknown>): Promise<string> => {
      const { code, data } = await operate<{ field?: string } | null>('POST', '/messages', {
        audience: 'all',
        texts: good,
        ...fields,
      })
      return `${code} ${data?.field ?? ''}`
    }
    expect(await wrong({ texts: { fr: { title: 'T', text: 'x' } } })).toBe('A0422 texts.en')
    expect(await wrong({ texts: { ...good, de: { title: 'T', text: 'x' } } })).toBe('A0422 texts.de')
    expect(await wrong({ texts: { ...good, uk: { title: 'T', text: 'x' }, ua: { title: 'T', text: 'x' } } })).toBe(
      'A0422 texts.ua',
    )
    expect(await wrong({ texts: { en: { title: ' \u200b ', text: 'x' } } })).toBe('A0422 texts.en.title')
    expect(await wrong({ texts: { en: { title: 'x'.repeat(121), text: 'x' } } })).toBe('A0422 texts.en.title')
    expect(await wrong({ until: '2026-02-30' })).toBe('A0422 until')
    expect(await wrong({ until: '2001-01-01' })).toBe('A0422 until')
    expect(await wrong({ to: 'demo-user' })).toBe('A0422 to')
    expect(await wrong({ audience: 'user' })).toBe('A0422 to')
    expect(await wrong({ audience: 'user', to: 'nobody-here' })).toBe('I1301 to')
    expect(await wrong({ audience: 'model', to: 'No Such Model' })).toBe('A0404 to')
    expect(
      (await operator(['messages', 'send', '--to', 'all', '--text', textsFile('no.json', 'no json')])).err,
    ).toContain('is no JSON')
    expect((await operate<Paged<Message>>('GET', '/messages')).data.total).toBe(3)
  })
  it('refuse an invalid page, size, day or state', async () => {
    for (const query of [
      '?page=0',
      '?size=11',
      '?from=2026-02-30&to=2026-03-01',
      '?from=2026-03-05&to=2026-03-01',
      '?state=7',
    ])
      expect((await call('owner', 'GET', `/systemMessagePage${query}`)).code, query).toBe('A0422')
    expect((await call('owner', 'GET', '/allUnreadMessage?state=2')).code).toBe('A0422')
    expect((await messagesOf('owner', '?from=2026-03-01')).total).toBe(1)
  })
  it('are polled without keeping anybody signed in', async () => {
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const left = async (): Promise<number> =>
      (
        await client.api<{ idleLeftMs: number }>('GET', '/iot/customer/pageSession', {
          headers: { 'sec-fetch-site': 'same-origin' },
        })
      ).data.idleLeftMs
    const before = await left()
    expect(
      (await client.api('GET', `${base}/allUnreadMessage?state=1`, { headers: { 'sec-fetch-site': 'same-origin' } }))
        .code,
    ).toBe('0')
    expect(await left()).toBeLessThanOrEqual(before)
  })
})

describe('feedback', () => {
  const send = (who: 'owner' | 'other', more: Record<string, unknown> = {}) =>
    call<{ id: string }>(who, 'POST', '/userFeedback', {
      category: 'box',
      text: 'The picture freezes after an hour.',
      ...more,
    })

  it('is sent, answered by the command line, read, replied to and closed', async () => {
    expect((await call<{ items: unknown[] }>('owner', 'GET', '/userFeedback/device')).data.items).toEqual([
      { sn, name: null, model: 'Mango S1', softwareVersion: '1.9' },
    ])
    const sent = await send('owner', { sn })
    expect(sent.status).toBe(201)
    const { id } = sent.data
    expect((await operator(['feedback', 'list', '--state', 'open'])).out).toContain(id)
    expect((await operator(['feedback', 'list', '--user', 'demo-friend'])).out).toContain('0 in all')
    const answered = await operator(['feedback', 'answer', id, '--text', '-'], 'Please update.\n\nThen write again.')
    expect(answered.out).toBe('Answered; the customer is told by mail.\n')
    expect(await unreadOf('owner')).toBe(1)
    const view = (await feedbackOf('owner', id)).data
    expect(view).toMatchObject({
      state: 'answered',
      unread: 1,
      box: { sn, softwareVersion: '1.9' },
      replies: [{ side: 'provider', text: 'Please update.\n\nThen write again.', readAt: null }],
    })
    expect(await call('owner', 'PUT', '/userFeedback/readReply', { id: view.replies[0]?.id })).toMatchObject({
      code: '0',
    })
    expect(await unreadOf('owner')).toBe(0)
    expect((await call('owner', 'POST', `/userFeedback/${id}/reply`, { text: 'It helped.' })).status).toBe(201)
    const shown = await operator(['feedback', 'show', id])
    expect(shown.out).toContain('demo-user\n  It helped.')
    expect(shown.out).toContain(sn)
    expect((await operator(['feedback', 'close', id])).out).toBe('The feedback is closed.\n')
    expect(await call('owner', 'POST', `/userFeedback/${id}/reply`, { text: 'One more thing.' })).toMatchObject({
      status: 409,
      code: 'A0409',
      message: 'This conversation is closed. Write to us again if something is still unresolved.',
    })
    expect(await call('owner', 'PUT', `/userFeedback/${id}/close`)).toMatchObject({ code: 'A0409' })
    expect((await operator(['feedback', 'answer', id, '--text', 'Too late'])).err).toContain('A0409')
  })
  it('mails its customer in the account’s language, without the answer’s text', async () => {
    const { id } = (await send('owner')).data
    await operate('POST', `/feedback/${id}/answer`, { text: 'The answer itself' })
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const outbox = await (await client.request('/dev/outbox')).text()
    expect(outbox).toContain('We’ve answered your feedback')
    // Signing in to look sends its own mail.
    const [, mail] = /href="(\/dev\/outbox\/\w+)"[^>]*>(?:(?!<\/a>).)*We’ve answered your feedback/s.exec(outbox) ?? []
    const opened = await (await client.request(mail ?? '')).text()
    expect(opened).toContain('has answered your feedback')
    expect(opened).not.toContain('The answer itself')
    expect(await call('owner', 'PUT', '/userFeedback/readAllReply')).toMatchObject({ code: '0', data: { read: 1 } })
  })
  it('of another customer is not found by any call or page', async () => {
    const { id } = (await send('owner')).data
    await operate('POST', `/feedback/${id}/answer`, { text: 'For its owner' })
    const reply = (await feedbackOf('owner', id)).data.replies[0]?.id
    expect(await feedbackOf('other', id)).toMatchObject({ status: 404, code: 'F1101' })
    expect(await call('other', 'POST', `/userFeedback/${id}/reply`, { text: 'Mine now' })).toMatchObject({
      code: 'F1101',
    })
    expect(await call('other', 'PUT', `/userFeedback/${id}/close`)).toMatchObject({ code: 'F1101' })
    expect(await call('other', 'PUT', '/userFeedback/readReply', { id: reply })).toMatchObject({ code: 'F1103' })
    expect(await call('other', 'PUT', '/userFeedback/readReply', { feedbackId: id })).toMatchObject({ code: 'F1101' })
    expect(await call('other', 'PUT', '/userFeedback/readAllReply')).toMatchObject({ data: { read: 0 } })
    expect(await send('other', { sn })).toMatchObject({ code: 'I1402' })
    const client = await portal.visitor().signIn('demo-friend', 'mango-friend')
    expect((await client.request(`/news/feedback/${id}`)).status).toBe(404)
    expect((await client.post(`/news/feedback/${id}`, { text: 'Mine now' })).status).toBe(404)
    expect((await client.post(`/news/feedback/${id}/close`, {})).status).toBe(404)
    expect((await feedbackOf('owner', id)).data).toMatchObject({
      state: 'answered',
      unread: 1,
      replies: [{ readAt: null }],
    })
    expect(await call('owner', 'PUT', '/userFeedback/readReply', { feedbackId: id })).toMatchObject({ code: '0' })
    expect(await call('owner', 'PUT', '/userFeedback/readReply', {})).toMatchObject({ code: 'A0422' })
  })
  it('is stored once if sent twice, by call or by form', async () => {
    const totalOf = async (): Promise<number> =>
      (await call<Paged<unknown>>('other', 'GET', '/userFeedbackPage')).data.total
    const batch = 'sent-by-a-double-click'
    const [one, two] = await Promise.all([send('other', { batch }), send('other', { batch })])
    expect([one.status, two.status].sort()).toEqual([200, 201])
    expect(one.data.id).toBe(two.data.id)
    expect(await totalOf()).toBe(1)
    const client = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const form = await (await client.request('/news/feedback/new')).text()
    const [, hidden = ''] = /name="batch" value="(\w+)"/.exec(form) ?? []
    const fields = { batch: hidden, category: 'idea', text: 'A darker night mode, please.' }
    const posts = await Promise.all([
      client.post('/news/feedback/new', fields),
      client.post('/news/feedback/new', fields),
    ])
    expect(new Set(posts.map((post) => post.headers.get('location'))).size).toBe(1)
    expect(await totalOf()).toBe(2)
  })
  it('changed after sending is shown again with its text, and is sent as a new one when repeated', async () => {
    const client = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const batchIn = (page: string): string => /name="batch" value="(\w+)"/.exec(page)?.[1] ?? ''
    const batch = batchIn(await (await client.request('/news/feedback/new')).text())
    const first = await client.post('/news/feedback/new', {
      batch,
      category: 'idea',
      text: 'The first of two thoughts.',
    })
    const changed = { category: 'idea', text: 'The second of two thoughts.' }
    const refused = await client.post('/news/feedback/new', { batch, ...changed }, { 'accept-language': 'en' })
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('Something else was already sent from this form.')
    expect(page).toContain(changed.text)
    expect(batchIn(page)).not.toBe(batch)
    const second = await client.post('/news/feedback/new', { batch: batchIn(page), ...changed })
    expect(second.status).toBe(303)
    expect(second.headers.get('location')).not.toBe(first.headers.get('location'))
  })
  it('keeps markup as plain text and drops bidi controls', async () => {
    const text = '<img src=x onerror=alert(1)> \u202egnp.exe\u202c & <b>bold</b> \u0007end'
    const { id } = (await send('owner', { text })).data
    expect((await feedbackOf('owner', id)).data.text).toBe('<img src=x onerror=alert(1)> gnp.exe & <b>bold</b> end')
    const page = await (
      await (await portal.visitor().signIn('demo-user', 'mango-demo')).request(`/news/feedback/${id}`)
    ).text()
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img src=x')
    // Nor may it send control sequences to a terminal.
    await call('owner', 'POST', `/userFeedback/${id}/reply`, { text: 'line \u009b31m two' })
    expect((await operator(['feedback', 'show', id])).out).not.toMatch(
      /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/,
    )
  })
  it('refuses a text that is too short or too long, an unknown category and a foreign box', async () => {
    for (const [more, code] of [
      [{ text: 'short' }, 'A0422'],
      [{ text: 'x'.repeat(2001) }, 'A0422'],
      [{ text: '\u200b'.repeat(30) }, 'A0422'],
      [{ category: 'gossip' }, 'A0422'],
      [{ sn: '12345' }, 'D1107'],
      [{ sn: '999999999999' }, 'I1402'],
      [{ batch: 'no' }, 'A0422'],
      [{ attachment: ['nothing'] }, 'F1102'],
    ] as const) {
      expect((await send('owner', more)).code, JSON.stringify(more).slice(0, 40)).toBe(code)
    }
    const client = await portal.visitor().signIn('demo-user', 'mango-demo')
    const again = await client.post('/news/feedback/new', { category: 'box', text: 'short' })
    expect(again.status).toBe(422)
    const page = await again.text()
    expect(page).toContain('Write 10 to 2,000 characters.')
    expect(page).toContain('>short</textarea>')
  })
  it('keeps the text typed in an expired session, only for its writer', async () => {
    const client: HttpClient = await portal.visitor().signIn('demo-friend', 'mango-friend')
    const cookie = client.cookies.get('portal-session') ?? ''
    await client.post('/logout', { reason: 'idle', page: '/home', typed: '{}' })
    // The form was on its way when the session expired, so it still has the cookie.
    client.cookies.set('portal-session', cookie)
    const form = new FormData()
    form.set('category', 'network')
    form.set('text', 'A long story that nobody wants to type twice.')
    form.set('video', new Blob([new Uint8Array(3_000_000)]), 'long.mp4')
    const sent = await client.request('/news/feedback/new', {
      method: 'POST',
      body: form,
      headers: { origin: portal.origin, referer: `${portal.origin}/news/feedback/new` },
    })
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/'])
    const stranger = await portal.visitor().signIn('demo-user', 'mango-demo')
    expect(await (await stranger.request('/news/feedback/new')).text()).not.toContain('nobody wants to type twice')
    const back = await client.post('/login', { identifier: 'demo-friend', password: 'mango-friend' })
    expect(back.headers.get('location')).toBe('/news/feedback/new')
    expect(await (await client.request('/news/feedback/new')).text()).toContain('nobody wants to type twice')
    headers.other = headersOf(await logIn(portal.visitor(), 'demo-friend', 'mango-friend'))
  })
  it('has the file sent with the form, for its owner and the operator', async () => {
    const client: HttpClient = await portal.visitor().signIn('demo-user', 'mango-demo')
    const form = new FormData()
    for (const [name, value] of [
      ['category', 'picture-sound'],
      ['text', 'short'],
    ] as const)
      form.set(name, value)
    form.set('image', new Blob([new Uint8Array(plainPng())]), 'screen.png')
    const post = (body: FormData) =>
      client.request('/news/feedback/new', { method: 'POST', body, headers: { origin: portal.origin } })
    // The text is refused; the file is kept and offered again.
    const refused = await post(form)
    expect(refused.status).toBe(422)
    const [, kept = ''] =
      /name="attachment"[^>]*value="(\w{26})"|value="(\w{26})"[^>]*name="attachment"/.exec(await refused.text()) ?? []
    expect(kept).not.toBe('')
    const right = new FormData()
    for (const [name, value] of [
      ['category', 'picture-sound'],
      ['text', 'Stripes on every HD channel.'],
      ['attachment', kept],
    ] as const)
      right.set(name, value)
    const sent = await post(right)
    expect(sent.status).toBe(303)
    const id = (sent.headers.get('location') ?? '').split('/').at(-1) ?? ''
    const view = (await feedbackOf('owner', id)).data
    expect(view.attachments).toMatchObject([{ kind: 'image' }])
    expect(await (await client.request(`/news/feedback/${id}`)).text()).toContain(
      `/news/attachments/${kept}?view=image`,
    )
    const file = path.join(folder, 'screen.png')
    expect((await operator(['feedback', 'attachment', kept, '-o', file])).out).toBe(
      `${file}: ${view.attachments[0]?.size} bytes\n`,
    )
    expect(readFileSync(file).subarray(1, 4).toString()).toBe('PNG')
    expect((await operator(['feedback', 'attachment', kept, '-o', file])).err).toContain('is there already')
    expect(
      (await operator(['feedback', 'attachment', 'x'.repeat(26), '-o', path.join(folder, 'none.png')])).err,
    ).toContain('F1102')
  })
})
