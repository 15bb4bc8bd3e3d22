/** CHMax settings of a box: set by its owner, sent with every list, and what the box's own updates brought. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { answerApi } from '~/api/dispatch.server'
import {
  applyOperations,
  createList,
  findChoosableList,
  getList,
  stopEngineThreads,
} from '~/modules/channel-list/channel-list.server'
import {
  changeSettings,
  findBox,
  flushDeviceFacts,
  mayLoadList,
  setActiveList,
  startPairing,
  unbindBox,
} from '~/modules/device/device.server'
import { offsetOf } from '~/modules/device/setting'
import { connectEntitlement, grantPeriods, switchServices } from '~/modules/entitlement/entitlement.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { connectStb } from '~/modules/stb/stb.server'
import { setService } from '~/modules/catalogue/catalogue.server'
import { ok } from '~/errors/table'
import type { PortalContext } from '~/request/context'
import { dayMs, makeStoppedClock, minuteMs, now, replaceClock } from '~/platform/clock.server'
import { closeDatabase } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { codeOf, good, makeActor, makeBox, putOut, sdxFile } from '../unit/channel-list/people'

beforeAll(() => {
  connectStb()
  connectEntitlement()
  connectRenewal()
  mayLoadList.provide(async ({ userId, sn }, listId) => (await findChoosableList(userId, sn, listId)) !== null)
})
afterAll(async () => {
  await stopEngineThreads()
  await closeDatabase()
})

const visit = (): PortalContext => ({
  nonce: '',
  requestId: 'r',
  address: '127.0.0.1',
  origin: 'http://127.0.0.1',
  upload: null,
  memo: new Map(),
})

const begin = async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  const { token } = await startPairing(sn, true, { modelName: 'Model', softwareVersion: null, address: '127.0.0.1' })
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    answerApi(
      new Request(`http://127.0.0.1/api/stb/${path}`, { headers: { authorization: `Bearer ${token}`, ...headers } }),
      visit(),
    )
  const index = async () =>
    ((await (await ask('lists')).json()) as { data: { settings: object; updateListId: string | null } }).data
  const save = async (bytes: Uint8Array, list: string): Promise<unknown> => {
    const address = `http://127.0.0.1/api/stb/lists?list=${list}`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' }
    return (await answerApi(new Request(address, { method: 'PUT', headers, body: Buffer.from(bytes) }), visit())).json()
  }
  const put = async (settings: object): Promise<unknown> =>
    (
      await answerApi(
        new Request('http://127.0.0.1/api/stb/settings', {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(settings),
        }),
        visit(),
      )
    ).json()
  return { owner, sn, ask, index, put, save }
}

it('sends the settings in the index and with every list answer, even 304 and 206', async () => {
  const { owner, sn, ask, index } = await begin()
  const { id } = good(await createList(owner, { name: 'Mine', bytes: sdxFile(5), fileName: null }))
  const first = { enabled: true, listStyle: 'new', search: true, autoUpdate: 'cloud' }
  const rule = { standbySeconds: 600, everySeconds: 3600, offsetSeconds: offsetOf(sn) }
  expect(await index()).toMatchObject({ settings: { ...first, ...rule }, updateListId: null })
  const told = ({ headers }: Response): string[] => headers.get('chmax-settings')?.split(', ') ?? []
  const rest = ['on=?1', 'update=cloud', 'standby=600', 'every=3600', `offset=${offsetOf(sn)}`]
  const file = await ask(`lists/${id}`)
  expect(told(file)).toEqual(expect.arrayContaining([...rest, 'style=new', 'search=?1', 'version=0']))
  good(await changeSettings(owner.userId, sn, { listStyle: 'original', search: false }))
  const etag = file.headers.get('etag') ?? ''
  for (const headers of [{ 'if-none-match': etag }, { range: 'bytes=0-9' }] as Record<string, string>[]) {
    const answer = await ask(`lists/${id}`, headers)
    expect([304, 206]).toContain(answer.status)
    expect(told(answer)).toEqual(expect.arrayContaining([...rest, 'style=original', 'search=?0', 'version=1']))
  }
  good(await changeSettings(owner.userId, sn, { autoUpdate: 'system' }))
  expect(await index()).toMatchObject({
    settings: { enabled: true, listStyle: 'original', search: false, autoUpdate: 'system', everySeconds: 86_400 },
  })
})

it('names the list to follow: the chosen list or a ready-made one', async () => {
  const { owner, sn, ask, index } = await begin()
  const mine = good(await createList(owner, { name: 'Mine', bytes: sdxFile(5), fileName: null }))
  const admin = await makeActor('administrator')
  const system = good(await createList(admin, { name: 'AAA first', bytes: sdxFile(6), fileName: null }))
  const other = good(await createList(admin, { name: 'BBB second', bytes: sdxFile(6), fileName: null }))
  await putOut(admin, system)
  await putOut(admin, other)
  const named = async () =>
    /list="(\w+)"$/.exec((await ask(`lists/${mine.id}`)).headers.get('chmax-settings') ?? '')?.[1]
  expect(await named()).toBeUndefined()
  good(await setActiveList(owner.userId, sn, mine.id))
  expect([(await index()).updateListId, await named()]).toEqual([mine.id, mine.id])
  good(await changeSettings(owner.userId, sn, { autoUpdate: 'system' }))
  expect([(await index()).updateListId, await named()]).toEqual([system.id, undefined])
  good(await setActiveList(owner.userId, sn, other.id))
  expect([(await index()).updateListId, await named()]).toEqual([other.id, other.id])
  for (const settings of [{ autoUpdate: 'off' as const }, { autoUpdate: 'cloud' as const, enabled: false }]) {
    good(await changeSettings(owner.userId, sn, settings))
    expect([(await index()).updateListId, await named()]).toEqual([null, undefined])
  }
})

it('refuses loading and saving lists while CHMax is off by setting, switch or period, and allows both again after', async () => {
  const { owner, sn, ask, index, save } = await begin()
  const { id } = good(await createList(owner, { name: 'Mine', bytes: sdxFile(5), fileName: null }))
  good(await setActiveList(owner.userId, sn, id))
  const etag = (await ask(`lists/${id}`)).headers.get('etag') ?? ''
  const expectOn = async (): Promise<void> => {
    expect((await ask(`lists/${id}`, { 'if-none-match': etag })).status).toBe(304)
    expect(await index()).toMatchObject({ activeListId: id, updateListId: id, closed: null })
  }
  const expectOff = async (reason: string, page: string): Promise<void> => {
    for (const headers of [{}, { 'if-none-match': etag }, { range: 'bytes=0-9' }] as Record<string, string>[]) {
      const answer = await ask(`lists/${id}`, headers)
      expect([answer.status, answer.headers.get('etag')]).toEqual([403, null])
      expect(await answer.json()).toMatchObject({ code: 'C1109', data: { service: 'chmax', reason, page } })
    }
    expect(await index()).toMatchObject({ items: [], total: 0, activeListId: null, updateListId: null, closed: reason })
    expect(await save(sdxFile(4), id)).toMatchObject({ code: 'C1109', data: { reason } })
    expect(good(await getList(owner, id)).revision).toBe(1)
  }
  await expectOn()
  good(await changeSettings(owner.userId, sn, { enabled: false }))
  await expectOff('setting', `/terminal/${sn}`)
  good(await changeSettings(owner.userId, sn, { enabled: true }))
  await expectOn()
  good(await switchServices(owner.userId, sn, ['chmax'], false))
  await expectOff('switched-off', `/terminal/${sn}`)
  good(await switchServices(owner.userId, sn, ['chmax'], true))
  await expectOn()
  const by = { userId: owner.userId, why: null }
  const clock = makeStoppedClock(now())
  const putBack = replaceClock(clock)
  good(await setService(by, 'chmax', { grantedToAll: false }))
  try {
    await expectOff('not-given', '/service')
    const given = { sn, services: ['chmax'] as const, months: 1, at: now(), source: 'gift' as const, note: 'a test' }
    good(await transact(async (tx) => ok(await grantPeriods(tx, given))))
    await expectOn()
    // No event marks the end of the period.
    clock.advance(32 * dayMs)
    await expectOff('not-given', '/service')
  } finally {
    good(await setService(by, 'chmax', { grantedToAll: true }))
    putBack()
  }
})

it('records automatic checks and what they brought, but not those started by hand', async () => {
  const { owner, sn, ask } = await begin()
  const { id } = good(await createList(owner, { name: 'Mine', bytes: sdxFile(5), fileName: null }))
  const boxNow = async () => (await findBox(owner.userId, sn)) ?? expect.fail()
  const auto = { 'chmax-reason': 'auto' }
  let etag = (await ask(`lists/${id}`)).headers.get('etag') ?? ''
  expect(await boxNow()).toMatchObject({ fetchedRevision: 1, updatedItselfAt: null, brought: null })
  expect((await ask(`lists/${id}`, { ...auto, 'if-none-match': etag })).status).toBe(304)
  const { updatedItselfAt, brought } = await boxNow()
  expect([updatedItselfAt instanceof Date, brought]).toEqual([true, null])
  good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 0, name: 'New' }] }))
  const got = await ask(`lists/${id}`, { ...auto, 'if-none-match': etag })
  expect(got.status).toBe(200)
  etag = got.headers.get('etag') ?? ''
  const news = { listId: id, revision: 2, from: 1 }
  expect((await boxNow()).brought).toMatchObject(news)
  await flushDeviceFacts()
  expect((await boxNow()).brought).toMatchObject(news)
  // Checks that bring nothing leave the last result unchanged.
  expect((await ask(`lists/${id}`, { ...auto, 'if-none-match': etag })).status).toBe(304)
  await flushDeviceFacts()
  expect((await boxNow()).brought).toMatchObject(news)
})

it('records a box that checks sooner than its settings allow, but not one that only finishes an update', async () => {
  const begun = new Date('2026-12-01T03:00:00Z')
  const clock = makeStoppedClock(begun)
  const putBack = replaceClock(clock)
  try {
    const { owner, sn, ask, put } = await begin()
    const { id } = good(await createList(owner, { name: 'Mine', bytes: sdxFile(5), fileName: null }))
    const look = async (afterMs: number) => {
      clock.advance(afterMs)
      expect((await ask(`lists/${id}`, { 'chmax-reason': 'auto' })).status).toBe(200)
      await flushDeviceFacts()
      const { updatedItselfAt, updatedSoonAt } = (await findBox(owner.userId, sn)) ?? expect.fail()
      const minutes = (at: Date | null) => (at === null ? null : (at.getTime() - begun.getTime()) / minuteMs)
      return [minutes(updatedItselfAt), minutes(updatedSoonAt)]
    }
    // The list in the cloud: once an hour; a box's requests within a quarter of an hour are one update.
    expect(await look(0)).toEqual([0, null])
    expect(await look(10 * minuteMs)).toEqual([0, null])
    expect(await look(50 * minuteMs)).toEqual([60, null])
    expect(await look(30 * minuteMs)).toEqual([90, 90])
    // Asking every second is not one update.
    for (let at = 0; at < 15; at++) await look(minuteMs)
    expect(await look(minuteMs)).toEqual([106, 106])
    // Ready-made lists: once a day, from the first check that tells the box so.
    clock.advance(minuteMs)
    await put({ autoUpdate: 'system' })
    expect(await look(59 * minuteMs)).toEqual([106 + 60, 106])
    expect(await look(60 * minuteMs)).toEqual([106 + 120, 106 + 120])
    expect(await look(dayMs)).toEqual([106 + 120 + 1440, 106 + 120])
  } finally {
    putBack()
  }
})

it('takes settings from the box’s own menu, once the box has an owner', async () => {
  const { owner, sn, put } = await begin()
  expect(await put({ listStyle: 'original', autoUpdate: 'off' })).toMatchObject({
    code: '0',
    data: { enabled: true, listStyle: 'original', autoUpdate: 'off', everySeconds: 86_400 },
  })
  expect((await findBox(owner.userId, sn))?.settings).toMatchObject({ listStyle: 'original', autoUpdate: 'off' })
  expect(await put({})).toMatchObject({ code: '0', data: { listStyle: 'original', autoUpdate: 'off' } })
  expect(await put({ listStyle: 'wide' })).toMatchObject({ code: 'A0422' })
  expect(await put({ enabled: 'perhaps' })).toMatchObject({ code: 'A0422' })
  good(await unbindBox(owner.userId, sn))
  expect(await put({ enabled: false })).toMatchObject({ code: 'D1101' })
})

it('answers 304 to the last ETag of the settings, and raises the version with each change', async () => {
  const { owner, sn, ask } = await begin()
  const read = async (headers: Record<string, string> = {}) => {
    const answer = await ask('settings', headers)
    const { data } = (answer.status === 304 ? { data: null } : await answer.json()) as { data: { version: number } }
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', data }
  }
  const first = await read()
  expect(first.data).toMatchObject({
    enabled: true,
    autoUpdate: 'cloud',
    standbySeconds: 600,
    version: 0,
    closed: null,
  })
  expect((await read({ 'if-none-match': first.etag })).status).toBe(304)
  // Setting the same values is not a change.
  good(await changeSettings(owner.userId, sn, { enabled: true, listStyle: 'new' }))
  expect((await read({ 'if-none-match': first.etag })).status).toBe(304)
  good(await changeSettings(owner.userId, sn, { enabled: false }))
  expect(await read({ 'if-none-match': first.etag })).toMatchObject({
    status: 200,
    data: { enabled: false, version: 1, closed: 'setting' },
  })
  good(await unbindBox(owner.userId, sn))
  expect((await read()).data).toMatchObject({ enabled: true, autoUpdate: 'system', version: 2, closed: null })
})

it('keeps the later change of each setting, in the portal or in the box’s menu', async () => {
  const { owner, sn, put } = await begin()
  const clock = makeStoppedClock(now())
  const putBack = replaceClock(clock)
  try {
    const began = now()
    good(await changeSettings(owner.userId, sn, { listStyle: 'original' }))
    clock.advance(3_600_000)
    // Used two hours ago, before the portal's change of the style; only the box changed the search.
    expect(await put({ listStyle: 'new', search: false, secondsAgo: 7200 })).toMatchObject({ code: '0' })
    expect(await put({ listStyle: 'new', search: true, secondsAgo: 7201 })).toMatchObject({
      data: { listStyle: 'original', search: false, version: 2 },
    })
    // Used half an hour ago.
    expect(await put({ listStyle: 'new', secondsAgo: '1800' })).toMatchObject({
      data: { listStyle: 'new', version: 3 },
    })
    expect((await findBox(owner.userId, sn))?.settingChanges).toEqual({
      listStyle: { by: 'box', at: new Date(began.getTime() + 1_800_000).toISOString() },
      search: { by: 'box', at: new Date(began.getTime() - 3_600_000).toISOString() },
    })
    for (const secondsAgo of [-1, 2_592_001, 1.5, 'long'])
      expect(await put({ search: true, secondsAgo })).toMatchObject({ code: 'A0422', data: { field: 'secondsAgo' } })
  } finally {
    putBack()
  }
})

it('lets only the owner change settings, and resets them when the box is unbound', async () => {
  const { owner, sn, ask } = await begin()
  const other = await makeActor()
  expect(codeOf(await changeSettings(other.userId, sn, { enabled: false }))).toBe('I1402')
  good(await changeSettings(owner.userId, sn, { enabled: false, listStyle: 'original', autoUpdate: 'off' }))
  const { id } = good(await createList(owner, { name: 'Mine', bytes: sdxFile(5), fileName: null }))
  await ask(`lists/${id}`, { 'chmax-reason': 'auto' })
  expect((await getList(owner, id)).ok).toBe(true)
  await flushDeviceFacts()
  good(await unbindBox(owner.userId, sn))
  const answer = (await (await ask('lists')).json()) as { data: { settings: object } }
  expect(answer.data.settings).toMatchObject({ enabled: true, listStyle: 'new', autoUpdate: 'system' })
})

it('spreads boxes over the day, even those with adjacent serial numbers', () => {
  const hours = Array.from({ length: 24 }, () => 0)
  for (let at = 0; at < 24_000; at++) {
    const offset = offsetOf(String(100_000_000_000 + at))
    expect(offset >= 0 && offset < 86_400 && Number.isInteger(offset)).toBe(true)
    hours[Math.floor(offset / 3600)] = (hours[Math.floor(offset / 3600)] ?? 0) + 1
  }
  expect(Math.min(...hours)).toBeGreaterThan(800)
  expect(Math.max(...hours)).toBeLessThan(1200)
})
