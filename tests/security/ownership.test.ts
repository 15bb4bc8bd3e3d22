/** Data of one account does not exist for another: lists, boxes, tokens, by every call that takes an id. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '~/api/table'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
let listId = ''
const sn = '100000000002'
beforeAll(async () => {
  portal = await startPortal()
  const visitor = portal.visitor()
  const made = await visitor.api<{ id: string }>('POST', '/chmax/lists?name=Private', {
    token: portal.tokens.customer,
    raw: {
      type: 'application/octet-stream',
      bytes: writeSatcodx(buildSeedList({ seed: 3, channels: 20 }), { version: '103' }),
    },
  })
  listId = made.data.id
  const box = await visitor.api<{ userCode: string }>('POST', '/stb/pair', { json: { sn, model: 'S' } })
  const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
  await owner.post('/terminal/bind', { sn, repeatSn: sn, code: box.data.userCode })
})
afterAll(() => portal.stop())

describe('another account', () => {
  const calls: [string, string, unknown?][] = [
    ['GET', ''],
    ['PUT', '', { name: 'Stolen' }],
    ['DELETE', ''],
    ['GET', '/file'],
    ['GET', '/channels'],
    ['GET', '/revisions'],
    ['POST', '/operations', { base: 1, operations: [{ op: 'delete', ids: [0] }] }],
    ['POST', '/undo', {}],
    ['POST', '/redo', {}],
  ]
  for (const [method, tail, json] of calls) {
    it(`finds no list by ${method} /chmax/lists/{id}${tail}, whatever its role`, async () => {
      for (const role of ['friend', 'vno', 'administrator', 'operator'] as const) {
        const answer = await portal.visitor().api(method, `/chmax/lists/${listId}${tail}`, {
          token: portal.tokens[role],
          ...(json === undefined ? {} : { json }),
        })
        expect([role, answer.status, answer.code]).toEqual([role, 404, 'C1101'])
      }
    })
  }
  it('finds no box by its serial number', async () => {
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    expect((await friend.request(`/terminal/${sn}`)).status).toBe(404)
    expect((await friend.post(`/terminal/${sn}/unbind`, {})).status).toBe(404)
    const owner = await portal.visitor().signIn('demo-user', 'mango-demo')
    expect((await owner.request(`/terminal/${sn}`)).status).toBe(200)
  })
  it('cannot revoke a token by its id', async () => {
    const { data } = await portal
      .visitor()
      .api<{ items: { id: string }[] }>('GET', '/operator/tokens', { token: portal.tokens.operator })
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    for (const { id } of data.items) expect((await friend.post(`/personal/tokens/${id}/revoke`, {})).status).toBe(404)
    expect((await portal.visitor().api('GET', '/operator/tokens', { token: portal.tokens.operator })).code).toBe('0')
  })
  it('can’t publish without the role for it', async () => {
    const publish = (token: string, kind: string) =>
      portal.visitor().api('POST', `/chmax/lists?name=Everyone&kind=${kind}`, {
        token,
        raw: {
          type: 'application/octet-stream',
          bytes: writeSatcodx(buildSeedList({ seed: 4, channels: 5 }), { version: '103' }),
        },
      })
    for (const kind of ['system', 'vno'])
      expect(await publish(portal.tokens.customer, kind)).toMatchObject({ status: 403, code: 'C1108' })
    expect(await publish(portal.tokens.vno, 'system')).toMatchObject({ status: 403, code: 'C1108' })
    expect(await publish(portal.tokens.administrator, 'vno')).toMatchObject({ status: 403, code: 'C1108' })
  })
})

describe('every operator call', () => {
  it('is closed to every other role, a box and a visitor', async () => {
    const box = await portal
      .visitor()
      .api<{ deviceToken: string }>('POST', '/stb/pair', { json: { sn: '100000000001', model: 'S' } })
    const operatorCalls = endpoints
      .filter(({ path }) => path.startsWith('/operator/') && path !== '/operator/claim')
      .map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'x') }))
    expect(operatorCalls.length).toBeGreaterThan(15)
    for (const { method, path } of operatorCalls) {
      for (const token of [
        portal.tokens.customer,
        portal.tokens.vno,
        portal.tokens.administrator,
        box.data.deviceToken,
      ]) {
        expect([method, path, (await portal.visitor().api(method, path, { token })).status]).toEqual([
          method,
          path,
          403,
        ])
      }
      expect([method, path, (await portal.visitor().api(method, path)).status]).toEqual([method, path, 401])
    }
  })
})
