/** Rate limits through both processes: a caller who exceeds the limit is refused, and nobody else is. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HttpClient } from '../support/http-client'
import { startPortal, type Portal } from '../support/portal'
import { headersOf, logIn } from '../support/sealed'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { TRUSTED_PROXIES: '127.0.0.1' } })
})
afterAll(() => portal.stop())

type By = { address: string; headers?: Record<string, string>; token?: string }
const ask = (path: string, { address, headers, token }: By) =>
  portal.visitor().api('POST', path, {
    headers: { 'x-forwarded-for': address, ...headers },
    ...(token === undefined ? {} : { token }),
    json: {},
  })
/** Asks up to the limit, and once more. */
const useUp = async (path: string, points: number, by: By): Promise<void> => {
  const codes = await Promise.all(Array.from({ length: points }, async () => (await ask(path, by)).code))
  expect(codes.filter((code) => code === 'I1009')).toEqual([])
  const refused = await ask(path, by)
  expect([refused.status, refused.code, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, 'I1009', true])
}
const isRefused = async (path: string, by: By): Promise<boolean> => (await ask(path, by)).code === 'I1009'

describe('a used-up limit refuses only its own caller', () => {
  it('of two customers behind one address, even when that customer changes address', async () => {
    const address = '198.51.100.1'
    const path = '/iot/customer/changePassword'
    const headers = async (userName: string, password: string) =>
      headersOf(await logIn(new HttpClient(portal.origin), userName, password))
    const [one, other] = [await headers('demo-user', 'mango-demo'), await headers('demo-friend', 'mango-friend')]
    await useUp(path, 30, { address, headers: one })
    expect(await isRefused(path, { address: '198.51.100.2', headers: one })).toBe(true)
    expect(await isRefused(path, { address, headers: other })).toBe(false)
  })
  it('of two boxes behind one address', async () => {
    const address = '198.51.100.3'
    const tokenOf = async (sn: string): Promise<string> =>
      (await portal.visitor().api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn, model: 'Mango S1' } }))
        .data.deviceToken
    const [one, other] = [await tokenOf('100000000001'), await tokenOf('100000000002')]
    await useUp('/stb/token', 60, { address, token: one })
    expect(await isRefused('/stb/token', { address, token: other })).toBe(false)
  })
  it('of two signed-out visitors at two addresses', async () => {
    const path = '/iot/customer/login/second'
    await useUp(path, 60, { address: '203.0.113.1' })
    expect(await isRefused(path, { address: '203.0.113.2' })).toBe(false)
  })
})
