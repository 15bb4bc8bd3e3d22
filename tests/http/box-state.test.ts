/** What is said of a box beside its list: that it has not loaded it yet, that it has, that it went on since. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { makeList } from '../support/fixtures/satcodx'
import { startPortal, type Portal } from '../support/portal'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())

it('a chosen list is not loaded yet, then up to date, then behind; another one is not loaded yet again', async () => {
  const [sn, model] = ['780000000001', 'Mango S1']
  await portal.visitor().api('POST', '/operator/boxes', {
    token: portal.tokens.operator,
    raw: { type: 'text/csv', bytes: `sn,model\n${sn},${model}\n` },
  })
  const { data: box } = await portal
    .visitor()
    .api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', { json: { sn, model, softwareVersion: '1' } })
  const user = await portal.visitor().signIn('demo-user', 'mango-demo')
  expect((await user.post('/terminal/bind', { sn, repeatSn: sn, code: box.userCode })).status).toBe(303)
  const call = <D>(method: string, path: string, options: object) =>
    portal.visitor().api<D>(method, path, { token: portal.tokens.customer, ...options })
  const make = async (name: string, seed: number) =>
    (
      await call<{ id: string }>('POST', `/chmax/lists?name=${name}`, {
        raw: { type: 'application/octet-stream', bytes: makeList({ seed, records: 5, variant: '103' }).bytes },
      })
    ).data.id
  const [first, second] = [await make('First', 21), await make('Second', 22)]
  const choose = async (list: string) =>
    expect((await user.post(`/terminal/${sn}`, { intent: 'list', list })).status).toBe(303)
  const words = ['Not loaded yet', 'Up to date', 'Newer version available']
  const said = async () => {
    const [page, all] = await Promise.all(
      [`/terminal/${sn}`, '/terminal'].map(async (path) => (await user.request(path)).text()),
    )
    const told = words.filter((word) => page?.includes(`>${word}<`) || page?.includes(`</svg>${word}<`))
    for (const word of words) expect(all?.includes(word), `${word} on /terminal`).toBe(told.includes(word))
    return told
  }
  expect(await said()).toEqual([])
  await choose(first)
  expect(await said()).toEqual(['Not loaded yet'])
  const load = async (id: string) =>
    expect(
      (
        await portal
          .visitor()
          .request(`/api/stb/lists/${id}`, { headers: { authorization: `Bearer ${box.deviceToken}` } })
      ).status,
    ).toBe(200)
  await load(first)
  expect(await said()).toEqual(['Up to date'])
  expect(
    (
      await call('POST', `/chmax/lists/${first}/operations`, {
        json: { base: 1, operations: [{ op: 'rename', id: 0, name: 'Another' }] },
      })
    ).code,
  ).toBe('0')
  expect(await said()).toEqual(['Newer version available'])
  await choose(second)
  expect(await said()).toEqual(['Not loaded yet'])
  const texts = new Set<string>()
  for (const { code } of languages) {
    await user.post('/language', { language: code, returnTo: '/home' })
    texts.add(
      /<span class="tag info">([^<]*)<\/span>/.exec(await (await user.request(`/terminal/${sn}`)).text())?.[1] ?? '',
    )
  }
  expect([...texts]).toHaveLength(languages.length)
  expect([...texts]).not.toContain('')
})
