/** The entry of /api: each caller has its own limits, and failures leak no secret to the log or the caller. */
import fs from 'node:fs'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import { demoAccounts, seedAccounts } from '~/modules/account/account.server'
import { startPairing } from '~/modules/device/device.server'
import { startProgramSession, startSession } from '~/modules/session/session.server'
import { makeStoppedClock, minuteMs, now, replaceClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { log } from '~/platform/log.server'
import type { PortalContext } from '~/request/context'
import { makeActor, makeBox } from '../channel-list/people'

const origin = 'http://portal.test'
const contextOf = (more: Partial<PortalContext> = {}): PortalContext => ({
  nonce: '',
  requestId: 'r-1',
  address: '192.0.2.1',
  origin,
  upload: null,
  memo: new Map(),
  ...more,
})
type Call = { method?: string; address?: string; headers?: Record<string, string>; context?: Partial<PortalContext> }
const call = (
  path: string,
  { method = 'POST', address = '192.0.2.1', headers = {}, context = {} }: Call,
): Promise<Response> =>
  answerApi(new Request(`${origin}/api${path}`, { method, headers }), contextOf({ address, ...context }))
const codesOf = async (times: number, path: string, given: Call): Promise<string[]> =>
  Promise.all(
    Array.from({ length: times }, async () => ((await (await call(path, given)).json()) as { code: string }).code),
  )
const isLimited = async (path: string, given: Call): Promise<boolean> => (await codesOf(1, path, given))[0] === 'I1009'
beforeAll(() => seedAccounts())

const programOf = async (at: number) => {
  const { id, userName } = demoAccounts[at] ?? demoAccounts[0]
  const { accessToken, token, userId } = await startProgramSession(
    { id, userName },
    { address: '192.0.2.1', userAgent: null },
  )
  return { accesstoken: accessToken, token, userid: userId }
}

describe('an endpoint’s limit', () => {
  it('is counted per account, wherever the calls come from', async () => {
    const [one, other] = [await programOf(0), await programOf(1)]
    const path = '/iot/customer/changePassword'
    expect(await codesOf(30, path, { headers: one })).not.toContain('I1009')
    expect(await isLimited(path, { headers: one })).toBe(true)
    expect(await isLimited(path, { headers: one, address: '198.51.100.9' })).toBe(true)
    expect(await isLimited(path, { headers: other })).toBe(false)
    // Another endpoint has a separate count.
    expect(await isLimited('/iot/customer/modifyUsername', { headers: one })).toBe(false)
  })
  it('is counted per box, apart from its owner’s pages', async () => {
    const owner = await makeActor()
    const tokenOf = async () => {
      const { sn } = await makeBox(owner)
      return {
        authorization: `Bearer ${(await startPairing(sn, true, { modelName: null, softwareVersion: null, address: '192.0.2.1' })).token}`,
      }
    }
    const [one, other] = [await tokenOf(), await tokenOf()]
    expect(await codesOf(60, '/stb/token', { headers: one })).not.toContain('I1009')
    expect(await isLimited('/stb/token', { headers: one })).toBe(true)
    expect(await isLimited('/stb/token', { headers: other })).toBe(false)
  })
  it('of a box is not used up by others who know its serial number', async () => {
    const { sn } = await makeBox(null)
    const facts = { modelName: null, softwareVersion: null }
    const box = await startPairing(sn, true, { ...facts, address: '192.0.2.1' })
    const stranger = await startPairing(sn, false, { ...facts, address: '198.51.100.9' })
    const from = ({ token }: { token: string }, address: string) => ({
      headers: { authorization: `Bearer ${token}` },
      address,
    })
    await codesOf(60, '/stb/token', from(stranger, '198.51.100.9'))
    expect(await isLimited('/stb/token', from(stranger, '198.51.100.9'))).toBe(true)
    expect(await isLimited('/stb/token', from(box, '192.0.2.1'))).toBe(false)
    // A box that waits for its owner is unproven too, but asks from another network.
    expect(await isLimited('/stb/token', from(stranger, '192.0.2.1'))).toBe(false)
  })
  it('is counted per address for strangers', async () => {
    const path = '/iot/customer/login/second'
    expect(await codesOf(60, path, { address: '203.0.113.1' })).not.toContain('I1009')
    const refused = await call(path, { address: '203.0.113.1' })
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect(await isLimited(path, { address: '203.0.113.2' })).toBe(false)
  })
})

describe('a session', () => {
  const clock = makeStoppedClock(now())
  it.each([
    ['continues with a call of its person', '/iot/customer/userInfo', {}, 200],
    ['ends in spite of a call in the background', '/iot/customer/userInfo', { 'x-portal-background': '1' }, 401],
    ['ends in spite of a call that is no action', '/iot/customer/draft?page=%2Fx', {}, 401],
  ])('%s', async (_, path, more, status) => {
    const putBack = replaceClock(clock)
    const headers = await programOf(0)
    clock.advance(20 * minuteMs)
    await call(path, { method: 'GET', headers: { ...headers, ...more } })
    clock.advance(20 * minuteMs)
    expect((await call('/iot/customer/userInfo', { method: 'GET', headers })).status).toBe(status)
    putBack()
  })
})

describe('a refusal', () => {
  it('says its sentence', async () => {
    const answer = await call('/no/such/line', {})
    expect(await answer.json()).toEqual({ code: 'A0404', message: 'Page not found.', data: null })
  })
  it.each(['/API', '/%61pi', '/apis'])('is all that an address outside /api gets: %s', async (place) => {
    expect((await answerApi(new Request(`${origin}${place}/chmax/lists`), contextOf())).status).toBe(404)
  })
  it('is in the account’s language for its browser, and in the language that a program asks for', async () => {
    const { id } = demoAccounts[1]
    await db.user.update({ where: { id }, data: { language: 'ar' } })
    const { token } = await startSession(id, { address: '192.0.2.1', userAgent: null })
    const languageOf = async (headers: Record<string, string>) =>
      (await call('/operator/models', { method: 'GET', headers: { ...headers, 'accept-language': 'fr' } })).headers.get(
        'content-language',
      )
    expect([await languageOf({ cookie: `portal-session=${token}` }), await languageOf(await programOf(1))]).toEqual([
      'ar',
      'fr',
    ])
  })
})

describe('a failure after the entry', () => {
  it('because of a full disk says when to try again, and is logged once a minute, not as an error', async () => {
    const [warned, failed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'error')]
    const clock = makeStoppedClock(now())
    const putBack = replaceClock(clock)
    const refuse = async (): Promise<unknown[]> => {
      const full = Promise.reject(Object.assign(new Error('no room'), { code: 'SQLITE_FULL' }))
      const answer = await call('/iot/customer/login', { context: { memo: new Map([['api-entry', full]]) } })
      return [answer.status, answer.headers.get('retry-after'), warned.mock.calls.length, failed.mock.calls.length]
    }
    expect(await refuse()).toEqual([503, '60', 1, 0])
    clock.advance(minuteMs - 1)
    expect(await refuse()).toEqual([503, '60', 1, 0])
    clock.advance(1)
    expect(await refuse()).toEqual([503, '60', 2, 0])
    putBack()
    vi.restoreAllMocks()
  })
  it('is logged and answered without any secret of the request or the error', async () => {
    const level = log.level
    const written: string[] = []
    const write = vi.spyOn(fs, 'writeSync').mockImplementation((_fd: number, text: unknown) => {
      written.push(String(text))
      return Buffer.byteLength(String(text))
    })
    log.level = 'error'
    let answer: Response
    try {
      const cause = Object.assign(new Error('the query failed'), {
        query: { password: 'geheim-1', deviceToken: 'geheim-2' },
        Authorization: 'geheim-3',
        code: 'P2010',
      })
      const failing = () => new Map<string, Promise<unknown>>([['api-entry', Promise.reject(cause)]])
      await call('/chmax/shared/geheim-8', { method: 'GET', context: { memo: failing() } })
      answer = await call('/iot/customer/login?code=geheim-4&token=geheim-5', {
        headers: { authorization: 'Bearer geheim-6', cookie: 'portal-session=geheim-7' },
        context: { memo: failing() },
      })
    } finally {
      write.mockRestore()
      log.level = level
    }
    const line = written.join('')
    for (const told of [
      'an endpoint failed',
      'the query failed',
      'P2010',
      '/api/iot/customer/login',
      'r-1',
      '/shared/[hidden]',
    ])
      expect(line).toContain(told)
    expect(line).not.toContain('geheim')
    const body = await answer.text()
    expect([answer.status, (JSON.parse(body) as { code: string; data: unknown }).code]).toEqual([500, 'A0500'])
    expect(JSON.parse(body)).toMatchObject({ data: { requestId: 'r-1' } })
    expect(body).not.toMatch(/geheim|query failed|P2010/)
  })
})
