/**
 * A box between its owner, strangers and the operator: codes and tries, what ends with a binding, which list it loads,
 * and who is notified.
 */
import { createHmac } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  bindBox,
  clearActiveList,
  clearOldPairings,
  findActiveListId,
  findBox,
  findDeviceToken,
  findFetched,
  findOwnerOfBox,
  findPairing,
  findWaitingCode,
  flushDeviceFacts,
  listBoxes,
  maxBoxesPerUser,
  makeNonce,
  modelIdsOfUser,
  noteFetched,
  deviceChanged,
  releaseBox,
  renameBox,
  setActiveList,
  startPairing,
  storeReport,
  takeProvenNonce,
  unbindBox,
  mayLoadList,
  vnosOfUser,
} from '~/modules/device/device.server'
import { createList } from '~/modules/channel-list/channel-list.server'
import { importRegistry } from '~/modules/registry/registry.server'
import { connectRenewal } from '~/modules/renewal/renewal.server'
import { dayMs, makeStoppedClock, minuteMs, secondMs, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { rules } from '~/platform/limits.server'
import { whileRefused, wasRefused } from '../../support/refused-writes'
import { codeOf, good, makeActor, makeBox, makeVno, sdxFile } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-21T12:00:00Z'))
setClock(clock)
beforeAll(connectRenewal)
beforeEach(() => clock.advance(dayMs))
const home = '192.0.2.1'
let places = 0
/** An address without any counted tries. */
const somewhere = (): string => `198.18.${++places}.1`
const pair = (
  sn: string,
  address = home,
  trusted = false,
  more: { modelName?: string; softwareVersion?: string } = {},
) => startPairing(sn, trusted, { modelName: null, softwareVersion: null, ...more, address })
const changed: string[] = []
deviceChanged.listen(({ sn }) => void changed.push(sn))
const operator = { userId: 'the-operator', why: 'a test' }
/** Sorted by name: entries of one moment have no order of their own. */
const audits = (subject: string) =>
  db.auditEntry.findMany({ where: { subject }, orderBy: { action: 'asc' }, select: { actor: true, action: true } })
/** Binds a box as a person does at home, where the box asked from the same network. */
const bound = async (more: { vnoId?: string } = {}) => {
  const owner = await makeActor()
  const { sn } = await makeBox(null, more.vnoId ?? null)
  const address = somewhere()
  const { token, userCode } = await pair(sn, address)
  good(await bindBox(owner.userId, { sn, code: userCode, seen: null }, { address }))
  return { owner, sn, token, address }
}

describe('a binding', () => {
  it('needs the facts confirmed unless the box asked from the same network; each is notified and audited', async () => {
    const owner = await makeActor()
    const [{ sn }, { sn: far }] = [await makeBox(null), await makeBox(null)]
    const address = somewhere()
    const { userCode } = await pair(sn, address, false, { modelName: 'Told', softwareVersion: '1.2' })
    changed.length = 0
    const done = good(await bindBox(owner.userId, { sn, code: userCode, seen: null }, { address }))
    expect(done).toMatchObject({
      step: 'bound',
      renewed: false,
      box: { sn, boundAt: clock.now(), lastSeenAt: clock.now(), softwareVersion: '1.2' },
    })
    expect(changed).toEqual([sn])
    expect(await audits(sn)).toEqual([{ actor: owner.userId, action: 'device.bind' }])
    const other = await pair(far, '203.0.113.77')
    expect(good(await bindBox(owner.userId, { sn: far, code: other.userCode, seen: null }, { address }))).toEqual({
      step: 'confirm',
    })
    expect(
      good(await bindBox(owner.userId, { sn: far, code: other.userCode, seen: 'another-code' }, { address })),
    ).toEqual({ step: 'confirm' })
    const waiting = good(await findWaitingCode(owner.userId, { sn: far, code: other.userCode }, { address }))
    expect(waiting).toMatchObject({
      sn: far,
      model: 'Model',
      askedAt: clock.now(),
      network: '203.0.113.…',
      ownNetwork: false,
      replaces: null,
    })
    expect(
      good(await bindBox(owner.userId, { sn: far, code: other.userCode, seen: waiting.id }, { address })),
    ).toMatchObject({ step: 'bound' })
    const stored = await db.device.findUniqueOrThrow({ where: { sn } })
    expect(stored).toMatchObject({ modelName: 'Told' })
  })
  it('that exists asks before a newer code ends it, and says what ends', async () => {
    const { owner, sn, address } = await bound()
    good(await renameBox(owner.userId, sn, 'Salon'))
    const { userCode } = await pair(sn, address)
    const seen = clock.now()
    expect(good(await bindBox(owner.userId, { sn, code: userCode, seen: null }, { address }))).toEqual({
      step: 'confirm',
    })
    const waiting = good(await findWaitingCode(owner.userId, { sn, code: userCode }, { address }))
    expect(waiting).toMatchObject({ ownNetwork: true, replaces: { name: 'Salon', lastSeenAt: seen } })
    expect(good(await bindBox(owner.userId, { sn, code: userCode, seen: waiting.id }, { address }))).toMatchObject({
      step: 'bound',
      renewed: true,
      box: { nickname: 'Salon' },
    })
    expect((await audits(sn)).map(({ action }) => action)).toEqual(['device.bind', 'device.confirm'])
    good(await renameBox(owner.userId, sn, ''))
    const again = await pair(sn, address)
    expect(good(await findWaitingCode(owner.userId, { sn, code: again.userCode }, { address })).replaces?.name).toBe(
      'Model',
    )
  })
  it('is refused with its own code: unknown box, another’s, mine without a code, wrong or expired code', async () => {
    const { owner, sn, address } = await bound()
    const stranger = await makeActor()
    const ask = (userId: string, asked: string, code = 'BCDFGHJK') =>
      findWaitingCode(userId, { sn: asked, code }, { address: somewhere() })
    expect(await ask(owner.userId, '999999999999')).toEqual({ ok: false, code: 'S1000', field: 'sn' })
    expect(await ask(stranger.userId, sn)).toEqual({
      ok: false,
      code: 'I1401',
      field: 'sn',
      data: { context: 'elsewhere' },
    })
    expect(await ask(owner.userId, sn)).toEqual({ ok: false, code: 'I1401', field: 'sn', data: { context: 'mine' } })
    const { sn: free } = await makeBox(null)
    expect(await ask(owner.userId, free)).toEqual({ ok: false, code: 'D1103', field: 'code' })
    const { userCode } = await pair(free, address)
    clock.advance(15 * minuteMs)
    expect(await ask(owner.userId, free, userCode)).toEqual({ ok: false, code: 'D1103', field: 'code' })
  })
  it('allows an account five tries per box, apart from other accounts; a new code allows new ones', async () => {
    const { sn } = await makeBox(null)
    const [one, other] = [await makeActor(), await makeActor()]
    const { userCode } = await pair(sn, home)
    const tried = async (userId: string, code: string) =>
      findWaitingCode(userId, { sn, code }, { address: somewhere() })
    for (const count of [4, 3, 2, 1])
      expect(await tried(one.userId, 'wrong')).toEqual({
        ok: false,
        code: 'D1103',
        field: 'code',
        data: { context: 'tries', count },
      })
    expect(await tried(one.userId, 'wrong')).toEqual({ ok: false, code: 'D1106', field: 'code' })
    expect(codeOf(await tried(one.userId, userCode))).toBe('D1106')
    expect(codeOf(await bindBox(one.userId, { sn, code: userCode, seen: null }, { address: somewhere() }))).toBe(
      'D1106',
    )
    good(await tried(other.userId, userCode))
    clock.advance(1)
    const next = await pair(sn, home)
    good(await tried(one.userId, next.userCode))
  })
  it('is limited per account and per address; further tries are not even checked', async () => {
    const { sn } = await makeBox(null)
    const guesser = await makeActor()
    for (let n = 0; n < rules['bind-account'].points; n++)
      expect(codeOf(await findWaitingCode(guesser.userId, { sn, code: 'x' }, { address: somewhere() }))).toBe('D1103')
    const refused = await findWaitingCode(guesser.userId, { sn, code: 'x' }, { address: somewhere() })
    expect(refused).toMatchObject({ code: 'I1009', data: { retryAfterSeconds: expect.any(Number) as number } })
    expect(codeOf(await bindBox(guesser.userId, { sn, code: 'x', seen: null }, { address: somewhere() }))).toBe('I1009')
    const address = somewhere()
    const answers: string[] = []
    for (let n = 0; n <= rules['bind-address'].points; n++)
      answers.push(codeOf(await findWaitingCode(`guest-${n}`, { sn, code: 'x' }, { address })))
    expect([answers.indexOf('I1009'), answers.length]).toEqual([
      rules['bind-address'].points,
      rules['bind-address'].points + 1,
    ])
  })
  it('is made by one of two simultaneous requests', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(null)
    const address = somewhere()
    const { userCode } = await pair(sn, address)
    const answers = await Promise.all(
      [1, 2].map(() => bindBox(owner.userId, { sn, code: userCode, seen: null }, { address })),
    )
    expect(answers.map(codeOf).sort()).toEqual(['D1103', 'no failure'])
  })
  it('is made once for a form that is sent twice, and both get the same answer', async () => {
    const owner = await makeActor()
    const { sn } = await makeBox(null)
    const address = somewhere()
    const { userCode } = await pair(sn, address)
    const input = { sn, code: userCode, seen: null, batch: 'one-form-of-binding' }
    const bind = (more = {}) => bindBox(owner.userId, { ...input, ...more }, { address })
    // A refused try leaves the form's key for the next.
    expect(codeOf(await bind({ code: 'BCDFGHJK' }))).toBe('D1103')
    expect(await Promise.all([bind(), bind()])).toMatchObject(
      Array.from({ length: 2 }, () => ({ ok: true, value: { step: 'bound', renewed: false, box: { sn } } })),
    )
    expect(await db.auditEntry.count({ where: { action: 'device.bind', subject: sn } })).toBe(1)
    expect(await bind({ code: 'BCDFGHJK' })).toMatchObject({ code: 'A0409', data: { context: 'sent' } })
    // The code is used up: after unbinding, the form can't bind again.
    good(await unbindBox(owner.userId, sn))
    expect(codeOf(await bind())).toBe('D1103')
  })
  it('that is refused at its end leaves the code unchanged', async () => {
    const [owner, other] = [await makeActor(), await makeActor()]
    const { sn } = await makeBox(null)
    const address = somewhere()
    const { userCode } = await pair(sn, address)
    const most = Array.from({ length: maxBoxesPerUser }, () => makeBox(owner))
    await Promise.all(most)
    expect(codeOf(await bindBox(owner.userId, { sn, code: userCode, seen: null }, { address }))).toBe('D1305')
    expect(good(await bindBox(other.userId, { sn, code: userCode, seen: null }, { address })).step).toBe('bound')
  })
  it('that can’t be stored leaves nothing behind', async () => {
    for (const write of [
      ['BoxPairing', 'DELETE'],
      ['Device', 'UPDATE'],
      ['DeviceToken', 'UPDATE'],
    ] as const) {
      const owner = await makeActor()
      const { sn } = await makeBox(null)
      const address = somewhere()
      const { userCode } = await pair(sn, address)
      await pair(sn, address)
      await expect(
        whileRefused(write, () => bindBox(owner.userId, { sn, code: userCode, seen: null }, { address })),
      ).rejects.toThrow(wasRefused)
      expect([await findOwnerOfBox(sn), await db.boxPairing.count({ where: { sn } })]).toEqual([null, 2])
      good(await bindBox(owner.userId, { sn, code: userCode, seen: null }, { address }))
    }
  })
})

describe('the end of a binding', () => {
  it('is for its owner or the operator; it removes what was the owner’s, and is notified', async () => {
    const { owner, sn } = await bound()
    good(await renameBox(owner.userId, sn, 'Mine'))
    await storeReport(sn, { deviceId: 'an-id', cpu: 'c', memory: 'm', flash: 'f' })
    noteFetched(sn, 'a-list', 3)
    const stranger = await makeActor()
    changed.length = 0
    expect(codeOf(await unbindBox(stranger.userId, sn))).toBe('I1402')
    expect([changed, await findOwnerOfBox(sn)]).toEqual([[], owner.userId])
    good(await unbindBox(owner.userId, sn))
    expect([changed, await findOwnerOfBox(sn), await findFetched(sn)]).toEqual([[sn], null, null])
    await flushDeviceFacts()
    expect(await db.device.findUniqueOrThrow({ where: { sn } })).toMatchObject({
      userId: null,
      boundAt: null,
      nickname: null,
      activeListId: null,
      fetchedListId: null,
      deviceId: null,
      cpu: null,
      memory: null,
      flash: null,
      lastSeenAt: null,
    })
    expect(codeOf(await unbindBox(owner.userId, sn))).toBe('I1402')
    expect((await audits(sn)).map(({ action }) => action)).toEqual(['device.bind', 'device.unbind'])
  })
  it('ends the code of a proven token that had the account, and leaves the code of any other', async () => {
    const { owner, sn } = await bound()
    const [next, address] = [await makeActor(), somewhere()]
    const proven = await pair(sn, address, true)
    const open = await pair(sn, address)
    good(await unbindBox(owner.userId, sn))
    const bindNext = (code: string) => bindBox(next.userId, { sn, code, seen: null }, { address })
    expect(codeOf(await bindNext(proven.userCode))).toBe('D1103')
    expect(good(await bindNext(open.userCode)).step).toBe('bound')
  })
  it('by the operator works for any account, but only for a bound box', async () => {
    const { sn } = await bound()
    changed.length = 0
    good(await releaseBox(operator, sn))
    expect([changed, await findOwnerOfBox(sn), codeOf(await releaseBox(operator, sn))]).toEqual([[sn], null, 'I1402'])
    expect((await audits(sn)).at(-1)).toEqual({ actor: 'the-operator', action: 'device.release' })
    const { sn: other, owner } = await bound()
    for (const act of [() => releaseBox(operator, other), () => unbindBox(owner.userId, other)])
      await expect(whileRefused(['Device', 'UPDATE'], act)).rejects.toThrow(wasRefused)
    await expect(whileRefused(['AuditEntry', 'INSERT'], () => releaseBox(operator, other))).rejects.toThrow(wasRefused)
  })
})

describe('an account’s boxes', () => {
  it('are listed in the order of binding, and bring their brands and models', async () => {
    const vnoId = await makeVno()
    const owner = await makeActor()
    const [second, first, branded] = [await makeBox(owner), await makeBox(owner), await makeBox(owner, vnoId)]
    const at = clock.now().getTime()
    for (const [{ sn }, offset] of [
      [first, 0],
      [second, 1],
      [branded, 2],
    ] as const)
      await db.device.update({ where: { sn }, data: { boundAt: new Date(at + offset) } })
    expect((await listBoxes(owner.userId)).map(({ sn, model, vnoId: brand }) => [sn, model, brand])).toEqual([
      [first.sn, 'Model', null],
      [second.sn, 'Model', null],
      [branded.sn, 'Model', vnoId],
    ])
    expect(await vnosOfUser(owner.userId)).toEqual([vnoId])
    expect(await modelIdsOfUser(owner.userId)).toEqual(['model'])
    const nobody = await makeActor()
    expect([
      await listBoxes(nobody.userId),
      await vnosOfUser(nobody.userId),
      await modelIdsOfUser(nobody.userId),
      await findBox(nobody.userId, first.sn),
    ]).toEqual([[], [], [], null])
  })
})

describe('the list that a box loads', () => {
  it('is one that it may load, chosen by its owner, or none', async () => {
    const { owner, sn } = await bound()
    const asked: unknown[] = []
    const { id: mine } = good(await createList(owner, { name: 'Mine', bytes: sdxFile(3), fileName: null }))
    mayLoadList.provide((box, listId) => {
      asked.push([box, listId])
      return Promise.resolve(listId === mine)
    })
    changed.length = 0
    expect(codeOf(await setActiveList((await makeActor()).userId, sn, null))).toBe('I1402')
    expect(await setActiveList(owner.userId, sn, 'another’s')).toEqual({ ok: false, code: 'C1101', field: 'list' })
    expect([asked, changed]).toEqual([[[{ sn, userId: owner.userId, vnoId: null }, 'another’s']], []])
    expect(await findActiveListId(sn)).toBeNull()
    good(await setActiveList(owner.userId, sn, mine))
    expect([await findActiveListId(sn), changed]).toEqual([mine, [sn]])
    await clearActiveList('another')
    expect(await findActiveListId(sn)).toBe(mine)
    await clearActiveList(mine)
    expect(await findActiveListId(sn)).toBeNull()
    good(await setActiveList(owner.userId, sn, mine))
    // Choosing none needs no right.
    asked.length = 0
    good(await setActiveList(owner.userId, sn, null))
    expect([await findActiveListId(sn), asked]).toEqual([null, []])
    expect(await findActiveListId('999999999999')).toBeNull()
  })
})

describe('what a box reports and loads', () => {
  it('is stored, and omitted values stay; a buffered fetch is seen at once', async () => {
    const { owner, sn } = await bound()
    expect(await findFetched(sn)).toBeNull()
    await storeReport(sn, { cpu: 'a cpu', model: 'Told later' })
    clock.advance(secondMs)
    await storeReport(sn, { memory: 'some' })
    expect(await db.device.findUniqueOrThrow({ where: { sn } })).toMatchObject({
      cpu: 'a cpu',
      memory: 'some',
      modelName: 'Told later',
      lastSeenAt: clock.now(),
    })
    clock.advance(secondMs)
    noteFetched(sn, 'a-list', 7)
    expect(await findFetched(sn)).toMatchObject({ listId: 'a-list', revision: 7 })
    expect(await findBox(owner.userId, sn)).toMatchObject({
      fetchedListId: 'a-list',
      fetchedRevision: 7,
      fetchedAt: clock.now(),
      lastSeenAt: clock.now(),
    })
    expect((await db.device.findUniqueOrThrow({ where: { sn } })).fetchedListId).toBeNull()
    const at = clock.now()
    await flushDeviceFacts()
    clock.advance(minuteMs)
    expect(await db.device.findUniqueOrThrow({ where: { sn } })).toMatchObject({
      fetchedListId: 'a-list',
      fetchedRevision: 7,
      fetchedAt: at,
      lastSeenAt: at,
    })
    expect(await findFetched(sn)).toEqual({ listId: 'a-list', revision: 7, held: 7, language: null })
    expect(await findBox(owner.userId, sn)).toMatchObject({
      fetchedListId: 'a-list',
      fetchedRevision: 7,
      fetchedAt: at,
      lastSeenAt: at,
    })
  })
  it('stays buffered if it can’t be written, and is written by the next run; none of many is lost', async () => {
    const sns: string[] = []
    for (let n = 0; n < 5; n++) sns.push((await makeBox(null)).sn)
    for (const sn of sns) noteFetched(sn, 'a-list', 1)
    await expect(whileRefused(['Device', 'UPDATE'], flushDeviceFacts)).rejects.toThrow(wasRefused)
    expect(await findFetched(sns[0] ?? '')).toMatchObject({ listId: 'a-list', revision: 1 })
    await flushDeviceFacts()
    expect(await db.device.count({ where: { sn: { in: sns }, fetchedListId: 'a-list' } })).toBe(5)
  })
  it('lets others have their turn while thousands are written', async () => {
    const sns = Array.from({ length: 120 }, (_, n) => String(200_000_000_001 + n))
    await makeBox(null)
    await db.registeredBox.createMany({ data: sns.map((sn) => ({ sn, modelId: 'model' })) })
    await db.device.createMany({ data: sns.map((sn) => ({ sn })) })
    for (const sn of sns) noteFetched(sn, 'a-list', 1)
    const last = sns.at(-1) ?? ''
    setImmediate(() => noteFetched(last, 'a-list', 2))
    await flushDeviceFacts()
    const rows = await db.device.groupBy({ by: ['fetchedRevision'], where: { sn: { in: sns } }, _count: true })
    expect(rows.map(({ fetchedRevision, _count }) => [fetchedRevision, _count]).sort()).toEqual([
      [1, 119],
      [2, 1],
    ])
  })
})

describe('a code on a screen', () => {
  it('waits a quarter of an hour for its owner, only with its own token', async () => {
    const { sn } = await makeBox(null)
    const { token, expiresInSeconds } = await pair(sn)
    expect(expiresInSeconds).toBe(900)
    const { id } = (await findDeviceToken(token)) ?? { id: '' }
    expect([await findPairing(id), await findPairing('no-token')]).toEqual([{ expiresInSeconds: 900 }, null])
    clock.advance(60 * secondMs + 500)
    expect(await findPairing(id)).toEqual({ expiresInSeconds: 840 })
    clock.advance(15 * minuteMs - 60 * secondMs - 501)
    expect(await findPairing(id)).toEqual({ expiresInSeconds: 1 })
    clock.advance(1)
    expect(await findPairing(id)).toBeNull()
  })
  it('changes nothing of the box’s earlier state if its secret was not proven', async () => {
    const { owner, sn, token } = await bound()
    const before = await db.device.findUniqueOrThrow({ where: { sn } })
    clock.advance(minuteMs)
    changed.length = 0
    const stranger = await pair(sn, somewhere(), false, { modelName: 'Another', softwareVersion: '9' })
    expect(await db.device.findUniqueOrThrow({ where: { sn } })).toEqual(before)
    expect([changed, await findDeviceToken(token)]).toEqual([
      [],
      expect.objectContaining({ userId: owner.userId, revoked: false, claimed: false }),
    ])
    expect(await findDeviceToken(stranger.token)).toMatchObject({ userId: null, claimed: true, revoked: false })
    const proven = await pair(sn, home, true, { modelName: 'Told', softwareVersion: '2' })
    expect([changed, await findDeviceToken(proven.token)]).toEqual([
      [sn],
      expect.objectContaining({ userId: owner.userId, claimed: false }),
    ])
    expect(await db.device.findUniqueOrThrow({ where: { sn } })).toMatchObject({
      modelName: 'Told',
      softwareVersion: '2',
      lastSeenAt: clock.now(),
    })
    expect((await findDeviceToken(token))?.revoked).toBe(true)
    await db.user.update({ where: { id: owner.userId }, data: { disabledAt: clock.now() } })
    expect(await findDeviceToken(proven.token)).toMatchObject({ userId: null, claimed: true })
    expect(await findDeviceToken('mpd_forged')).toBeNull()
    const vnoId = await makeVno()
    const branded = await makeBox(null, vnoId)
    expect(await findDeviceToken((await pair(branded.sn)).token)).toMatchObject({ vnoId, userId: null, claimed: false })
  })
})

describe('a nonce', () => {
  const secret = 'a-device-secret-0031'
  const sn = '300000000031'
  const proofOf = (nonce: string, key = secret): string =>
    createHmac('sha256', key)
      .update(nonce + sn)
      .digest('hex')
  it('proves the secret once within five minutes, for its own box; at most ten wait', async () => {
    await makeBox(null)
    good(await importRegistry(operator, JSON.stringify([{ sn, model: 'Model', secret }]), false))
    const { nonce, expiresInSeconds } = await makeNonce(sn)
    expect(expiresInSeconds).toBe(300)
    expect(await takeProvenNonce(sn, proofOf(nonce, 'another-secret-0031'), nonce)).toBe(false)
    expect(await takeProvenNonce(sn, proofOf(nonce), 'another-nonce')).toBe(false)
    expect(await takeProvenNonce(sn, proofOf(nonce), nonce)).toBe(true)
    expect(await takeProvenNonce(sn, proofOf(nonce), nonce)).toBe(false)
    // A box may omit its nonce.
    const second = await makeNonce(sn)
    expect(await takeProvenNonce(sn, proofOf(second.nonce), null)).toBe(true)
    const late = await makeNonce(sn)
    clock.advance(5 * minuteMs - 1)
    const inTime = await db.pairingNonce.count({ where: { sn, expiresAt: { gt: clock.now() } } })
    clock.advance(1)
    expect([inTime, await takeProvenNonce(sn, proofOf(late.nonce), late.nonce)]).toEqual([1, false])
    const made: string[] = []
    for (let n = 0; n < 11; n++) {
      clock.advance(1)
      made.push((await makeNonce(sn)).nonce)
    }
    expect(await db.pairingNonce.count({ where: { sn } })).toBe(10)
    expect(await takeProvenNonce(sn, proofOf(made[0] ?? ''), made[0] ?? '')).toBe(false)
    expect(await takeProvenNonce(sn, proofOf(made[1] ?? ''), made[1] ?? '')).toBe(true)
  })
})

describe('cleaning up', () => {
  it('removes expired codes, tokens revoked a month ago, and unconfirmed ones replaced 90 days ago', async () => {
    const { sn } = await makeBox(null)
    const [old, mid] = [await pair(sn), (clock.advance(1), await pair(sn))]
    const { sn: lone } = await makeBox(null)
    const only = await pair(lone)
    clock.advance(90 * dayMs - 1)
    await clearOldPairings()
    expect([(await findDeviceToken(old.token))?.revoked, (await findDeviceToken(mid.token))?.revoked]).toEqual([
      false,
      false,
    ])
    changed.length = 0
    clock.advance(dayMs)
    await clearOldPairings()
    expect([
      (await findDeviceToken(old.token))?.revoked,
      (await findDeviceToken(mid.token))?.revoked,
      (await findDeviceToken(only.token))?.revoked,
    ]).toEqual([true, false, false])
    expect([
      changed.includes(sn),
      changed.includes(lone),
      await db.boxPairing.count({ where: { sn: { in: [sn, lone] } } }),
    ]).toEqual([true, false, 0])
    clock.advance(30 * dayMs)
    await clearOldPairings()
    expect(await findDeviceToken(old.token)).not.toBeNull()
    clock.advance(1)
    await clearOldPairings()
    expect(await findDeviceToken(old.token)).toBeNull()
  })
})
