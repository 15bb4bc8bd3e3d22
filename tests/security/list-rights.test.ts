/** Rights on System, VNO and User lists: every route with every role, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildSeedList } from '~/modules/channel-list/seed/data'
import { writeSatcodx } from '~/modules/channel-list/seed/file'
import { startPortal, type Portal } from '../support/portal'
import { putOut } from '../support/publish'

const who = ['customer', 'friend', 'vno', 'administrator', 'operator', 'nobody'] as const
const kinds = ['system', 'vno', 'user'] as const
const bytes = writeSatcodx(buildSeedList({ seed: 31, channels: 5 }), { version: '103' })
const raw = { type: 'application/octet-stream', bytes }

let portal: Portal
const lists = { system: '', vno: '', user: '' }
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
  const makers = { system: portal.tokens.administrator, vno: portal.tokens.vno, user: portal.tokens.customer }
  for (const kind of kinds) {
    const made = await portal
      .visitor()
      .api<{ id: string; kind: string }>('POST', `/chmax/lists?name=${kind}`, { token: makers[kind], raw })
    expect(made.data.kind).toBe(kind)
    lists[kind] = made.data.id
    if (kind !== 'user') await putOut(portal.visitor(), makers[kind], made.data.id)
  }
})
afterAll(() => portal.stop())

type Options = Parameters<ReturnType<Portal['visitor']>['api']>[2]
const tokenOf = (name: (typeof who)[number]): string | undefined =>
  name === 'nobody' ? undefined : portal.tokens[name]
const call = (method: string, path: string, name: (typeof who)[number], options: Options = {}) => {
  const token = tokenOf(name)
  return portal.visitor().api(method, `/chmax${path}`, token === undefined ? options : { ...options, token })
}

/** May read and may change, from the table "Rights on lists". */
const reads: Record<(typeof kinds)[number], readonly string[]> = {
  system: ['customer', 'friend', 'vno', 'administrator', 'operator'],
  vno: ['vno', 'operator'],
  user: ['customer'],
}
const changes: Record<(typeof kinds)[number], readonly string[]> = {
  system: ['administrator', 'operator'],
  vno: ['vno', 'operator'],
  user: ['customer'],
}

const readRoutes = ['', '/losses', '/report', '/encodings/utf-8', '/channels', '/channels/0', '/revisions']
/** Routes answered only to callers who may publish the list. */
const publisherRoutes = ['/publications', '/publications/boxes']
/** Requests that change nothing even with the right: a future base, a stale ETag, nothing to redo, the same name. */
const changeRoutes: [string, string, (kind: string) => Options, string][] = [
  ['PUT', '', (kind) => ({ json: { name: kind } }), '0'],
  ['POST', '/operations', () => ({ json: { base: 99, operations: [{ op: 'lock', ids: [0], value: true }] } }), 'A0422'],
  ['POST', '/undo', () => ({ json: { base: 99 } }), 'C1104'],
  ['POST', '/redo', () => ({ json: { base: 99 } }), 'C1104'],
  ['POST', '/revisions/1/restore', () => ({ json: { base: 99 } }), 'C1104'],
  ['PUT', '/file', () => ({ raw, headers: { 'if-match': '"stale"' } }), 'A0412'],
]
/** The same for publishing; User lists can't be published. */
const publishRoutes: [string, string, Options, string][] = [
  ['POST', '/publications', { json: { act: 'widen', percent: 50 } }, 'A0409'],
  ['PUT', '/titles', { json: { en: 'Evening' } }, '0'],
]

describe.each(kinds)('a %s list', (kind) => {
  it.each(who)('gives %s exactly its rights', async (name) => {
    for (const route of readRoutes) {
      const expected = name === 'nobody' ? 'I1304' : reads[kind].includes(name) ? '0' : 'C1101'
      expect([route, (await call('GET', `/lists/${lists[kind]}${route}`, name)).code]).toEqual([route, expected])
    }
    for (const route of publisherRoutes) {
      // User lists are not published, and administrators see no single boxes.
      const isClosed = kind === 'user' || (route === '/publications/boxes' && name === 'administrator')
      const expected =
        name === 'nobody'
          ? 'I1304'
          : changes[kind].includes(name) && !isClosed
            ? '0'
            : reads[kind].includes(name)
              ? 'C1108'
              : 'C1101'
      expect([route, (await call('GET', `/lists/${lists[kind]}${route}`, name)).code]).toEqual([route, expected])
    }
    for (const [method, route, options, allowed] of changeRoutes) {
      const expected =
        name === 'nobody'
          ? 'I1304'
          : changes[kind].includes(name)
            ? allowed
            : reads[kind].includes(name)
              ? 'C1108'
              : 'C1101'
      expect([method, route, (await call(method, `/lists/${lists[kind]}${route}`, name, options(kind))).code]).toEqual([
        method,
        route,
        expected,
      ])
    }
    for (const [method, route, options, allowed] of publishRoutes) {
      const expected =
        name === 'nobody'
          ? 'I1304'
          : changes[kind].includes(name) && kind !== 'user'
            ? allowed
            : reads[kind].includes(name)
              ? 'C1108'
              : 'C1101'
      expect([method, route, (await call(method, `/lists/${lists[kind]}${route}`, name, options)).code]).toEqual([
        method,
        route,
        expected,
      ])
    }
    if (!changes[kind].includes(name)) {
      const expected = name === 'nobody' ? 'I1304' : reads[kind].includes(name) ? 'C1108' : 'C1101'
      expect((await call('DELETE', `/lists/${lists[kind]}`, name)).code).toBe(expected)
      expect((await call('POST', `/lists/${lists[kind]}/restore`, name)).code).toBe(
        name === 'nobody' ? 'I1304' : 'C1101',
      )
    }
  })
})

describe('creating', () => {
  it.each([
    ['customer', 'system', 'C1108'],
    ['customer', 'vno', 'C1108'],
    ['friend', 'system', 'C1108'],
    ['vno', 'system', 'C1108'],
    ['administrator', 'vno', 'C1108'],
    ['nobody', 'user', 'I1304'],
  ] as const)('a list by %s of kind %s is %s', async (name, kind, code) => {
    expect((await call('POST', `/lists?name=Made&kind=${kind}`, name, { raw })).code).toBe(code)
  })

  it('a list ignores a foreign ownerId: only the operator’s call sets owners', async () => {
    const made = await portal
      .visitor()
      .api<{ id: string; owned: boolean }>(
        'POST',
        '/chmax/lists?name=Owned&ownerId=demouser000000000000000000&kind=user',
        { token: portal.tokens.administrator, raw },
      )
    expect(made.data.owned).toBe(true)
    expect((await call('GET', `/lists/${made.data.id}`, 'customer')).code).toBe('C1101')
  })
})
