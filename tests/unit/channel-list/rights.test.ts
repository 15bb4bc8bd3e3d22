/** Rights on lists, for two brands and all roles: each rule as a function and as a query, which must agree. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createList, publishList } from '~/modules/channel-list/channel-list.server'
import { listKinds } from '~/modules/channel-list/channel-list.schema'
import {
  boxMaySee,
  canChange,
  canMake,
  isPublished,
  kindOfRole,
  whereChangeable,
  whereVisible,
  whereVisibleToBox,
} from '~/modules/channel-list/rights'
import type { Actor, Audience, Box } from '~/modules/channel-list/types'
import { db, type Prisma } from '~/platform/db.server'
import { good, makeActor, makeBox, makeVno, putOut, sdxFile } from './people'

type Name = 'ana' | 'ben' | 'administrator' | 'brand' | 'other' | 'nameless' | 'former' | 'left' | 'operator'
const actors = {} as Record<Name, Actor>
const lists: Record<string, { id: string; audience: Audience; isOut: boolean }> = {}
const boxes: Record<string, Box> = {}
let [brandId, otherId] = ['', '']

beforeAll(async () => {
  brandId = await makeVno()
  otherId = await makeVno()
  actors.ana = await makeActor()
  actors.ben = await makeActor()
  actors.administrator = await makeActor('administrator')
  actors.brand = await makeActor('vno', brandId)
  actors.other = await makeActor('vno', otherId)
  // No account of the database has this role without a brand.
  actors.nameless = { ...(await makeActor()), role: 'vno' }
  // The accounts that made the ready-made lists, but don't have that role any more.
  actors.former = { ...actors.administrator, role: 'customer' }
  actors.left = { ...actors.brand, role: 'customer' }
  actors.operator = await makeActor('operator')
  boxes['public'] = await makeBox(null)
  boxes['branded'] = await makeBox(null, brandId)
  boxes['anas'] = await makeBox(actors.ana)
  boxes['administrators'] = await makeBox(actors.administrator)
  boxes['bens'] = await makeBox(actors.ben, brandId)
  const make = async (name: string, by: Actor, isOut: boolean): Promise<void> => {
    const { id, kind } = good(await createList(by, { name, bytes: sdxFile(3), fileName: null }))
    if (isOut) await putOut(by, { id })
    lists[name] = { id, audience: { kind, ownerId: by.userId, vnoId: kind === 'vno' ? by.vnoId : null }, isOut }
  }
  await make('system', actors.administrator, true)
  await make('system draft', actors.administrator, false)
  await make('brand', actors.brand, true)
  await make('brand draft', actors.brand, false)
  await make('other', actors.other, true)
  await make('ana', actors.ana, false)
})

/** The names of the lists that a condition finds. */
const found = async (where: Prisma.ChannelListWhereInput): Promise<string[]> => {
  const rows = await db.channelList.findMany({ where, select: { id: true } })
  const ids = new Set(rows.map(({ id }) => id))
  return Object.entries(lists).flatMap(([name, { id }]) => (ids.has(id) ? [name] : []))
}
const those = (may: (audience: Audience) => boolean): string[] =>
  Object.entries(lists).flatMap(([name, { audience }]) => (may(audience) ? [name] : []))

describe('an account', () => {
  it.each([
    ['ana', ['ana']],
    ['ben', []],
    ['administrator', ['system', 'system draft']],
    ['brand', ['brand', 'brand draft']],
    ['other', ['other']],
    ['nameless', []],
    ['former', []],
    ['left', []],
    ['operator', ['system', 'system draft', 'brand', 'brand draft', 'other']],
  ] as const)('%s may change exactly %j, by the function and by the query', async (name, expected) => {
    const actor = actors[name]
    expect(those((audience) => canChange(actor, audience))).toEqual(expected)
    expect(await found(whereChangeable(actor))).toEqual(expected)
  })
  it.each([
    ['ana', ['system', 'ana']],
    ['ben', ['system', 'brand']],
    ['administrator', ['system', 'system draft']],
    ['brand', ['system', 'brand', 'brand draft']],
    ['other', ['system', 'other']],
    ['nameless', ['system']],
    ['former', ['system']],
    ['left', ['system']],
    ['operator', ['system', 'system draft', 'brand', 'brand draft', 'other']],
  ] as const)('%s sees exactly %j', async (name, expected) => {
    expect(await found(whereVisible(actors[name]))).toEqual(expected)
  })
  it.each([
    ['ana', ['user']],
    ['administrator', ['system', 'user']],
    ['brand', ['user', 'vno of brand']],
    ['other', ['user', 'vno of other']],
    ['nameless', ['user']],
    ['left', ['user']],
    ['operator', ['system', 'user', 'vno of brand', 'vno of other']],
  ] as const)('%s may make exactly %j', (name, expected) => {
    const kinds = [
      ['system', 'system', null],
      ['user', 'user', null],
      ['vno', 'vno of nobody', null],
      ['vno', 'vno of brand', brandId],
      ['vno', 'vno of other', otherId],
    ] as const
    const may = kinds.flatMap(([kind, text, vnoId]) => (canMake(actors[name], kind, vnoId) ? [text] : []))
    expect(may).toEqual(expected)
  })
  it('uploads a list of its role’s kind; publishers’ changes are audited, the operator’s by its own calls', () => {
    const names = ['ana', 'administrator', 'brand', 'operator'] as const
    expect(names.map((name) => kindOfRole(actors[name]))).toEqual(['user', 'system', 'vno', 'user'])
    const audited = names.map((name) => listKinds.filter((kind) => isPublished(actors[name], kind)))
    expect(audited).toEqual([['system', 'vno'], ['system', 'vno'], ['system', 'vno'], []])
  })
})

describe('a box', () => {
  it.each([
    ['public', ['system']],
    ['branded', ['system', 'brand']],
    ['anas', ['system', 'ana']],
    ['administrators', ['system']],
    ['bens', ['system', 'brand']],
  ] as const)('%s loads exactly %j, by the function and by the query', async (name, expected) => {
    const box = boxes[name] ?? boxes['public']
    if (box === undefined) throw new Error('no box')
    expect(await found(whereVisibleToBox(box, []))).toEqual(expected)
    const given = those((audience) => boxMaySee(box, audience))
    const isGiven = (list: string): boolean => lists[list]?.isOut === true || list === 'ana'
    expect(given.filter(isGiven)).toEqual(expected)
  })
  it('gets a staged version of a list that is not out yet only in its stage', async () => {
    const { id } = good(await createList(actors.administrator, { name: 'staged', bytes: sdxFile(3), fileName: null }))
    good(await publishList(actors.administrator, id, { act: 'publish', revision: 1, percent: 10 }))
    const { stagedId } = await db.channelList.findUniqueOrThrow({ where: { id }, select: { stagedId: true } })
    const box = boxes['public'] as Box
    const sees = async (stages: string[]): Promise<number> =>
      db.channelList.count({ where: { AND: [{ id }, whereVisibleToBox(box, stages)] } })
    expect([await sees([]), await sees(['another']), await sees([stagedId ?? ''])]).toEqual([0, 0, 1])
  })
  it('without a brand or an owner sees no list that has none either', () => {
    const box = { ...(boxes['public'] as Box), vnoId: null, userId: null }
    const nobodys = { kind: 'vno', ownerId: actors.ana.userId, vnoId: null } as const
    expect(boxMaySee(box, nobodys)).toBe(false)
    expect(boxMaySee({ ...box, vnoId: brandId }, nobodys)).toBe(false)
    expect(boxMaySee(box, { kind: 'user', ownerId: '', vnoId: null })).toBe(false)
  })
})
