/** The second step of signing in is asked for at every door: pages and /api, by password, code and after recovery. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { HttpClient } from '../support/http-client'
import { turnAuthenticatorOn } from '../support/household'
import { findCode } from '../support/outbox'
import { startPortal, type Portal } from '../support/portal'
import { headersOf, postSealed, sealFor, type Tokens } from '../support/sealed'

const identifier = 'demo-user'
const mailbox = 'demo-user@mango.example'
const password = 'mango-demo'
const recovered = 'by-call-horse'
const wrongCode = 'AAAAA-AAAAA'
const recoveryCodes: string[] = []
let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  await turnAuthenticatorOn({ client: await portal.visitor().signIn(identifier, password), password, recoveryCodes })
})
afterAll(() => portal.stop())

const text = async (path: string): Promise<string> => (await portal.visitor().request(path)).text()
/** The code of the message that `ask` sends. */
const sentBy = async (ask: () => Promise<unknown>): Promise<string> => {
  const before = /href="(\/dev\/outbox\/[^"?]+)/.exec(await text(`/dev/outbox?to=${encodeURIComponent(mailbox)}`))?.[1]
  await ask()
  return (await findCode(text, mailbox, before ?? null)).code
}
/** Nobody is signed in yet: only the second step's page opens. */
const expectSecondStep = async (client: HttpClient, answer: Response): Promise<void> => {
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/second'])
  expect((await client.request('/personal')).headers.get('location')).toBe('/')
  expect((await client.post('/login/second', { code: wrongCode })).status).toBe(422)
  expect((await client.request('/personal')).headers.get('location')).toBe('/')
}
/** The call answers no tokens but a step, which only the right code completes. */
const logInByCall = async (body: Record<string, string>): Promise<void> => {
  const client = portal.visitor()
  const first = await postSealed<{ pending: string }>(client, '/iot/customer/login', { identifier, ...body })
  expect([first.status, first.code, Object.keys(first.data).sort()]).toEqual([422, 'I1208', ['expiresAt', 'pending']])
  const { pending } = first.data
  const stand = headersOf({ accessToken: pending, token: pending, userId: identifier })
  expect(await client.api('GET', '/iot/customer/userInfo', { headers: stand })).toMatchObject({ status: 401 })
  expect(await client.api('GET', '/iot/customer/userInfo', { token: pending })).toMatchObject({ status: 401 })
  expect(await postSealed(client, '/iot/customer/login/second', { pending, code: wrongCode })).toMatchObject({
    code: 'I1206',
  })
  const second = { pending, code: recoveryCodes.pop() ?? '' }
  const done = await postSealed<Tokens>(client, '/iot/customer/login/second', second)
  expect([done.code, done.data.userName]).toEqual(['0', identifier])
  expect(await postSealed(client, '/iot/customer/login/second', second)).toMatchObject({ code: 'I1207' })
}
const askCall = (purpose: string) =>
  sentBy(() => portal.visitor().api('GET', `/iot/customer/vcode?purpose=${purpose}&identifier=${identifier}&type=1`))

it('is asked for on the pages, after the password and after a code', async () => {
  const byPassword = portal.visitor()
  await expectSecondStep(byPassword, await byPassword.post('/login', { identifier, password }))
  const byCode = portal.visitor()
  const code = await sentBy(() => byCode.post('/login/code', { identifier, type: 'mail' }))
  await expectSecondStep(byCode, await byCode.post('/login/code/enter', { intent: 'enter', code }))
})

it('is asked for by the encrypted call, after the password and after a code', async () => {
  await logInByCall({ password })
  await logInByCall({ code: await askCall('sign-in') })
})

it('is asked for after a forgotten password was recovered, which signs nobody in', async () => {
  const client = portal.visitor()
  const code = await sentBy(() => client.post('/forget', { identifier, type: 'mail' }))
  expect((await client.post('/forget/code', { intent: 'enter', code })).headers.get('location')).toBe(
    '/forget/password',
  )
  const onPage = 'recovered-horse'
  const set = await client.post('/forget/password', { newPassword: onPage, repeatPassword: onPage })
  expect(set.headers.get('location')).toBe('/login')
  expect((await client.request('/personal')).headers.get('location')).toBe('/')
  await expectSecondStep(client, await client.post('/login', { identifier, password: onPage }))

  const program = portal.visitor()
  const newPassword = await sealFor(program, '/api/iot/customer/lostPassword', recovered)
  const json = { identifier, code: await askCall('recover'), newPassword }
  expect(await program.api('POST', '/iot/customer/lostPassword', { json })).toMatchObject({ code: '0', data: null })
  await logInByCall({ password: recovered })
})

it('can’t be taken off, nor get new recovery codes, with the password alone', async () => {
  const client = portal.visitor()
  await client.post('/login', { identifier, password: recovered })
  expect((await client.post('/login/second', { code: recoveryCodes.pop() ?? '' })).headers.get('location')).toBe(
    '/home',
  )
  for (const page of ['remove', 'renew'])
    for (const code of ['', wrongCode])
      expect((await client.post(`/personal/authenticator/${page}`, { password: recovered, code })).status).toBe(422)
  expect((await client.post('/personal/authenticator/renew', { password: recovered })).status).toBe(422)
  await logInByCall({ password: recovered })
})
