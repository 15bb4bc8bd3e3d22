/** Replacing a broken box: its owner loses nothing, nobody else's things are taken, and a crash changes nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import { moveBox, moveTexts } from '~/modules/box-move/box-move.server'
import { createList } from '~/modules/channel-list/channel-list.server'
import { bindBox, deviceChanged, findBox, findDeviceToken, startPairing } from '~/modules/device/device.server'
import {
  connectEntitlement,
  grantPeriods,
  runningServices,
  switchServices,
} from '~/modules/entitlement/entitlement.server'
import { findMessages } from '~/modules/message/message.server'
import { whatWasOrdered } from '~/modules/order/order.server'
import { dayMs, makeStoppedClock, replaceClock as setClock } from '~/platform/clock.server'
import { db } from '~/platform/db.server'
import { makeId } from '~/platform/random.server'
import { transact } from '~/platform/transact.server'
import { ok } from '~/errors/table'
import { languages } from '~/i18n/languages'
import { moveMessageTexts } from '~/web/box/move-message.server'
import { contentOf, wasRefused, whileRefused, type Write } from '../../support/refused-writes'
import { codeOf, good, makeActor, makeBox, makeVno, sdxFile } from '../channel-list/people'

const clock = makeStoppedClock(new Date('2026-11-22T12:00:00Z'))
setClock(clock)
beforeAll(() => {
  connectEntitlement()
  moveTexts.provide(moveMessageTexts)
})
const by = { userId: 'the-operator', why: 'the old one is broken' }
const facts = { modelName: null, softwareVersion: null, address: '192.0.2.1' }
const inDays = (days: number) => new Date(clock.now().getTime() + days * dayMs)

const makeOrder = async (
  userId: string,
  sn: string,
  status: number,
  more: { formerStatus?: number; open?: string[]; lines?: boolean } = {},
) => {
  const id = makeId()
  await db.order.create({
    data: {
      ...{ id, number: `T-${id}`, userId, sn, boxName: 'Salon', status, formerStatus: more.formerStatus ?? null },
      ...{ originalPrice: 0n, payPrice: 0n, createdAt: clock.now(), updatedAt: clock.now(), payUntil: inDays(1) },
      open: { create: (more.open ?? []).map((service) => ({ sn, service })) },
    },
  })
  return id
}

/** A box with everything that its owner can have on one. */
const furnished = async () => {
  const owner = await makeActor()
  const { sn } = await makeBox(owner)
  const { sn: to } = await makeBox(null)
  const list = good(await createList(owner, { name: 'Own', bytes: sdxFile(4), fileName: null }))
  const { token } = await startPairing(sn, true, facts)
  await db.device.update({
    where: { sn },
    data: { nickname: 'Salon', activeListId: list.id, adultSwitchOnAt: clock.now(), cpu: 'old', boundAt: clock.now() },
  })
  await db.channelList.update({ where: { id: list.id }, data: { besideSn: sn } })
  const give = (services: readonly ('tv' | 'data')[], months: number, at: Date) =>
    transact(async (tx) => ok(await grantPeriods(tx, { sn, services, months, at, source: 'gift', note: 'test' })))
  good(await give(['tv'], 1, inDays(-100)))
  good(await give(['tv', 'data'], 2, clock.now()))
  good(await give(['tv'], 3, clock.now()))
  await db.servicePeriod.create({
    data: {
      ...{ id: makeId(), sn, service: 'vip', startsAt: clock.now(), endsAt: inDays(30), anchorDay: 22 },
      ...{ source: 'gift', note: 'test', voidedAt: clock.now(), voidReason: 'taken back' },
    },
  })
  good(await switchServices(owner.userId, sn, ['data'], false))
  const planId = makeId()
  await db.product.create({
    data: { id: makeId(), key: planId, plans: { create: { id: planId, months: 1, price: 5n } } },
  })
  const agreed = { sn, planId, months: 1, price: 5n, userId: owner.userId, agreedAt: clock.now() }
  await db.serviceRenewal.create({ data: { id: makeId(), service: 'tv', openKey: `${sn} tv`, ...agreed } })
  const over = { endedAt: clock.now(), endReason: 'owner' }
  await db.serviceRenewal.create({ data: { id: makeId(), service: 'data', ...over, ...agreed } })
  await db.serviceReminder.create({ data: { sn, service: 'tv', endsAt: inDays(-70), days: 14 } })
  const orders = {
    open: await makeOrder(owner.userId, sn, 0, { open: ['stream'] }),
    confirming: await makeOrder(owner.userId, sn, 7, { open: ['epg'] }),
    cancelled: await makeOrder(owner.userId, sn, 2),
    hiddenCancelled: await makeOrder(owner.userId, sn, 3, { formerStatus: 2 }),
    done: await makeOrder(owner.userId, sn, 1),
    hiddenDone: await makeOrder(owner.userId, sn, 3, { formerStatus: 1 }),
    refunded: await makeOrder(owner.userId, sn, 6),
  }
  return { owner, sn, to, listId: list.id, token, orders }
}
const periods = async (sn: string) =>
  (await db.servicePeriod.findMany({ where: { sn }, orderBy: { id: 'asc' } })).map(({ sn: _, ...period }) => period)
const tables = [
  ...['RegisteredBox', 'Device', 'DeviceToken', 'BoxPairing', 'ServicePeriod', 'ServiceSwitch', 'ServiceRenewal'],
  ...['ServiceReminder', 'Order', 'OpenOrderService', 'ChannelList', 'AuditEntry', 'Message', 'MessageText'],
]

describe('a move', () => {
  it('lets a paid order be ordered again for the new box', async () => {
    const { owner, sn, to, orders } = await furnished()
    good(await moveBox(by, { sn, to }))
    const number = `T-${orders.done}`
    expect(await whatWasOrdered(owner.userId, number)).toEqual({ sn: to, lines: [] })
    expect((await db.order.findUniqueOrThrow({ where: { number } })).sn).toBe(sn)
  })
  it('moves everything of the owner to the new box and leaves nothing on the old one', async () => {
    const { owner, sn, to, listId, token, orders } = await furnished()
    const paired = await startPairing(to, true, facts)
    const [before, services] = [await periods(sn), await runningServices(sn, clock.now())]
    expect([before.length, services.length]).toEqual([5, 4])
    const changed: string[] = []
    const stop = deviceChanged.listen((told) => void changed.push(told.sn))
    expect(good(await moveBox(by, { sn, to }))).toEqual({ userId: owner.userId })
    stop()

    expect([await periods(to), await periods(sn)]).toEqual([before, []])
    expect(await runningServices(to, clock.now())).toEqual(services)
    expect((await runningServices(sn, clock.now())).map(({ state }) => state)).toEqual(['granted', 'granted'])
    expect(await findBox(owner.userId, to)).toMatchObject({
      ...{ nickname: 'Salon', activeListId: listId, adultSwitchOnAt: clock.now(), boundAt: clock.now() },
      ...{ cpu: null, fetchedListId: null },
    })
    expect(await db.device.findUnique({ where: { sn } })).toMatchObject({
      ...{ userId: null, boundAt: null, nickname: null, activeListId: null, adultSwitchOnAt: null, cpu: null },
    })
    expect((await db.registeredBox.findUniqueOrThrow({ where: { sn } })).movedToSn).toBe(to)
    expect((await db.channelList.findUniqueOrThrow({ where: { id: listId } })).besideSn).toBe(to)
    const where = (one: string) => ({ where: { sn: one } })
    for (const [old, fresh] of [
      [await db.serviceSwitch.count(where(sn)), await db.serviceSwitch.count(where(to))],
      [await db.serviceReminder.count(where(sn)), await db.serviceReminder.count(where(to))],
    ])
      expect([old, fresh]).toEqual([0, 1])
    expect(
      await db.serviceRenewal.findMany({ where: { sn: { in: [sn, to] } }, orderBy: { service: 'asc' } }),
    ).toMatchObject([
      { sn: to, service: 'data', openKey: null },
      { sn: to, service: 'tv', openKey: `${to} tv` },
    ])
    const snOf = async (id: string) => (await db.order.findUniqueOrThrow({ where: { id } })).sn
    for (const [name, id] of Object.entries(orders))
      expect([name, await snOf(id)]).toEqual([name, ['done', 'hiddenDone', 'refunded'].includes(name) ? sn : to])
    expect((await db.openOrderService.findMany({ where: { sn: { in: [sn, to] } } })).map((one) => one.sn)).toEqual([
      to,
      to,
    ])

    for (const one of [token, paired.token]) expect((await findDeviceToken(one))?.revoked).toBe(true)
    expect([...changed].sort()).toEqual([sn, to].sort())
    expect(
      (await db.auditEntry.findMany({ where: { action: 'device.move', subject: { in: [sn, to] } } })).map(
        ({ actor, subject, detail }) => [actor, subject === sn, detail],
      ),
    ).toEqual([
      [by.userId, true, `to ${to}; why: ${by.why}`],
      [by.userId, false, `from ${sn}; why: ${by.why}`],
    ])
    const told = new Set<string>()
    for (const { tag } of languages) {
      const { items } = await findMessages(owner.userId, { page: 1, size: 10, language: tag })
      expect([items.length, items[0]?.text.includes(to), items[0]?.text.includes('Salon')]).toEqual([1, true, true])
      told.add(items[0]?.title ?? '')
    }
    expect(told.size).toBe(languages.length)
  })
  it('makes the new box prove itself: its owner confirms the code that it shows', async () => {
    const { owner, sn, to } = await furnished()
    good(await moveBox(by, { sn, to }))
    const { token, userCode } = await startPairing(to, false, facts)
    expect(await findDeviceToken(token)).toMatchObject({ userId: null, claimed: true, proven: false })
    const input = { sn: to, code: userCode }
    const from = { address: facts.address }
    expect(good(await bindBox(owner.userId, { ...input, seen: null }, from))).toEqual({ step: 'confirm' })
    const { id } = await db.boxPairing.findFirstOrThrow({ where: { sn: to } })
    expect(good(await bindBox(owner.userId, { ...input, seen: id }, from))).toMatchObject({
      ...{ step: 'bound', renewed: true, box: { nickname: 'Salon' } },
    })
    expect(await findDeviceToken(token)).toMatchObject({ userId: owner.userId, proven: true })
  })
  it('of a box that was never paired or has no owner moves its periods, and notifies nobody', async () => {
    const { sn: to } = await makeBox(null)
    const [sn, modelId] = ['399999999901', 'model']
    await db.registeredBox.create({ data: { sn, modelId } })
    good(
      await transact(async (tx) =>
        ok(
          await grantPeriods(tx, {
            ...{ sn, services: ['tv'], months: 1, at: clock.now(), source: 'gift', note: 'test' },
          }),
        ),
      ),
    )
    const messages = await db.message.count()
    expect(good(await moveBox(by, { sn, to }))).toEqual({ userId: null })
    expect([(await periods(to)).length, await db.message.count()]).toEqual([1, messages])
  })
})

describe('a move is refused and changes nothing', () => {
  it('to or from an unknown box, to itself, and where either was moved before', async () => {
    const { sn, to } = await furnished()
    const before = await contentOf(tables)
    const refusal = async (from: string, target: string) => {
      const moved = await moveBox(by, { sn: from, to: target })
      return moved.ok ? 'moved' : `${moved.code} ${moved.field ?? ''}`
    }
    expect(await refusal('999999999999', to)).toBe('S1000 sn')
    expect(await refusal(sn, '999999999999')).toBe('S1000 to')
    expect(await refusal(sn, sn)).toBe('A0422 to')
    expect(await contentOf(tables)).toBe(before)
    good(await moveBox(by, { sn, to }))
    const third = await makeBox(null)
    expect(await moveBox(by, { sn, to: third.sn })).toMatchObject({ code: 'D1110', field: 'sn', data: { to } })
    const other = await furnished()
    expect(await refusal(other.sn, sn)).toBe('D1110 to')
  })
  it('to a box that is bound, has periods or open orders, or is of another brand', async () => {
    const { sn } = await furnished()
    const owner = await makeActor()
    const [bound, served, ordered] = [await makeBox(owner), await makeBox(null), await makeBox(null)]
    const branded = await makeBox(null, await makeVno())
    good(
      await transact(async (tx) =>
        ok(
          await grantPeriods(tx, {
            ...{ sn: served.sn, services: ['tv'], months: 1, at: inDays(-400), source: 'gift', note: 'test' },
          }),
        ),
      ),
    )
    await makeOrder(owner.userId, ordered.sn, 8, { open: ['tv'] })
    const before = await contentOf(tables)
    for (const [to, context] of [
      [bound.sn, 'bound'],
      [served.sn, 'services'],
      [ordered.sn, 'orders'],
      [branded.sn, 'brand'],
    ] as const)
      expect(await moveBox(by, { sn, to })).toEqual({ ok: false, code: 'D1109', field: 'to', data: { context } })
    expect(await contentOf(tables)).toBe(before)
  })
  it('when a write fails between any two others', async () => {
    const { sn, to } = await furnished()
    const before = await contentOf(tables)
    const stops: Write[] = [
      ['RegisteredBox', 'UPDATE'],
      ['Device', 'UPDATE'],
      ['Device', 'UPDATE', `NEW."sn" = '${sn}'`],
      ['DeviceToken', 'UPDATE'],
      ['ServicePeriod', 'UPDATE', `NEW."service" = 'vip'`],
      ['ServiceSwitch', 'UPDATE'],
      ['ServiceRenewal', 'UPDATE'],
      ['ServiceReminder', 'UPDATE'],
      ['Order', 'UPDATE', 'NEW."status" = 7'],
      ['OpenOrderService', 'UPDATE'],
      ['ChannelList', 'UPDATE'],
      ['AuditEntry', 'INSERT', `NEW."subject" = '${to}'`],
      ['Message', 'INSERT'],
      ['MessageText', 'INSERT', `NEW."language" = 'ar'`],
    ]
    for (const stop of stops) {
      await expect(whileRefused(stop, () => moveBox(by, { sn, to }))).rejects.toThrow(wasRefused)
      expect([stop, (await contentOf(tables)) === before]).toEqual([stop, true])
    }
    expect(codeOf(await moveBox(by, { sn, to }))).toBe('no failure')
  })
})
