/**
 * The cache of answers to boxes: nothing that was read before a change is kept after it, here or in the mirror, and the
 * memory is bounded.
 */
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { applyOperations, createList, deleteList } from '~/modules/channel-list/channel-list.server'
import { deviceChanged, startPairing, unbindBox } from '~/modules/device/device.server'
import { makeBoxMemory, type BoxFacts, type ReadyList } from '~/modules/stb/memory'
import {
  forgetAllBoxes,
  forgetAllLists,
  forgetBox,
  forgetAllServices,
  forgetList,
  forgetServices,
  peekBox,
  peekList,
  peekServices,
  readBox,
  readList,
  readServices,
  provideBoxMirror,
} from '~/modules/stb/memory.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { connectStb } from '~/modules/stb/stb.server'
import { changeCatalogue } from '~/modules/catalogue/read.server'
import {
  connectEntitlement,
  forgetEntitlements,
  grantPeriods,
  setServiceOff,
  setServiceOn,
} from '~/modules/entitlement/entitlement.server'
import { makeStoppedClock, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { good, makeActor, makeBox, sdxFile } from '../channel-list/people'
import { toldSettings } from '../../support/box-facts'

const mirror = makeBoxMemory()
beforeAll(() => {
  provideBoxMirror(mirror)
  connectStb()
  connectEntitlement()
  connectRenewal()
})
beforeEach(() => {
  forgetAllBoxes()
  mirror.forgetAllLists()
})

const begin = async () => {
  const owner = await makeActor()
  const box = await makeBox(owner)
  const { token } = await startPairing(box.sn, true, { modelName: null, softwareVersion: null, address: '192.0.2.1' })
  const list = good(await createList(owner, { name: 'Own', bytes: sdxFile(4), fileName: null }))
  return { owner, sn: box.sn, token, listId: list.id }
}

describe('a token', () => {
  it('that is read is cached, and copied to the mirror', async () => {
    const { owner, sn, token } = await begin()
    expect(good(await readBox(token))).toMatchObject({ sn, userId: owner.userId })
    expect([peekBox(token)?.userId, mirror.peekBox(token)?.userId]).toEqual([owner.userId, owner.userId])
    // A mirror that dropped it gets it again.
    mirror.forgetAllBoxes()
    good(await readBox(token))
    expect(mirror.peekBox(token)?.userId).toBe(owner.userId)
  })
  it('opens no cached list, here or in the mirror, once CHMax is off for its box', async () => {
    const { owner, sn, token, listId } = await begin()
    const box = good(await readBox(token))
    good(await readList(box, listId, null))
    const seen = () => [peekBox(token), mirror.peekBox(token)]
    expect(mirror.peekList(box, listId, null)?.listId).toBe(listId)
    good(await setServiceOff(owner.userId, sn, 'chmax'))
    expect(seen()).toEqual([undefined, undefined])
    const off = good(await readBox(token))
    expect(off.closed).toBe('switched-off')
    expect([peekList(off, listId, null), mirror.peekList(off, listId, null)]).toEqual([undefined, undefined])
    good(await setServiceOn(owner.userId, sn, 'chmax'))
    expect(seen()).toEqual([undefined, undefined])
    expect(good(await readBox(token)).closed).toBeUndefined()
  })
  it('whose box is forgotten while it is read is not cached, here or in the mirror', async () => {
    const { sn, token } = await begin()
    for (const forget of [() => forgetBox(sn), forgetAllBoxes]) {
      const reading = readBox(token)
      forget()
      good(await reading)
      expect([peekBox(token), mirror.peekBox(token)]).toEqual([undefined, undefined])
    }
  })
  it('is forgotten with all others when an account is disabled, here and in the mirror', async () => {
    const { token } = await begin()
    good(await readBox(token))
    expect([peekBox(token) === undefined, mirror.peekBox(token) === undefined]).toEqual([false, false])
    forgetAllBoxes()
    expect([peekBox(token), mirror.peekBox(token)]).toEqual([undefined, undefined])
  })
  it('that opened an account opens none as soon as its box is unbound, here and in the mirror', async () => {
    const { owner, sn, token } = await begin()
    good(await readBox(token))
    good(await unbindBox(owner.userId, sn))
    expect([peekBox(token), mirror.peekBox(token)]).toEqual([undefined, undefined])
    expect(good(await readBox(token)).userId).toBeNull()
  })
})

describe('a list', () => {
  it('that changes while it is read is not cached, here or in the mirror', async () => {
    const { token, listId } = await begin()
    const box = good(await readBox(token))
    const reading = readList(box, listId, null)
    forgetList(listId)
    good(await reading)
    expect([peekList(box, listId, null), mirror.peekList(box, listId, null)]).toEqual([undefined, undefined])
    const again = good(await readList(box, listId, null))
    expect([peekList(box, listId, null), mirror.peekList(box, listId, null)]).toEqual([again, again])
    mirror.forgetAllLists()
    good(await readList(box, listId, null))
    expect(mirror.peekList(box, listId, null)).toBe(again)
  })
  it('is dropped in all its forms as soon as it changes or is deleted', async () => {
    const { owner, token, listId } = await begin()
    const box = good(await readBox(token))
    const fill = async () => {
      for (const format of [null, 'sdx', 'chl'] as const) good(await readList(box, listId, format))
    }
    const left = () =>
      [null, 'sdx' as const, 'chl' as const]
        .flatMap((format) => [peekList(box, listId, format), mirror.peekList(box, listId, format)])
        .filter((one) => one !== undefined).length
    await fill()
    expect(left()).toBe(6)
    good(await applyOperations(owner, listId, { base: 1, operations: [{ op: 'delete', ids: [0] }] }))
    expect(left()).toBe(0)
    await fill()
    good(await deleteList(owner, listId))
    expect(left()).toBe(0)
  })
  it('is cached with its gzip if that saves a packet', async () => {
    const { owner, token } = await begin()
    const box = good(await readBox(token))
    const [short, long] = [
      good(await createList(owner, { name: 'Short', bytes: sdxFile(4), fileName: null })),
      good(await createList(owner, { name: 'Long', bytes: sdxFile(40), fileName: null })),
    ]
    expect(good(await readList(box, short.id, null)).file.gzip).toBeUndefined()
    const { file } = good(await readList(box, long.id, null))
    expect([
      Buffer.compare(gunzipSync(file.gzip ?? new Uint8Array()), file.bytes),
      (file.gzip?.length ?? 0) < file.bytes.length,
    ]).toEqual([0, true])
  })
  it('is signed again at once by a new key, and every hour by the same one, here and in the mirror', async () => {
    const clock = makeStoppedClock(new Date('2026-11-22T12:10:00Z'))
    const back = setClock(clock)
    try {
      const { token, listId } = await begin()
      const box = good(await readBox(token))
      const held = () => [peekList(box, listId, null), mirror.peekList(box, listId, null)]
      const signature = async () => good(await readList(box, listId, null)).file.headers?.['chmax-signature']
      const first = await signature()
      clock.advance(49 * 60_000)
      expect([await signature(), held().includes(undefined)]).toEqual([first, false])
      clock.advance(60_000)
      expect(held()).toEqual([undefined, undefined])
      const second = await signature()
      expect([second === first, second?.includes(`"issued":${clock.now().getTime() / 1000},`)]).toEqual([false, true])
      const reading = readList(box, listId, 'sdx')
      forgetAllLists()
      good(await reading)
      expect([...held(), peekList(box, listId, 'sdx')]).toEqual([undefined, undefined, undefined])
      expect(await signature()).toBe(second)
    } finally {
      back()
    }
  })
  it('of another account is given to no box, even if cached', async () => {
    const { token, listId } = await begin()
    const other = await begin()
    good(await readList(good(await readBox(token)), listId, null))
    const stranger = good(await readBox(other.token))
    expect([peekList(stranger, listId, null), mirror.peekList(stranger, listId, null)]).toEqual([undefined, undefined])
    expect(await readList(stranger, listId, null)).toMatchObject({ code: 'C1101' })
  })
})

describe('services', () => {
  const begun = new Date('2026-11-22T12:00:00Z')
  const clock = makeStoppedClock(begun)
  const goTo = (moment: string | Date) => clock.advance(new Date(moment).getTime() - clock.now().getTime())
  let back = () => {}
  beforeEach(() => {
    goTo(begun)
    back = setClock(clock)
    forgetAllServices()
    forgetEntitlements()
  })
  afterEach(() => back())

  type Told = { key: string; on: boolean; state: string }
  const told = (json: string) =>
    Object.fromEntries((JSON.parse(json) as Told[]).map(({ key, on, state }) => [key, on ? 'on' : state]))
  const give = (sn: string, services: readonly ('tv' | 'stream' | 'data')[], months: number) =>
    transact(async (tx) =>
      ok(await grantPeriods(tx, { sn, services, months, at: clock.now(), source: 'gift', note: 'a test' })),
    )
  /** The cached services, here and in the mirror. */
  const held = (box: BoxFacts) => [peekServices(box), mirror.peekServices(box)].map((one) => one && told(one.json))
  const granted = { chmax: 'on', api: 'on' }

  it('are not used past the end of a period, nor past the start of a future one, here and in the mirror', async () => {
    const { sn, token } = await begin()
    const box = good(await readBox(token))
    good(await give(sn, ['tv'], 1))
    await db.servicePeriod.create({
      data: {
        ...{ id: 'comes', sn, service: 'data', anchorDay: 25, source: 'gift', note: 'a test' },
        startsAt: new Date('2026-12-25T12:00:00Z'),
        endsAt: new Date('2027-01-25T12:00:00Z'),
      },
    })
    const parts = [
      { until: '2026-12-22T12:00:00.000Z', has: { ...granted, tv: 'on', data: 'coming' } },
      { until: '2026-12-25T12:00:00.000Z', has: { ...granted, tv: 'ended', data: 'coming' } },
      { until: '2027-01-25T12:00:00.000Z', has: { ...granted, tv: 'ended', data: 'on' } },
      { until: null, has: { ...granted, tv: 'ended', data: 'ended' } },
    ]
    const tags = new Set<string>()
    for (const { until, has } of parts) {
      const read = await readServices(box)
      tags.add(read.etag)
      expect(told(read.json)).toEqual(has)
      goTo(until === null ? '2037-01-25T12:00:00Z' : new Date(new Date(until).getTime() - 1))
      expect(held(box)).toEqual([has, has])
      if (until === null) continue
      goTo(until)
      expect(held(box)).toEqual([undefined, undefined])
    }
    expect(tags.size).toBe(parts.length)
  })
  it('are read again after a clock was set back', async () => {
    const { token } = await begin()
    const box = good(await readBox(token))
    await readServices(box)
    clock.advance(-1000)
    expect(held(box)).toEqual([granted, granted])
    clock.advance(-1)
    expect(held(box)).toEqual([undefined, undefined])
  })
  it('are forgotten when periods, switches, the adult switch, the owner or the catalogue change', async () => {
    const { owner, sn, token } = await begin()
    const other = await begin()
    const box = good(await readBox(token))
    const stranger = good(await readBox(other.token))
    const sell = (grantedToAll: boolean) =>
      transact(async (tx) => {
        await tx.service.update({ where: { key: 'chmax' }, data: { grantedToAll } })
        changeCatalogue(tx)
        return ok(null)
      })
    const turnAdult = async (on: boolean) => {
      await db.device.update({ where: { sn }, data: { adultSwitchOnAt: on ? clock.now() : null } })
      await deviceChanged.notify({ sn })
    }
    const steps: [() => Promise<unknown>, object, 'one' | 'all'][] = [
      [() => give(sn, ['tv', 'stream', 'data'], 1), { ...granted, tv: 'on', stream: 'on', data: 'on' }, 'one'],
      [
        () => setServiceOff(owner.userId, sn, 'data'),
        { ...granted, tv: 'on', stream: 'on', data: 'switched-off' },
        'one',
      ],
      [() => turnAdult(true), { ...granted, tv: 'adult-off', stream: 'adult-off', data: 'switched-off' }, 'one'],
      [
        () => setServiceOn(owner.userId, sn, 'data'),
        { ...granted, tv: 'adult-off', stream: 'adult-off', data: 'on' },
        'one',
      ],
      [() => turnAdult(false), { ...granted, tv: 'on', stream: 'on', data: 'on' }, 'one'],
      [() => sell(false), { api: 'on', tv: 'on', stream: 'on', data: 'on' }, 'all'],
      [() => sell(true), { ...granted, tv: 'on', stream: 'on', data: 'on' }, 'all'],
      // Periods belong to the serial number: they stay when it has no owner.
      [() => unbindBox(owner.userId, sn), { ...granted, tv: 'on', stream: 'on', data: 'on' }, 'one'],
    ]
    for (const [act, has, whose] of steps) {
      await Promise.all([readServices(box), readServices(stranger)])
      await act()
      expect(held(box)).toEqual([undefined, undefined])
      expect(held(stranger).every((one) => one === undefined)).toBe(whose === 'all')
      expect(told((await readServices(box)).json)).toEqual(has)
    }
  })
  it('that change while they are read are not kept, here or in the mirror', async () => {
    const { sn, token } = await begin()
    const box = good(await readBox(token))
    for (const forget of [() => forgetServices(sn), forgetAllServices]) {
      const reading = readServices(box)
      forget()
      await reading
      expect(held(box)).toEqual([undefined, undefined])
    }
    const ready = await readServices(box)
    mirror.forgetAllServices()
    // A mirror that dropped them gets them again.
    await readServices(box)
    expect(mirror.peekServices(box)).toBe(ready)
  })
  it('of the serial number are shown only to a proven token, whoever owns the box', async () => {
    const { sn, token } = await begin()
    good(await give(sn, ['tv'], 1))
    const { token: claims } = await startPairing(sn, false, {
      modelName: null,
      softwareVersion: null,
      address: '203.0.113.9',
    })
    const [box, stranger] = [good(await readBox(token)), good(await readBox(claims))]
    expect([box.proven, stranger.proven, stranger.sn]).toEqual([true, false, sn])
    expect([told((await readServices(box)).json), told((await readServices(stranger)).json)]).toEqual([
      { ...granted, tv: 'on' },
      granted,
    ])
    expect([box, stranger].map((one) => mirror.peekServices(one)?.sn)).toEqual([sn, ''])
  })
})

describe('the memory', () => {
  it('holds the services of 50 000 boxes, and drops the least recently used', () => {
    const memory = makeBoxMemory()
    const sn = (n: number): BoxFacts => ({
      id: 'b',
      sn: String(n),
      userId: null,
      vnoId: null,
      claimed: false,
      proven: true,
      ...toldSettings,
    })
    for (let n = 0; n < 50_000; n++)
      memory.keepServices({ sn: String(n), fromMs: 0, untilMs: null, etag: 'W/"e"', json: '[]' })
    expect(memory.peekServices(sn(0))?.sn).toBe('0')
    memory.keepServices({ sn: '50000', fromMs: 0, untilMs: null, etag: 'W/"e"', json: '[]' })
    expect([0, 1, 2, 50_000].map((n) => memory.peekServices(sn(n))?.sn)).toEqual(['0', undefined, '2', '50000'])
  })
  const mebibyte = 1024 * 1024
  const box: BoxFacts = { id: 'b', sn: '1', userId: null, vnoId: null, claimed: false, proven: true, ...toldSettings }
  const listOf = (listId: string, bytes: number, gzip = 0): ReadyList => ({
    listId,
    revision: 1,
    audience: { kind: 'system', ownerId: 'o', vnoId: null },
    language: null,
    stage: null,
    isStaged: false,
    file: {
      bytes: new Uint8Array(bytes),
      type: 't',
      fileName: 'f',
      etag: '"e"',
      lastModified: new Date(0),
      ...(gzip === 0 ? {} : { gzip: new Uint8Array(gzip) }),
    },
  })
  const keptOf = (memory: ReturnType<typeof makeBoxMemory>, ids: readonly string[]) =>
    ids.filter((id) => memory.peekList(box, id, null) !== undefined)

  it('holds 64 MiB of lists with their gzip, and drops the least recently used', () => {
    const memory = makeBoxMemory()
    for (const id of ['a', 'b', 'c', 'd']) memory.keepList(listOf(id, 12 * mebibyte, 4 * mebibyte), null)
    expect(keptOf(memory, ['b', 'c', 'd', 'a'])).toEqual(['b', 'c', 'd', 'a'])
    memory.keepList(listOf('e', 1), null)
    expect(keptOf(memory, ['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'c', 'd', 'e'])
  })
  it('refuses a list that is more than a quarter of it', () => {
    const memory = makeBoxMemory()
    memory.keepList(listOf('long', 16 * mebibyte, 1), null)
    expect(keptOf(memory, ['long'])).toEqual([])
  })
  it('no longer counts what was forgotten or replaced', () => {
    const memory = makeBoxMemory()
    const ids = ['a', 'b', 'c', 'd']
    for (const _ of [1, 2, 3]) for (const id of ids) memory.keepList(listOf(id, 16 * mebibyte), null)
    expect(keptOf(memory, ids)).toEqual(ids)
    for (const id of ids) memory.forgetList(id)
    for (const id of ids) memory.keepList(listOf(id, 16 * mebibyte), null)
    expect(keptOf(memory, ids)).toEqual(ids)
    memory.forgetAllLists()
    for (const id of ids) memory.keepList(listOf(id, 16 * mebibyte), null)
    expect(keptOf(memory, ids)).toEqual(ids)
  })
  it('holds 50 000 tokens, and forgets all those of a box at once', () => {
    const memory = makeBoxMemory()
    for (let n = 0; n <= 50_000; n++) memory.keepBox(`token-${n}`, { ...box, sn: String(n % 2) })
    expect([memory.peekBox('token-0'), memory.peekBox('token-1')?.sn, memory.peekBox('token-50000')?.sn]).toEqual([
      undefined,
      '1',
      '0',
    ])
    memory.forgetBox('1')
    expect([memory.peekBox('token-1'), memory.peekBox('token-49999'), memory.peekBox('token-50000')?.sn]).toEqual([
      undefined,
      undefined,
      '0',
    ])
  })
})
