/** How the pages show the state of a box's list (not loaded, loaded, outdated), and what programs do with boxes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { languages } from '~/i18n/languages'
import { dayMs } from '~/platform/clock.server'
import { makeList } from '../support/fixtures/satcodx'
import { startPortal, type Portal } from '../support/portal'
import { headersOf, logIn, sealFor } from '../support/sealed'

let portal: Portal
const served = '780000000001'
const year = 365 * dayMs
const dayOf = (ms: number): number => Math.floor(ms / dayMs)
/** The day (UTC) on which Match News ends. */
const lastDay = dayOf(Date.now()) + 10
/** Reads pages on one day (UTC), again if midnight passes in the meantime. */
const readInOneDay = async <T>(read: () => Promise<T>): Promise<{ read: T; day: number }> => {
  const day = dayOf(Date.now())
  const found = await read()
  return dayOf(Date.now()) === day ? { read: found, day } : readInOneDay(read)
}
/** This box has Adult Control, TV for a year, Data starting next year, and Match News for ten days. */
const fill = async (): Promise<void> => {
  const { db } = await import('~/platform/db.server')
  const at = Date.now()
  await db.boxModel.upsert({ where: { name: 'Mango S1' }, create: { id: 's1', name: 'Mango S1' }, update: {} })
  const { id: modelId } = await db.boxModel.findUniqueOrThrow({ where: { name: 'Mango S1' } })
  await db.registeredBox.create({ data: { sn: served, modelId } })
  for (const [service, from, until] of [
    ['adult', at - 1000, at + year],
    ['tv', at - 1000, at + year],
    ['data', at + year, at + 2 * year],
    // Less than ten times 24 hours away, and ten days by its date.
    ['match', at - 1000, lastDay * dayMs + 60_000],
  ] as const)
    await db.servicePeriod.create({
      data: {
        ...{ id: `period-${service}`, sn: served, service, anchorDay: 1, source: 'gift', note: 'test' },
        ...{ startsAt: new Date(from), endsAt: new Date(until) },
      },
    })
}
beforeAll(async () => {
  await fill()
  portal = await startPortal({ env: { LIMITS: 'off' } })
})
afterAll(() => portal.stop())

it('a chosen list is not loaded, then up to date, then outdated; another chosen list is not loaded', async () => {
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
  // The box's menu is used while the page is open: fields that the page's form did not change stay.
  const page = `/terminal/${sn}`
  const findShown = async () => /name="was" value="([^"]+)"/.exec(await (await user.request(page)).text())?.[1] ?? ''
  const shown = await findShown()
  const menu = { token: box.deviceToken, json: { listStyle: 'original' } }
  expect((await portal.visitor().api('PUT', '/stb/settings', menu)).code).toBe('0')
  const off = { intent: 'settings', was: shown, listStyle: 'new', autoUpdate: 'system' }
  const form = { ...off, enabled: 'on' }
  expect((await user.post(page, form)).status).toBe(303)
  expect((await portal.visitor().api('GET', '/stb/settings', { token: box.deviceToken })).data).toMatchObject({
    ...{ enabled: true, listStyle: 'original', search: false, autoUpdate: 'system', version: 3 },
  })
  const html = await (await user.request(page)).text()
  expect([html.split('changed on the box').length, html.split('changed in the portal').length]).toEqual([2, 3])
  // Off: both pages say so, and the gateway, which had the list in memory, no longer serves it.
  expect((await user.post(page, { ...off, was: await findShown() })).status).toBe(303)
  for (const path of [page, '/terminal']) expect(await (await user.request(path)).text()).toContain('>CHMax is off<')
  const asBox = { headers: { authorization: `Bearer ${box.deviceToken}` } }
  expect((await portal.visitor().request(`/api/stb/lists/${first}`, asBox)).status).toBe(403)
  // Sent twice at once it counts as one change; other sessions can't change it.
  const version = async () =>
    (await portal.visitor().api<{ version: number }>('GET', '/stb/settings', { token: box.deviceToken })).data.version
  const before = await version()
  const on = { ...form, was: await findShown() }
  const twice = await Promise.all([user.post(page, on), user.post(page, on)])
  expect([twice.map(({ status }) => status), await version()]).toEqual([[303, 303], before + 1])
  const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
  expect((await friend.post(page, off)).status).toBe(404)
  expect((await portal.visitor().post(page, off)).headers.get('location')).toBe('/')
  // Of two pages opened before, each changes only its own field.
  const both = { ...form, was: await findShown(), listStyle: 'original' }
  await user.post(page, { ...both, search: 'on' })
  await user.post(page, { ...both, autoUpdate: 'cloud' })
  expect((await portal.visitor().api('GET', '/stb/settings', { token: box.deviceToken })).data).toMatchObject({
    ...{ enabled: true, listStyle: 'original', search: true, autoUpdate: 'cloud' },
  })
  await user.post(page, { ...both, was: await findShown() })
  await load(first)
  // A failed update is shown with the box's own reason, until the box reports a better result.
  const report = async (update: object): Promise<string> => {
    const json = { update: { list: first, revision: 2, ...update } }
    expect((await portal.visitor().api('POST', '/stb/report', { token: box.deviceToken, json })).code).toBe('0')
    return (await user.request(page)).text()
  }
  const told = 'The box could not use First, version 2'
  expect(await report({ result: 'failed', why: 'no <memory>' })).toMatch(new RegExp(`${told}.*no &lt;memory&gt;`))
  const better = await report({ result: 'loaded', reason: 'manual' })
  expect([better.includes(told), /The box uses First, version 2.*started on the box/s.test(better)]).toEqual([
    false,
    true,
  ])
  // An automatic update offers a comparison with the previous version.
  expect(await (await user.request(page)).text()).not.toContain('compare-with')
  const auto = { ...asBox.headers, 'chmax-reason': 'auto', 'if-none-match': '"1-abc"' }
  expect((await portal.visitor().request(`/api/stb/lists/${first}`, { headers: auto })).status).toBe(200)
  const compare = `/features/lists/${first}/compare-with?with=version.1`
  const itself = await (await user.request(page)).text()
  expect(itself).toContain(`href="${compare}"`)
  expect(itself).toContain('0 added, 0 removed, 1 changed')
  expect((await user.request(compare)).status).toBe(200)
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

type Device = {
  sn: string
  nickname: string | null
  model: string
  softwareVersion: string | null
  latestSoftwareVersion: string | null
  newerSoftware: boolean
  adultSwitch: boolean
}
type Bound = { step: 'confirm' | 'bound'; pairing: string; renewed: boolean; device: Device }

describe('a program with its three headers', () => {
  const model = 'Mango S1'
  const register = async (sn: string) => {
    await portal.visitor().api('POST', '/operator/boxes', {
      token: portal.tokens.operator,
      raw: { type: 'text/csv', bytes: `sn,model\n${sn},${model}\n` },
    })
  }
  const pair = async (sn: string, softwareVersion = '2.14.3') =>
    (
      await portal.visitor().api<{ deviceToken: string; userCode: string }>('POST', '/stb/pair', {
        json: { sn, model, softwareVersion },
      })
    ).data
  const signIn = async (name: string, password: string) => {
    const tokens = await logIn(portal.visitor(), name, password)
    return { tokens, headers: headersOf(tokens) }
  }
  const caller = (headers: Record<string, string>) => {
    return <D>(method: string, path: string, json?: object) =>
      portal.visitor().api<D>(method, path, { headers, ...(json === undefined ? {} : { json }) })
  }

  it('binds, names, reads and unbinds a box that is its own', async () => {
    const [sn, path] = ['780000000002', '/device/customer/userDevice']
    await register(sn)
    const { headers } = await signIn('demo-user', 'mango-demo')
    const [mine, theirs] = [caller(headers), caller((await signIn('demo-friend', 'mango-friend')).headers)]
    const { userCode } = await pair(sn)
    const form = { sn, repeatSn: sn, verifyCode: userCode }
    expect(await mine('POST', path, { ...form, repeatSn: '780000000003' })).toMatchObject({
      code: 'D1107',
      data: { field: 'repeatSn' },
    })
    expect(await mine('POST', path, { ...form, verifyCode: 'BBBBBBBB' })).toMatchObject({
      code: 'D1103',
      data: { field: 'verifyCode' },
    })
    const bound = await mine<Bound>('POST', path, { ...form, batch: 'bind-once-0001' })
    expect(bound).toMatchObject({
      status: 201,
      data: { step: 'bound', renewed: false, device: { sn, model, nickname: null, softwareVersion: '2.14.3' } },
    })
    // A repeat gets the same answer; under another key the code is used up.
    expect((await mine<Bound>('POST', path, { ...form, batch: 'bind-once-0001' })).data).toEqual(bound.data)
    expect(await mine('POST', path, form)).toMatchObject({ code: 'I1401' })
    expect(await theirs('POST', path, form)).toMatchObject({ code: 'I1401', status: 409 })
    // A newer code of a bound box needs confirmation first.
    const newer = { sn, repeatSn: sn, verifyCode: (await pair(sn)).userCode }
    const asked = await mine<Bound>('POST', path, newer)
    expect(asked).toMatchObject({ status: 200, data: { step: 'confirm', sn, model, ownNetwork: true } })
    expect(await mine('POST', path, { ...newer, pairing: asked.data.pairing })).toMatchObject({
      data: { step: 'bound', renewed: true },
    })

    expect((await mine<Device>('PUT', path, { sn, nickname: 'Attic' })).data).toMatchObject({ sn, nickname: 'Attic' })
    expect((await mine<{ items: Device[] }>('GET', '/device/customer/userDevices')).data.items).toContainEqual(
      expect.objectContaining({ sn, nickname: 'Attic' }),
    )
    for (const [method, json] of [
      ['PUT', { sn, nickname: 'Mine' }],
      ['GET', undefined],
      ['DELETE', undefined],
    ] as const)
      expect(await theirs(method, method === 'PUT' ? path : `${path}/${sn}`, json)).toMatchObject({ code: 'I1402' })
    expect((await mine<Device>('GET', `${path}/${sn}`)).data).toMatchObject({ sn, nickname: 'Attic' })
    expect(await mine('DELETE', `${path}/${sn}`)).toMatchObject({ code: '0' })
    expect(await mine('GET', `${path}/${sn}`)).toMatchObject({ code: 'I1402' })
  })

  it('may send its accessToken in the address of one call, with the other two values, and the log hides it', async () => {
    const sn = '780000000001'
    const { tokens } = await signIn('demo-user', 'mango-demo')
    const { accessToken, token, userId } = tokens
    const look = (path: string, headers: Record<string, string>) => portal.visitor().api('GET', path, { headers })
    const one = `/device/customer/userDevice/${sn}`
    const query = `?accessToken=${encodeURIComponent(accessToken)}`
    expect(await look(one + query, { token, userId })).toMatchObject({ code: '0', data: { sn } })
    for (const [path, headers] of [
      [one, { token, userId }],
      [one + query, {}],
      [one + query, { token }],
      [one + query, { userId }],
      [`${one}${query}&accessToken=x`, { token, userId }],
      [`${one}?accessToken=%0d%0a`, { token, userId }],
      [`/device/customer/userDevices${query}`, { token, userId }],
    ] as const)
      expect([path, await look(path, headers)]).toEqual([path, expect.objectContaining({ code: 'I1304' })])
    expect(await look(`${one}?accessToken=nonsense`, { accessToken, token, userId })).toMatchObject({ code: '0' })
    expect(portal.output()).not.toContain(accessToken)
  })

  it('sees the latest software of the model, which the operator adds and withdraws', async () => {
    const [sn, newest] = ['780000000001', '780000000004']
    await register(newest)
    const { headers } = await signIn('demo-user', 'mango-demo')
    const operate = <D>(method: string, path: string, json?: object) =>
      portal.visitor().api<D>(method, path, { token: portal.tokens.operator, ...(json === undefined ? {} : { json }) })
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    await user.post('/language', { language: 'en', returnTo: '/home' })
    const seen = async () => ({
      call: (await caller(headers)<Device>('GET', `/device/customer/userDevice/${sn}`)).data,
      page: await (await user.request(`/terminal/${sn}`)).text(),
    })
    const { id } = (await operate<{ id: string }>('POST', '/operator/software', { model, version: '3.1' })).data
    const after = await seen()
    expect(after.call).toMatchObject({ softwareVersion: '1', latestSoftwareVersion: '3.1', newerSoftware: true })
    expect([after.page.includes('>3.1<'), after.page.includes('Newer than on the box')]).toEqual([true, true])
    expect(await operate('POST', '/operator/software', { model, version: '3.1' })).toMatchObject({ code: 'M3101' })
    expect(await operate('DELETE', `/operator/software/${id}`)).toMatchObject({ code: '0' })
    const before = await seen()
    // The demo's own software is the latest again.
    expect(before.call).toMatchObject({ latestSoftwareVersion: '2.15.0', newerSoftware: true })
    expect(before.page).not.toContain('>3.1<')
    // A box that has it is offered nothing newer.
    const { userCode } = await pair(newest, '2.15')
    await user.post('/terminal/bind', { sn: newest, repeatSn: newest, code: userCode })
    const own = (await caller(headers)<Device>('GET', `/device/customer/userDevice/${newest}`)).data
    expect(own).toMatchObject({ softwareVersion: '2.15', latestSoftwareVersion: '2.15.0', newerSoftware: false })
  })

  it('switches Adult Control with only the encrypted password, and so does the page', async () => {
    const [sn, path] = ['780000000001', '/device/customer/adultSwitch']
    const { headers } = await signIn('demo-user', 'mango-demo')
    const turn = async (on: boolean, password: string) =>
      caller(headers)('PUT', path, { sn, on, password: await sealFor(portal.visitor(), `/api${path}`, password) })
    expect(await turn(true, 'wrong-1234')).toMatchObject({ code: 'I1302', data: { field: 'password' } })
    expect(await caller(headers)('PUT', path, { sn, on: true, password: 'mango-demo' })).toMatchObject({
      code: 'A0424',
    })
    const sealed = await sealFor(portal.visitor(), `/api${path}`, 'mango-demo')
    expect(await caller(headers)('PUT', path, { sn, password: sealed })).toMatchObject({
      code: 'A0422',
      data: { field: 'on' },
    })
    expect(await turn(true, 'mango-demo')).toMatchObject({ code: '0', data: { adultSwitch: true } })
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    const page = `/terminal/${sn}/adult`
    expect(await (await user.request(page)).text()).toContain('name="turn" value="off"')
    expect(await (await user.request(`/terminal/${sn}/unbind`)).text()).toContain('Adult Control stays on')
    expect((await user.post(page, { turn: 'off', password: 'wrong-1234' })).status).toBe(422)
    expect((await user.post(page, { turn: 'off', password: '' })).status).toBe(422)
    expect((await user.post(page, { turn: 'off', password: 'mango-demo' })).headers.get('location')).toBe(
      `/terminal/${sn}`,
    )
    expect((await caller(headers)<Device>('GET', `/device/customer/userDevice/${sn}`)).data).toMatchObject({
      adultSwitch: false,
    })
  })

  it('finds on the pages what runs, what ends soon and what stays, and a switch for each service', async () => {
    const user = await portal.visitor().signIn('demo-user', 'mango-demo')
    await user.post('/language', { language: 'en', returnTo: '/home' })
    const page = `/terminal/${served}`
    const read = async (address: string) => (await user.request(address)).text()
    const first = await read(page)
    expect(first).toContain('aria-label="Switch off: TV Service"')
    // Adult Control has one switch: its row and its card both link to the page that asks for the password.
    expect(first).not.toContain('Switch off: Adult Control')
    expect(first.split(`href="${page}/adult"`)).toHaveLength(3)
    // A service that has not begun can't be switched off.
    expect(first).toContain('Data Service')
    expect(first).not.toContain('Switch off: Data Service')
    expect((await user.post(page, { intent: 'service-off', service: 'data' })).status).toBe(422)
    expect((await user.post(page, { intent: 'service-off', service: 'tv' })).headers.get('location')).toBe(page)
    const off = await read(page)
    expect([off.includes('aria-label="Switch on: TV Service"'), off.includes('switched off')]).toEqual([true, true])
    const {
      read: [all, services, unbind],
      day,
    } = await readInOneDay(() =>
      Promise.all([read('/terminal'), read(`/service?sn=${served}`), read(`${page}/unbind`)]),
    )
    expect([all.includes('Adult Control'), all.includes('TV Service')]).toEqual([true, false])
    expect(all).toContain(`href="/service?sn=${served}"`)
    expect(all).toContain(`Match News: ends in ${lastDay - day} days`)
    expect(services.replaceAll('<!-- -->', '')).toContain(`>${lastDay - day} days<`)
    for (const name of ['TV Service', 'Data Service', 'Adult Control', 'Match News'])
      expect([name, unbind.includes(name)]).toEqual([name, true])
    expect(unbind).not.toContain('<li>CHMax')
    // What the owner switched off outlasts the binding, and so does Adult Control while it is on.
    expect(/Stays switched off[^<]*/.exec(unbind)?.[0]).toContain('TV Service')
    expect(unbind).not.toContain('Adult Control stays on')
    expect((await user.post(page, { intent: 'service-on', service: 'tv' })).status).toBe(303)
    expect(await read('/terminal')).toContain('TV Service')
    // The period of a switched-off service runs on, so its end is shown too.
    expect((await user.post(page, { intent: 'service-off', service: 'match' })).status).toBe(303)
    for (const address of ['/home', '/terminal'])
      expect([address, await read(address)]).toEqual([address, expect.stringContaining('Match News')])
    // Home begins with the boxes: their lists, and what ends on them next to a link to renew.
    const home = await read('/home')
    const at = (text: string): number => home.indexOf(text, home.indexOf('<main'))
    const order = [
      'Your boxes',
      `href="${page}"`,
      'Match News: ends',
      `href="/service?sn=${served}"`,
      'Your channel lists',
    ]
    expect(order.filter((text) => at(text) < 0)).toEqual([])
    expect([...order].sort((a, b) => at(a) - at(b))).toEqual(order)
    expect(home).not.toContain('href="/terminal/bind"')
    expect((await user.post(page, { intent: 'service-on', service: 'match' })).status).toBe(303)
    const friend = await portal.visitor().signIn('demo-friend', 'mango-friend')
    expect((await friend.post(page, { intent: 'service-off', service: 'tv' })).status).toBe(404)
  })

  it('sees the services of its box and switches them, and the box gets the change at once', async () => {
    const { headers } = await signIn('demo-user', 'mango-demo')
    const [mine, theirs] = [caller(headers), caller((await signIn('demo-friend', 'mango-friend')).headers)]
    const sealed = async (password: string) => sealFor(portal.visitor(), '/api/device/customer/adultSwitch', password)
    type Told = { serverTime: string; proven: boolean; services: { key: string; on: boolean; state: string }[] }
    const { deviceToken } = await pair(served)
    const look = async (token: string, more: Record<string, string> = {}) => {
      const response = await portal
        .visitor()
        .request('/api/stb/services', { headers: { authorization: `Bearer ${token}`, ...more } })
      const text = await response.text()
      const { message, data } = (text === '' ? {} : JSON.parse(text)) as { message?: string; data?: Told }
      const states = Object.fromEntries((data?.services ?? []).map(({ key, on, state }) => [key, on ? 'on' : state]))
      return { status: response.status, etag: response.headers.get('etag') ?? '', message, data, states, response }
    }
    // A new pairing of a bound box is not trusted yet: it sees only what every box has.
    const stranger = await look(deviceToken)
    expect([stranger.data?.proven, stranger.states]).toEqual([false, { chmax: 'on', api: 'on' }])
    const { userCode, deviceToken: token } = await pair(served)
    const form = { sn: served, repeatSn: served, verifyCode: userCode }
    const { pairing } = (await mine<Bound>('POST', '/device/customer/userDevice', form)).data
    expect(await mine('POST', '/device/customer/userDevice', { ...form, pairing })).toMatchObject({ code: '0' })

    const had = { tv: 'on', adult: 'on', data: 'coming', chmax: 'on', api: 'on', match: 'on' }
    const first = await look(token)
    expect([first.status, first.data?.proven, first.states]).toEqual([200, true, had])
    // The second answer comes from the gateway's memory: same ETag, current time, the box's language.
    const second = await look(token, { 'accept-language': 'fr' })
    expect([second.etag, second.states, second.message]).toEqual([first.etag, had, 'C’est fait.'])
    expect(second.response.headers.get('content-language')).toBe('fr')
    expect([first, second].map(({ response }) => response.headers.get('vary')?.includes('userid'))).toEqual([
      true,
      false,
    ])
    expect((second.data?.serverTime ?? '') >= (first.data?.serverTime ?? '')).toBe(true)
    for (const tag of [first.etag, first.etag.replace('W/', ''), `"x", ${first.etag}`, '*'])
      expect([tag, (await look(token, { 'if-none-match': tag })).status]).toEqual([tag, 304])

    const time = await mine<{ services: { service: string; state: string }[] }>(
      'GET',
      `/sn/getServiceTime?sn=${served}`,
    )
    expect(time.data.services.map(({ service, state }) => `${service} ${state}`)).toEqual([
      'tv running',
      'data coming',
      'adult running',
      'chmax granted',
      'api granted',
      'match running',
    ])
    type Ftv = { items: { sn: string; service: string; state: string | null; endsAt: string | null }[] }
    const ftv = (await mine<Ftv>('GET', '/deviceAccounts/getFtvServiceTime')).data.items
    expect(ftv.find(({ sn }) => sn === served)).toMatchObject({ service: 'tv', state: 'running' })
    expect((await mine<Ftv>('GET', `/deviceAccounts/getFtvServiceTime?sn=${served}`)).data.items).toHaveLength(1)

    const edit = '/sn/editSnService'
    for (const [path, json] of [
      [`/sn/getServiceTime?sn=${served}`, undefined],
      [`/deviceAccounts/getFtvServiceTime?sn=${served}`, undefined],
      [edit, { sn: served, service: 'tv', on: false }],
    ] as const)
      expect(await theirs(json === undefined ? 'GET' : 'POST', path, json)).toMatchObject({ code: 'I1402' })
    expect(await mine('POST', edit, { sn: served, service: 'data', on: false })).toMatchObject({ code: 'D1108' })
    expect(await mine('POST', edit, { sn: served, service: ['tv'] })).toMatchObject({ data: { field: 'on' } })
    expect(await mine('POST', edit, { sn: served, service: 'ftv', on: false })).toMatchObject({ code: 'A0422' })
    expect(await mine('POST', edit, { sn: served, service: ['tv', 'adult'], on: false })).toMatchObject({ code: '0' })
    const off = await look(token, { 'if-none-match': first.etag })
    expect([off.status, off.states]).toEqual([200, { ...had, tv: 'switched-off', adult: 'switched-off' }])
    expect(
      await portal.visitor().api('POST', edit, { headers, form: { sn: served, service: ['tv', 'adult'], on: 'true' } }),
    ).toMatchObject({ code: '0' })
    expect((await look(token)).etag).toBe(first.etag)

    const turn = async (on: boolean) =>
      mine('PUT', '/device/customer/adultSwitch', { sn: served, on, password: await sealed('mango-demo') })
    expect(await turn(true)).toMatchObject({ code: '0' })
    expect((await look(token)).states).toEqual({ ...had, tv: 'adult-off' })
    expect(await turn(false)).toMatchObject({ code: '0' })
    expect((await look(token)).states).toEqual(had)
    // After unbinding, the box keeps what belongs to its serial number.
    expect(await mine('DELETE', `/device/customer/userDevice/${served}`)).toMatchObject({ code: '0' })
    expect((await look(token)).states).toEqual(had)
  })

  it('finds everything of a broken box on its replacement, after one operator call', async () => {
    const [sn, to] = [served, '780000000005']
    await register(to)
    const { headers } = await signIn('demo-user', 'mango-demo')
    const mine = caller(headers)
    const { userCode, deviceToken } = await pair(sn)
    const form = { sn, repeatSn: sn, verifyCode: userCode }
    expect(await mine('POST', '/device/customer/userDevice', form)).toMatchObject({ code: '0' })
    await mine('PUT', '/device/customer/userDevice', { sn, nickname: 'Salon' })
    type Times = { services: { service: string; state: string; endsAt: string | null }[] }
    const before = (await mine<Times>('GET', `/sn/getServiceTime?sn=${sn}`)).data.services
    const move = (json: object) =>
      portal.visitor().api('POST', `/operator/boxes/${sn}/move`, { token: portal.tokens.operator, json })
    expect(await move({ to })).toMatchObject({ code: 'A0422', data: { field: 'why' } })
    expect(await move({ to: '999999999999', why: 'it is broken' })).toMatchObject({ code: 'S1000' })
    expect(await move({ to, why: 'it is broken' })).toMatchObject({ code: '0', data: { sn, to } })
    expect(await move({ to, why: 'it is broken' })).toMatchObject({ code: 'D1110', data: { to } })
    expect(await mine('GET', `/device/customer/userDevice/${sn}`)).toMatchObject({ code: 'I1402' })
    expect((await mine<Device>('GET', `/device/customer/userDevice/${to}`)).data).toMatchObject({ nickname: 'Salon' })
    expect((await mine<Times>('GET', `/sn/getServiceTime?sn=${to}`)).data.services).toEqual(before)
    // The broken box is signed out at once, in the gateway's memory too.
    expect(await portal.visitor().api('GET', '/stb/services', { token: deviceToken })).toMatchObject({ code: 'I1305' })
    const told = await mine<{ items: { text: string }[] }>('GET', '/userFeedback/customer/systemMessagePage')
    expect(told.data.items.some(({ text }) => text.includes(to) && text.includes('Salon'))).toBe(true)
  })
})
