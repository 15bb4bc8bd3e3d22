/** Stored MyLink and audio entries: limits, order, repetitions, ownership, and simultaneous changes. */
import { beforeAll, describe, expect, it } from 'vitest'
import * as links from '~/modules/link/link.server'
import { findShownPicture, linksChanged } from '~/modules/link/link.server'
import { forgetEntitlements, setServiceOff } from '~/modules/entitlement/entitlement.server'
import { db } from '~/platform/db.server'
import { lapsedMs, lapseReminderMs, restorableMs } from '~/modules/link/limits'
import { lapseMessageTexts } from '~/web/mylink/lapse-message.server'
import { plainPng } from '../../support/media'
import { codeOf, good, makeActor, makeBox, makeLinker, shelfAt } from './people'

type Linker = Awaited<ReturnType<typeof makeLinker>>
let me: Linker
let other: Linker
beforeAll(async () => {
  me = await makeLinker()
  other = await makeLinker()
})
const page = { page: 1, size: 100 } as const
const names = async (actor: Linker, category: string, sort?: 'own' | 'added' | 'az' | 'za'): Promise<string[]> =>
  good(await links.findLinks(shelfAt(actor, 'mylink', category), { ...page, sort })).items.map(({ name }) => name)
const link = (name: string, more: object = {}) => ({
  name,
  address: `http://example.org/${encodeURIComponent(name)}`,
  ...more,
})

it('a picture that only another account sent or uses can be neither read nor used', async () => {
  const [owner, stranger] = [await makeLinker(), await makeLinker()]
  const logo = good(await links.storeLinkLogo(owner, 'mylink', plainPng())).id
  const category = good(await links.addShelf(owner, 'mylink', { name: 'Pictured', logo }))
  const theirs = good(await links.addShelf(stranger, 'mylink', { name: 'Theirs' }))
  const tryAll = async () => [
    codeOf(await links.findLinkLogo(stranger, logo)),
    codeOf(await links.editShelf(stranger, 'mylink', theirs.id, { logo })),
    codeOf(await links.addLinks(shelfAt(stranger, 'mylink', theirs.id), [link('One', { logo })])),
  ]
  expect(await tryAll()).toEqual(['A0404', 'A0422', 'A0422'])
  // The use alone gives the owner the right, not everybody.
  await db.listLogoUpload.deleteMany({ where: { logoId: logo } })
  expect(good(await links.findLinkLogo(owner, logo)).id).toBe(category.logo)
  expect(await tryAll()).toEqual(['A0404', 'A0422', 'A0422'])
})

describe('categories', () => {
  it('are added, renamed, moved and deleted with their links', async () => {
    const news = good(await links.addShelf(me, 'mylink', { name: ' News ' }))
    expect(news).toMatchObject({ name: 'News', channels: 0, position: 1, logo: null })
    const films = good(await links.addShelf(me, 'mylink', { name: 'Films' }))
    const music = good(await links.addShelf(me, 'mylink', { name: 'Music' }))
    expect(codeOf(await links.addShelf(me, 'mylink', { name: 'ＮＥＷＳ' }))).toBe('Q2101')
    expect(codeOf(await links.editShelf(me, 'mylink', films.id, { name: 'news' }))).toBe('Q2101')
    expect(good(await links.editShelf(me, 'mylink', news.id, { name: 'NEWS' })).name).toBe('NEWS')
    expect(await links.addShelf(me, 'mylink', { name: 'a'.repeat(21) })).toMatchObject({
      code: 'A0422',
      field: 'name',
      data: { rule: 'name-too-long' },
    })
    expect(good(await links.moveShelf(me, 'mylink', music.id, 1))).toEqual({ position: 1, total: 3 })
    expect(good(await links.moveShelf(me, 'mylink', music.id, 'up'))).toEqual({ position: 1, total: 3 })
    expect(good(await links.moveShelf(me, 'mylink', news.id, 'down'))).toEqual({ position: 3, total: 3 })
    for (const to of [0, 4, -1, 1.5])
      expect(await links.moveShelf(me, 'mylink', news.id, to)).toMatchObject({
        code: 'A0422',
        field: 'to',
        data: { rule: 'range', min: 1, max: 3 },
      })
    expect((await links.findShelves(me, 'mylink')).map(({ name }) => name)).toEqual(['Music', 'Films', 'NEWS'])
    good(await links.addLinks(shelfAt(me, 'mylink', films.id), [link('a'), link('b')]))
    expect(good(await links.deleteShelf(me, 'mylink', films.id))).toMatchObject({ name: 'Films', channels: 2 })
    expect(codeOf(await links.deleteShelf(me, 'mylink', films.id))).toBe('Q2103')
    expect((await links.findShelves(me, 'mylink')).map(({ name, position }) => [name, position])).toEqual([
      ['Music', 1],
      ['NEWS', 2],
    ])
  })
  it('are limited to twenty, even when they are added at once', async () => {
    const full = await makeLinker()
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, at) => links.addShelf(full, 'mylink', { name: `Category ${at}` })),
    )
    expect(made.filter(({ ok }) => ok)).toHaveLength(20)
    expect(new Set(made.filter(({ ok }) => !ok).map(codeOf))).toEqual(new Set(['Q2102']))
  })
})

describe('channels', () => {
  it('are added with unique names, edited, moved, sorted and deleted', async () => {
    const { id } = good(await links.addShelf(me, 'mylink', { name: 'Order' }))
    const added = good(
      await links.addLinks(shelfAt(me, 'mylink', id), [
        link('b 10'),
        link('b 9'),
        link('Ä'),
        link('z', { address: '19.2E:11778:5' }),
      ]),
    )
    expect(added).toEqual({ ids: ['1', '2', '3', '4'], channels: 4 })
    expect(await links.addLinks(shelfAt(me, 'mylink', id), [link('x'), link('B 9')])).toMatchObject({
      code: 'Q2201',
      field: 'channels.1.name',
    })
    expect(await links.addLinks(shelfAt(me, 'mylink', id), [link('B 9')])).toMatchObject({
      code: 'Q2201',
      field: 'name',
    })
    expect(await names(me, id)).toEqual(['b 10', 'b 9', 'Ä', 'z'])
    expect(good(await links.sortLinks(shelfAt(me, 'mylink', id), 'az'))).toEqual({ channels: 4 })
    expect(await names(me, id)).toEqual(['Ä', 'b 9', 'b 10', 'z'])
    expect(await names(me, id, 'added')).toEqual(['b 10', 'b 9', 'Ä', 'z'])
    expect(await names(me, id, 'za')).toEqual(['z', 'b 10', 'b 9', 'Ä'])
    expect(good(await links.moveLinks(shelfAt(me, 'mylink', id), ['2', '4'], 1))).toEqual({ moved: 2, position: 1 })
    expect(await names(me, id)).toEqual(['b 9', 'z', 'Ä', 'b 10'])
    expect(good(await links.moveLinks(shelfAt(me, 'mylink', id), ['2', '4'], 4))).toEqual({ moved: 2, position: 3 })
    expect(await links.moveLinks(shelfAt(me, 'mylink', id), ['2'], 5)).toMatchObject({
      code: 'A0422',
      field: 'to',
      data: { max: 4 },
    })
    const edited = good(
      await links.editLink(shelfAt(me, 'mylink', id), '4', { name: 'y', satellite: '7.0W', tp: '10727', sid: '1' }),
    )
    expect(edited).toMatchObject({
      name: 'y',
      address: null,
      satellite: 3530,
      tp: 10727,
      sid: 1,
      place: '7.0W:10727:1',
    })
    expect(good(await links.editLink(shelfAt(me, 'mylink', id), '4', { name: 'Y' })).place).toBe('7.0W:10727:1')
    expect(good(await links.editLink(shelfAt(me, 'mylink', id), '4', { address: 'mms://h/x' }))).toMatchObject({
      address: 'mms://h/x',
      place: null,
      tp: null,
    })
    expect(good(await links.deleteLinks(shelfAt(me, 'mylink', id), ['1', '4', '99']))).toMatchObject({
      deleted: 2,
      channels: 2,
    })
    expect(codeOf(await links.deleteLinks(shelfAt(me, 'mylink', id), ['1']))).toBe('C1102')
    expect(codeOf(await links.editLink(shelfAt(me, 'mylink', id), '1', { name: 'q' }))).toBe('C1102')
    expect(good(await links.addLinks(shelfAt(me, 'mylink', id), [link('new')])).ids).toEqual(['5'])
  })
  it('are limited to a hundred per request and two thousand per category', async () => {
    const { id } = good(await links.addShelf(me, 'mylink', { name: 'Full' }))
    const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => link(`c${from + at}`))
    expect(codeOf(await links.addLinks(shelfAt(me, 'mylink', id), some(0, 101)))).toBe('N1001')
    for (let at = 0; at < 19; at++) good(await links.addLinks(shelfAt(me, 'mylink', id), some(at * 100, 100)))
    good(await links.addLinks(shelfAt(me, 'mylink', id), some(1900, 99)))
    expect(await links.addLinks(shelfAt(me, 'mylink', id), some(1999, 2))).toMatchObject({
      code: 'Q2202',
      data: { limit: 2000, count: 1999 },
    })
    expect(good(await links.addLinks(shelfAt(me, 'mylink', id), some(1999, 1))).channels).toBe(2000)
    expect(codeOf(await links.addLinks(shelfAt(me, 'mylink', id), some(2000, 1)))).toBe('Q2202')
    expect(good(await links.findLinks(shelfAt(me, 'mylink', id), { page: 50, size: 40 })).items[0]).toMatchObject({
      name: 'c1960',
      position: 1961,
    })
    expect(good(await links.findLinks(shelfAt(me, 'mylink', id), { ...page, search: 'C199' })).total).toBe(11)
  })
  it('that are added at once all exist', async () => {
    const { id } = good(await links.addShelf(me, 'mylink', { name: 'At once' }))
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => links.addLinks(shelfAt(me, 'mylink', id), [link(`n${at}`)])),
    )
    const found = good(await links.findLinks(shelfAt(me, 'mylink', id), page))
    expect(found.total).toBe(30)
    expect(new Set(found.items.map((one) => one.id)).size).toBe(30)
  })
  it('are changed once under one key, and another body under it is refused', async () => {
    const { id } = good(await links.addShelf(me, 'mylink', { name: 'Once' }))
    const batch = 'batch-0001'
    const first = good(await links.addLinks(shelfAt(me, 'mylink', id), [link('one')], { batch }))
    expect(good(await links.addLinks(shelfAt(me, 'mylink', id), [link('one')], { batch }))).toEqual(first)
    expect(codeOf(await links.addLinks(shelfAt(me, 'mylink', id), [link('two')], { batch }))).toBe('A0409')
    expect(await names(me, id)).toEqual(['one'])
    const category = { name: 'Batched', batch: 'batch-0002' }
    expect(good(await links.addShelf(me, 'mylink', category)).id).toBe(
      good(await links.addShelf(me, 'mylink', category)).id,
    )
  })
})

describe('another account', () => {
  it('neither sees nor changes them, whatever ids it knows', async () => {
    const { id } = good(await links.addShelf(me, 'mylink', { name: 'Mine' }))
    good(await links.addLinks(shelfAt(me, 'mylink', id), [link('secret')]))
    for (const result of [
      await links.getShelf(other, 'mylink', id),
      await links.editShelf(other, 'mylink', id, { name: 'x' }),
      await links.deleteShelf(other, 'mylink', id),
      await links.moveShelf(other, 'mylink', id, 1),
      await links.findLinks(shelfAt(other, 'mylink', id), page),
      await links.getLink(shelfAt(other, 'mylink', id), '1'),
      await links.addLinks(shelfAt(other, 'mylink', id), [link('x')]),
      await links.editLink(shelfAt(other, 'mylink', id), '1', { name: 'x' }),
      await links.deleteLinks(shelfAt(other, 'mylink', id), ['1']),
      await links.moveLinks(shelfAt(other, 'mylink', id), ['1'], 1),
      await links.sortLinks(shelfAt(other, 'mylink', id), 'az'),
    ])
      expect(codeOf(result)).toBe('Q2103')
    expect(await names(me, id)).toEqual(['secret'])
  })
  it('without the service may read, but not change', async () => {
    const poor = await makeActor()
    expect(await links.addShelf(poor, 'mylink', { name: 'x' })).toMatchObject({
      code: 'C1109',
      data: { service: 'mylink' },
    })
    expect(await links.addLinks(shelfAt(poor, 'audio', null), [link('x')])).toMatchObject({
      code: 'C1109',
      data: { service: 'audio' },
    })
    expect(await links.findShelves(poor, 'mylink')).toEqual([])
    expect(good(await links.findLinks(shelfAt(poor, 'audio', null), page)).total).toBe(0)
  })
})

describe('a picture', () => {
  it('does not reveal that another account sent the same one before', async () => {
    const logo = good(await links.storeLinkLogo(other, 'mylink', plainPng())).id
    const longAgo = new Date(Date.UTC(2020, 0, 1))
    await db.listLogo.update({ where: { id: logo }, data: { createdAt: longAgo } })
    await db.listLogoUpload.updateMany({ where: { logoId: logo }, data: { createdAt: longAgo } })
    const since = Date.now() - 1000
    good(await links.storeLinkLogo(me, 'mylink', plainPng()))
    const timesOf = async (): Promise<number[]> => [
      good(await links.findLinkLogo(me, logo)).createdAt.getTime(),
      good(await links.findLinkLogo(me, logo)).createdAt.getTime(),
      (await findShownPicture(me.userId, logo))?.createdAt.getTime() ?? Number.NaN,
    ]
    const { id } = good(await links.addShelf(me, 'mylink', { name: 'Pictured', logo }))
    for (const time of await timesOf()) expect(time).toBeGreaterThan(since)
    // Also if only its category still uses it.
    await db.listLogoUpload.deleteMany({ where: { logoId: logo, uploaderId: me.userId } })
    for (const time of await timesOf())
      expect(time).toBe(Date.parse(good(await links.getShelf(me, 'mylink', id)).createdAt))
    expect(good(await links.findLinkLogo(other, logo)).createdAt).toEqual(longAgo)
  })
})

describe('audio entries', () => {
  it('have names of twenty characters, and their own order and room', async () => {
    const told: unknown[] = []
    const stop = linksChanged.listen((one) => told.push(one))
    expect(await links.addLinks(shelfAt(me, 'audio', null), [link('a'.repeat(21))])).toMatchObject({
      code: 'A0422',
      field: 'name',
    })
    good(
      await links.addLinks(shelfAt(me, 'audio', null), [
        link('c'),
        link('a'),
        link('b', { address: null, satellite: 192, tp: 11778, sid: 1 }),
      ]),
    )
    expect(told).toEqual([{ userId: me.userId, service: 'audio' }])
    stop()
    expect(await links.addLinks(shelfAt(me, 'audio', null), [link('A')])).toMatchObject({
      code: 'Q2201',
      data: { context: 'audio' },
    })
    good(await links.sortLinks(shelfAt(me, 'audio', null), 'az'))
    expect(good(await links.findLinks(shelfAt(me, 'audio', null), page)).items.map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
    ])
    good(await links.moveLinks(shelfAt(me, 'audio', null), ['1'], 1))
    expect(good(await links.findLinks(shelfAt(me, 'audio', null), page)).items.map(({ name }) => name)).toEqual([
      'c',
      'a',
      'b',
    ])
    expect(good(await links.editLink(shelfAt(me, 'audio', null), '2', { name: 'aa' })).name).toBe('aa')
    expect(good(await links.deleteLinks(shelfAt(me, 'audio', null), ['1', '2']))).toMatchObject({
      deleted: 2,
      channels: 1,
    })
    expect(good(await links.findLinks(shelfAt(other, 'audio', null), page)).total).toBe(0)
    expect(codeOf(await links.editLink(shelfAt(other, 'audio', null), '3', { name: 'x' }))).toBe('C1102')
    expect(await db.linkShelf.count({ where: { userId: me.userId, deletedAt: null, service: 'audio' } })).toBe(1)
  })
})

describe('deleted links', () => {
  const undoOf = (done: Awaited<ReturnType<typeof links.deleteLinks>>): string => good(done).undo
  const filled = async () => {
    const who = await makeLinker()
    const { id } = good(await links.addShelf(who, 'mylink', { name: 'A' }))
    good(await links.addShelf(who, 'mylink', { name: 'B' }))
    const named = ['1', '2', '3', '4'].map((name) => ({ name, address: `http://h/${name}` }))
    good(await links.addLinks(shelfAt(who, 'mylink', id), named))
    const names = async () =>
      good(await links.findLinks(shelfAt(who, 'mylink', id), page)).items.map(({ name }) => name)
    const categories = async () => (await links.findShelves(who, 'mylink')).map(({ name }) => name)
    return { who, id, names, categories }
  }
  it('come back to their places, once, and only for their owner', async () => {
    const { who, id, names } = await filled()
    const undo = undoOf(await links.deleteLinks(shelfAt(who, 'mylink', id), ['1', '3']))
    expect(await names()).toEqual(['2', '4'])
    expect(await links.findDeletedLinks(who, 'mylink')).toMatchObject([
      { id: undo, name: 'A', isCategory: false, channels: 2, names: ['1', '3'] },
    ])
    const other = await makeLinker()
    expect(await links.findDeletedLinks(other, 'mylink')).toEqual([])
    expect(codeOf(await links.restoreLinks(other, 'mylink', undo))).toBe('A0404')
    expect(codeOf(await links.restoreLinks(who, 'audio', undo))).toBe('A0404')
    expect(good(await links.restoreLinks(who, 'mylink', undo))).toMatchObject({ name: 'A', channels: 2 })
    expect(await names()).toEqual(['1', '2', '3', '4'])
    expect(codeOf(await links.restoreLinks(who, 'mylink', undo))).toBe('A0404')
    expect(await links.findDeletedLinks(who, 'mylink')).toEqual([])
  })
  it('come back once if that is asked for twice at the same time', async () => {
    const { who, id, names } = await filled()
    const undo = undoOf(await links.deleteLinks(shelfAt(who, 'mylink', id), ['1', '3']))
    const both = await Promise.all([1, 2].map(() => links.restoreLinks(who, 'mylink', undo)))
    expect(both.map((one) => (one.ok ? '0' : one.code))).toEqual(['0', 'A0404'])
    expect(await names()).toEqual(['1', '2', '3', '4'])
  })
  it('stay deleted if their names are taken', async () => {
    const { who, id, names } = await filled()
    const undo = undoOf(await links.deleteLinks(shelfAt(who, 'mylink', id), ['1', '2']))
    good(await links.addLinks(shelfAt(who, 'mylink', id), [{ name: '1', address: 'http://h/other' }]))
    expect(good(await links.restoreLinks(who, 'mylink', undo)).channels).toBe(1)
    expect(await names()).toEqual(['3', '2', '4', '1'])
    const [left] = await links.findDeletedLinks(who, 'mylink')
    expect(left).toMatchObject({ channels: 1, names: ['1'] })
    expect(await links.restoreLinks(who, 'mylink', left?.id ?? '')).toMatchObject({
      code: 'Q2201',
      data: { name: '1' },
    })
  })
  it('include whole categories with place, links and earlier deletions, unless the name is taken', async () => {
    const { who, id, names, categories } = await filled()
    const undo = undoOf(await links.deleteLinks(shelfAt(who, 'mylink', id), ['4']))
    good(await links.deleteShelf(who, 'mylink', id))
    expect([await categories(), codeOf(await links.getShelf(who, 'mylink', id))]).toEqual([['B'], 'Q2103'])
    expect(codeOf(await links.restoreLinks(who, 'mylink', undo))).toBe('Q2103')
    const again = good(await links.addShelf(who, 'mylink', { name: 'a' }))
    expect(codeOf(await links.restoreLinks(who, 'mylink', id))).toBe('Q2101')
    good(await links.deleteShelf(who, 'mylink', again.id))
    expect(good(await links.restoreLinks(who, 'mylink', id))).toMatchObject({ name: 'A', channels: 3 })
    good(await links.restoreLinks(who, 'mylink', undo))
    expect([await categories(), await names()]).toEqual([
      ['A', 'B'],
      ['1', '2', '3', '4'],
    ])
  })
  it('are kept for 30 days, with their pictures; so are links that an import replaces', async () => {
    const { who, id, names } = await filled()
    const logo = good(await links.storeLinkLogo(who, 'mylink', plainPng(30, 30))).id
    good(await links.editLink(shelfAt(who, 'mylink', id), '1', { logo }))
    const table = new TextEncoder().encode('Category,Name,Address\nA,New,http://h/new\n')
    good(await links.importTable(who, 'mylink', table, { mode: 'replace', partial: false }))
    expect(await names()).toEqual(['New'])
    const deleted = await links.findDeletedLinks(who, 'mylink')
    expect(deleted.map(({ name, isCategory, channels }) => [name, isCategory, channels]).sort()).toEqual([
      ['A', false, 4],
      ['B', true, 0],
    ])
    expect(await db.linkLogoUse.count({ where: { logoId: logo, shelf: { userId: who.userId } } })).toBe(1)
    const ofA = deleted.find(({ name }) => name === 'A')?.id ?? ''
    good(await links.restoreLinks(who, 'mylink', ofA))
    expect(await names()).toEqual(['New', '1', '2', '3', '4'])
    const long = new Date(Date.now() - restorableMs - 1000)
    await db.linkShelf.updateMany({
      where: { userId: who.userId, deletedAt: { not: null } },
      data: { deletedAt: long },
    })
    expect(await links.findDeletedLinks(who, 'mylink')).toEqual([])
    expect(await links.clearDeletedLinks()).toBe(1)
  })
})

describe('a deleted account', () => {
  it('takes its links, its deleted ones, its pictures and its held tables along', async () => {
    const who = await makeLinker()
    const { id: logo } = good(await links.storeLinkLogo(who, 'mylink', plainPng(31, 31)))
    const { id } = good(await links.addShelf(who, 'mylink', { name: 'Films', logo }))
    good(await links.addLinks(shelfAt(who, 'mylink', id), [link('One', { logo }), link('Two')]))
    good(await links.addLinks(shelfAt(who, 'audio', null), [link('Three', { logo })]))
    good(await links.deleteLinks(shelfAt(who, 'audio', null), ['1']))
    const where = { userId: who.userId }
    const [bytes, at] = [new Uint8Array([1]), new Date()]
    await db.heldTable.create({ data: { ...where, id: 'held', service: 'mylink', bytes, size: 1, expiresAt: at } })
    await db.linkLapse.create({ data: { ...where, service: 'audio', since: at } })
    await db.device.update({ where: { sn: who.sn }, data: { userId: null, boundAt: null } })
    await db.user.delete({ where: { id: who.userId } })
    expect(
      await Promise.all([
        db.linkShelf.count({ where }),
        db.linkLapse.count({ where }),
        db.heldTable.count({ where }),
        db.linkLogoUse.count({ where: { logoId: logo } }),
        db.listLogoUpload.count({ where: { logoId: logo } }),
      ]),
    ).toEqual([0, 0, 0, 0, 0])
    expect(await findShownPicture(who.userId, logo)).toBeNull()
  })
})

describe('links whose service has ended', () => {
  it('are kept for 90 days, with a message and a reminder; a renewal keeps them', async () => {
    const who = await makeLinker()
    good(await links.addLinks(shelfAt(who, 'audio', null), [link('One')]))
    const told: links.LinkLapse[] = []
    links.lapseTexts.provide((lapse) => {
      told.push(lapse)
      return lapseMessageTexts(lapse)
    })
    const period = (endsAt: Date) =>
      db.servicePeriod.update({ where: { id: `audio-${who.sn}` }, data: { endsAt } }).then(() => forgetEntitlements())
    const look = async () => {
      told.length = 0
      await links.endLapsedLinks()
      const messages = await db.message.count({ where: { userId: who.userId } })
      const kept = good(await links.findLinks(shelfAt(who, 'audio', null), page)).total
      return { messages, kept, isSoon: told[0]?.isSoon }
    }
    const ago = (ms: number) =>
      db.linkLapse.updateMany({ where: { userId: who.userId }, data: { since: new Date(Date.now() - ms) } })
    expect(await look()).toEqual({ messages: 0, kept: 1, isSoon: undefined })
    // Switched off, but its time runs on: nothing has ended.
    good(await setServiceOff(who.userId, who.sn, 'audio'))
    forgetEntitlements()
    expect(codeOf(await links.addLinks(shelfAt(who, 'audio', null), [link('Two')]))).toBe('C1109')
    expect(await look()).toEqual({ messages: 0, kept: 1, isSoon: undefined })
    expect(await links.findLapseEnd(who.userId, 'audio')).toBeNull()
    await period(new Date(Date.now() - 1000))
    expect(await look()).toEqual({ messages: 1, kept: 1, isSoon: false })
    const texts = await db.messageText.findMany({ where: { message: { userId: who.userId } } })
    expect(texts.map(({ title }) => title)).toContain('Net Audio has ended')
    expect(new Set(texts.map(({ text }) => text)).size, 'languages').toBe(8)
    expect(await look()).toEqual({ messages: 1, kept: 1, isSoon: false })
    await period(new Date(Date.now() + 1_000_000))
    expect(await look()).toEqual({ messages: 1, kept: 1, isSoon: undefined })
    expect(await db.linkLapse.count({ where: { userId: who.userId } })).toBe(0)
    await period(new Date(Date.now() - 1000))
    await look()
    await ago(lapsedMs - lapseReminderMs + 1000)
    expect(await look()).toMatchObject({ kept: 1, isSoon: true })
    await ago(lapsedMs + 1000)
    expect(await look()).toMatchObject({ kept: 0 })
    expect(await db.linkLapse.count({ where: { userId: who.userId } })).toBe(0)
  })
  it('would lapse without a box if no other box of the account has their service', async () => {
    const who = await makeLinker()
    const lapses = () => links.findLapsesWithout(who.userId, who.sn)
    expect(await lapses(), 'nothing to lose').toEqual([])
    good(await links.addShelf(who, 'mylink', { name: 'Empty' }))
    good(await links.addLinks(shelfAt(who, 'audio', null), [link('One')]))
    expect(await lapses()).toEqual(['mylink', 'audio'])
    const { sn } = await makeBox(who)
    const { id: _, ...period } = await db.servicePeriod.findUniqueOrThrow({ where: { id: `audio-${who.sn}` } })
    await db.servicePeriod.create({ data: { ...period, id: `audio-${sn}`, sn } })
    forgetEntitlements()
    expect(await lapses(), 'the other box has audio').toEqual(['mylink'])
    await db.servicePeriod.updateMany({ where: { sn: who.sn }, data: { endsAt: new Date(Date.now() - 1000) } })
    forgetEntitlements()
    expect(await lapses(), 'ended before').toEqual([])
  })
})
