/** MyLink and audio entries in the store: limits, order, repetitions, ownership, and changes at once. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as audio from '~/modules/audio/audio.server'
import * as mylink from '~/modules/mylink/mylink.server'
import { findShownPicture, linksChanged } from '~/modules/link/link.server'
import { db } from '~/platform/db.server'
import { plainPng } from '../../support/media'
import { codeOf, good, makeActor, makeLinker } from './people'

type Linker = Awaited<ReturnType<typeof makeLinker>>
let me: Linker
let other: Linker
beforeAll(async () => {
  me = await makeLinker()
  other = await makeLinker()
})
const page = { page: 1, size: 100 } as const
const names = async (actor: Linker, category: string, sort?: 'own' | 'added' | 'az' | 'za'): Promise<string[]> =>
  good(await mylink.findChannels(actor, category, { ...page, sort })).items.map(({ name }) => name)
const link = (name: string, more: object = {}) => ({
  name,
  address: `http://example.org/${encodeURIComponent(name)}`,
  ...more,
})

describe('categories', () => {
  it('are added, renamed, moved and deleted with what is in them', async () => {
    const news = good(await mylink.addCategory(me, { name: ' News ' }))
    expect(news).toMatchObject({ name: 'News', channels: 0, position: 1, logo: null })
    const films = good(await mylink.addCategory(me, { name: 'Films' }))
    const music = good(await mylink.addCategory(me, { name: 'Music' }))
    expect(codeOf(await mylink.addCategory(me, { name: 'ＮＥＷＳ' }))).toBe('Q2101')
    expect(codeOf(await mylink.editCategory(me, films.id, { name: 'news' }))).toBe('Q2101')
    expect(good(await mylink.editCategory(me, news.id, { name: 'NEWS' })).name).toBe('NEWS')
    expect(await mylink.addCategory(me, { name: 'a'.repeat(21) })).toMatchObject({
      code: 'A0422',
      field: 'name',
      data: { rule: 'name-too-long' },
    })
    expect(good(await mylink.moveCategory(me, music.id, 1))).toEqual({ position: 1, total: 3 })
    expect(good(await mylink.moveCategory(me, music.id, 'up'))).toEqual({ position: 1, total: 3 })
    expect(good(await mylink.moveCategory(me, news.id, 'down'))).toEqual({ position: 3, total: 3 })
    for (const to of [0, 4, -1, 1.5])
      expect(await mylink.moveCategory(me, news.id, to)).toMatchObject({
        code: 'A0422',
        field: 'to',
        data: { rule: 'range', min: 1, max: 3 },
      })
    expect((await mylink.findCategories(me)).map(({ name }) => name)).toEqual(['Music', 'Films', 'NEWS'])
    good(await mylink.addChannels(me, films.id, [link('a'), link('b')]))
    expect(good(await mylink.deleteCategory(me, films.id))).toEqual({ name: 'Films', channels: 2 })
    expect(codeOf(await mylink.deleteCategory(me, films.id))).toBe('Q2103')
    expect((await mylink.findCategories(me)).map(({ name, position }) => [name, position])).toEqual([
      ['Music', 1],
      ['NEWS', 2],
    ])
  })
  it('are twenty at most, also when they come at once', async () => {
    const full = await makeLinker()
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, at) => mylink.addCategory(full, { name: `Category ${at}` })),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(20)
    expect(new Set(made.filter(({ ok }) => !ok).map(codeOf))).toEqual(new Set(['Q2102']))
  })
})

describe('channels', () => {
  it('are added with unique names, edited, moved, sorted and deleted', async () => {
    const { id } = good(await mylink.addCategory(me, { name: 'Order' }))
    const added = good(
      await mylink.addChannels(me, id, [link('b 10'), link('b 9'), link('Ä'), link('z', { address: '19.2E:11778:5' })]),
    )
    expect(added).toEqual({ ids: ['1', '2', '3', '4'], channels: 4 })
    expect(await mylink.addChannels(me, id, [link('x'), link('B 9')])).toMatchObject({
      code: 'Q2201',
      field: 'channels.1.name',
    })
    expect(await mylink.addChannels(me, id, [link('B 9')])).toMatchObject({ code: 'Q2201', field: 'name' })
    expect(await names(me, id)).toEqual(['b 10', 'b 9', 'Ä', 'z'])
    expect(good(await mylink.sortChannels(me, id, 'az'))).toEqual({ channels: 4 })
    expect(await names(me, id)).toEqual(['Ä', 'b 9', 'b 10', 'z'])
    expect(await names(me, id, 'added')).toEqual(['b 10', 'b 9', 'Ä', 'z'])
    expect(await names(me, id, 'za')).toEqual(['z', 'b 10', 'b 9', 'Ä'])
    expect(good(await mylink.moveChannels(me, id, ['2', '4'], 1))).toEqual({ moved: 2, position: 1 })
    expect(await names(me, id)).toEqual(['b 9', 'z', 'Ä', 'b 10'])
    expect(good(await mylink.moveChannels(me, id, ['2', '4'], 4))).toEqual({ moved: 2, position: 3 })
    expect(await mylink.moveChannels(me, id, ['2'], 5)).toMatchObject({ code: 'A0422', field: 'to', data: { max: 4 } })
    const edited = good(await mylink.editChannel(me, id, '4', { name: 'y', satellite: '7.0W', tp: '10727', sid: '1' }))
    expect(edited).toMatchObject({
      name: 'y',
      address: null,
      satellite: 3530,
      tp: 10727,
      sid: 1,
      place: '7.0W:10727:1',
    })
    expect(good(await mylink.editChannel(me, id, '4', { name: 'Y' })).place).toBe('7.0W:10727:1')
    expect(good(await mylink.editChannel(me, id, '4', { address: 'mms://h/x' }))).toMatchObject({
      address: 'mms://h/x',
      place: null,
      tp: null,
    })
    expect(good(await mylink.deleteChannels(me, id, ['1', '4', '99']))).toEqual({ deleted: 2, channels: 2 })
    expect(codeOf(await mylink.deleteChannels(me, id, ['1']))).toBe('C1102')
    expect(codeOf(await mylink.editChannel(me, id, '1', { name: 'q' }))).toBe('C1102')
    expect(good(await mylink.addChannels(me, id, [link('new')])).ids).toEqual(['5'])
  })
  it('are a hundred an add and two thousand a category at most', async () => {
    const { id } = good(await mylink.addCategory(me, { name: 'Full' }))
    const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => link(`c${from + at}`))
    expect(codeOf(await mylink.addChannels(me, id, some(0, 101)))).toBe('N1001')
    for (let at = 0; at < 19; at++) good(await mylink.addChannels(me, id, some(at * 100, 100)))
    good(await mylink.addChannels(me, id, some(1900, 99)))
    expect(await mylink.addChannels(me, id, some(1999, 2))).toMatchObject({
      code: 'Q2202',
      data: { limit: 2000, count: 1999 },
    })
    expect(good(await mylink.addChannels(me, id, some(1999, 1))).channels).toBe(2000)
    expect(codeOf(await mylink.addChannels(me, id, some(2000, 1)))).toBe('Q2202')
    expect(good(await mylink.findChannels(me, id, { page: 50, size: 40 })).items[0]).toMatchObject({
      name: 'c1960',
      position: 1961,
    })
    expect(good(await mylink.findChannels(me, id, { ...page, search: 'C199' })).total).toBe(11)
  })
  it('that are added at once are all there', async () => {
    const { id } = good(await mylink.addCategory(me, { name: 'At once' }))
    await Promise.all(Array.from({ length: 30 }, (_, at) => mylink.addChannels(me, id, [link(`n${at}`)])))
    const found = good(await mylink.findChannels(me, id, page))
    expect(found.total).toBe(30)
    expect(new Set(found.items.map((one) => one.id)).size).toBe(30)
  })
  it('are changed once under one key, and another body under it is refused', async () => {
    const { id } = good(await mylink.addCategory(me, { name: 'Once' }))
    const batch = 'batch-0001'
    const first = good(await mylink.addChannels(me, id, [link('one')], { batch }))
    expect(good(await mylink.addChannels(me, id, [link('one')], { batch }))).toEqual(first)
    expect(codeOf(await mylink.addChannels(me, id, [link('two')], { batch }))).toBe('A0409')
    expect(await names(me, id)).toEqual(['one'])
    const category = { name: 'Batched', batch: 'batch-0002' }
    expect(good(await mylink.addCategory(me, category)).id).toBe(good(await mylink.addCategory(me, category)).id)
  })
})

describe('another account', () => {
  it('neither sees nor changes them, whatever ids it knows', async () => {
    const { id } = good(await mylink.addCategory(me, { name: 'Mine' }))
    good(await mylink.addChannels(me, id, [link('secret')]))
    for (const result of [
      await mylink.getCategory(other, id),
      await mylink.editCategory(other, id, { name: 'x' }),
      await mylink.deleteCategory(other, id),
      await mylink.moveCategory(other, id, 1),
      await mylink.findChannels(other, id, page),
      await mylink.getChannel(other, id, '1'),
      await mylink.addChannels(other, id, [link('x')]),
      await mylink.editChannel(other, id, '1', { name: 'x' }),
      await mylink.deleteChannels(other, id, ['1']),
      await mylink.moveChannels(other, id, ['1'], 1),
      await mylink.sortChannels(other, id, 'az'),
    ])
      expect(codeOf(result)).toBe('Q2103')
    expect(await names(me, id)).toEqual(['secret'])
  })
  it('without the service may look, and change nothing', async () => {
    const poor = await makeActor()
    expect(await mylink.addCategory(poor, { name: 'x' })).toMatchObject({ code: 'C1109', data: { service: 'mylink' } })
    expect(await audio.addEntries(poor, [link('x')])).toMatchObject({ code: 'C1109', data: { service: 'audio' } })
    expect(await mylink.findCategories(poor)).toEqual([])
    expect(good(await audio.findEntries(poor, page)).total).toBe(0)
  })
})

describe('a picture', () => {
  it('tells nobody that another account sent the same before', async () => {
    const logo = good(await mylink.storeLogo(other, plainPng())).id
    const longAgo = new Date(Date.UTC(2020, 0, 1))
    await db.listLogo.update({ where: { id: logo }, data: { createdAt: longAgo } })
    await db.listLogoUpload.updateMany({ where: { logoId: logo }, data: { createdAt: longAgo } })
    const since = Date.now() - 1000
    good(await mylink.storeLogo(me, plainPng()))
    const timesOf = async (): Promise<number[]> => [
      good(await mylink.findLogo(me, logo)).createdAt.getTime(),
      good(await audio.findLogo(me, logo)).createdAt.getTime(),
      (await findShownPicture(me.userId, logo))?.createdAt.getTime() ?? Number.NaN,
    ]
    const { id } = good(await mylink.addCategory(me, { name: 'Pictured', logo }))
    for (const time of await timesOf()) expect(time).toBeGreaterThan(since)
    // Also where only its category is left to show it.
    await db.listLogoUpload.deleteMany({ where: { logoId: logo, uploaderId: me.userId } })
    for (const time of await timesOf()) expect(time).toBe(good(await mylink.getCategory(me, id)).createdAt.getTime())
    expect(good(await mylink.findLogo(other, logo)).createdAt).toEqual(longAgo)
  })
})

describe('audio entries', () => {
  it('have names of twenty characters, an order and a place of their own', async () => {
    const told: unknown[] = []
    const stop = linksChanged.listen((one) => told.push(one))
    expect(await audio.addEntries(me, [link('a'.repeat(21))])).toMatchObject({ code: 'A0422', field: 'name' })
    good(
      await audio.addEntries(me, [
        link('c'),
        link('a'),
        link('b', { address: null, satellite: 192, tp: 11778, sid: 1 }),
      ]),
    )
    expect(told).toEqual([{ userId: me.userId, service: 'audio' }])
    stop()
    expect(await audio.addEntries(me, [link('A')])).toMatchObject({ code: 'Q2201', data: { context: 'audio' } })
    good(await audio.sortEntries(me, 'az'))
    expect(good(await audio.findEntries(me, page)).items.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
    good(await audio.moveEntries(me, ['1'], 1))
    expect(good(await audio.findEntries(me, page)).items.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
    expect(good(await audio.editEntry(me, '2', { name: 'aa' })).name).toBe('aa')
    expect(good(await audio.deleteEntries(me, ['1', '2']))).toEqual({ deleted: 2, channels: 1 })
    expect(good(await audio.findEntries(other, page)).total).toBe(0)
    expect(codeOf(await audio.editEntry(other, '3', { name: 'x' }))).toBe('C1102')
    expect(await db.linkShelf.count({ where: { userId: me.userId, service: 'audio' } })).toBe(1)
  })
})
