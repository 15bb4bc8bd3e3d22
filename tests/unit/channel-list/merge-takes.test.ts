/** A manual merge takes only what was ticked: which channels, and which of their values. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  copyList,
  createList,
  mergeLists,
  previewMergeOf,
  previewOrder,
  readList,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import type { Operation } from '~/engine/types'
import { parseOther, type OtherRef } from '~/modules/channel-list/merge/other.schema'
import { makeRecord, type Fields } from '../../support/fixtures/satcodx'
import { codeOf, good, makeActor } from './people'

type One = Partial<Fields>
const fileOf = (channels: readonly One[]): Uint8Array =>
  Uint8Array.from(channels.flatMap((one) => [...makeRecord(one, '103'), 10]))
const channel = (sid: number, name = `Channel ${sid}`): One => ({
  sid,
  name,
  frequencyKHz: 11_000_000 + (sid % 5) * 20_000,
})
const channelsTo = (count: number): One[] => Array.from({ length: count }, (_, at) => channel(at + 1))
const listOf = async (actor: Actor, name: string, channels: readonly One[]): Promise<string> =>
  good(await createList(actor, { name, bytes: fileOf(channels), fileName: null })).id
const ref = (id: string): OtherRef => {
  const other = parseOther(`list.${id}`)
  if (other === null) throw new Error('names nothing')
  return other
}
const edit = async (actor: Actor, id: string, base: number, operations: Operation[]) =>
  good(await applyOperations(actor, id, { base, operations }))
const none = { search: '', keep: [], favourites: false, names: false, place: 'end', take: [], pick: [] } as const
/** The values of every channel that a merge may bring: name, groups, lock, skip, number, category. */
const factsOf = async (actor: Actor, id: string) =>
  good(
    await readList(actor, id, {}, (view) =>
      view.rows({}, { page: 1, size: 3000 }).items.map(({ id: one, name, favourites, lock, skip }) => {
        const details = view.channel(one)
        return { name, favourites, lock, skip, number: details?.number, category: details?.category }
      }),
    ),
  )
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  (await factsOf(actor, id)).map(({ name }) => name)

/** `mine` lacks two channels; in `theirs` these and a common one have favourites, marks and a category. */
const begin = async () => {
  const owner = await makeActor()
  const mine = await listOf(owner, 'Mine', channelsTo(3))
  const theirs = await listOf(owner, 'Theirs', [...channelsTo(3), channel(8, 'Sport 8'), channel(9, 'News 9')])
  await edit(owner, theirs, 1, [
    { op: 'favourite', ids: [0, 3, 4], group: 2, value: true },
    { op: 'lock', ids: [1, 3], value: true },
    { op: 'skip', ids: [2], value: true },
    { op: 'set', target: 'channel', ids: [0, 3], field: 'category', value: 4 },
    {
      op: 'numbers',
      numbers: [
        [1, 40],
        [3, 90],
      ],
    },
    { op: 'add', target: 'group', id: 2 ** 30 + 5, values: { name: 'Only theirs' } },
    { op: 'favourite', ids: [1, 4], group: 2 ** 30 + 5, value: true },
  ])
  return { owner, mine, other: ref(theirs) }
}

describe('a manual merge', () => {
  it('takes everything that matches the search, and nothing else', async () => {
    const { owner, mine, other } = await begin()
    good(await mergeLists(owner, mine, { ...none, base: 1, other, wanted: 'all', search: 'sport' }))
    expect(await namesOf(owner, mine)).toEqual(['Channel 1', 'Channel 2', 'Channel 3', 'Sport 8'])
  })

  it('finds missing channels by name, SID and whole MHz', async () => {
    const { owner, mine, other } = await begin()
    for (const [search, names] of [
      ['sport', ['Sport 8']],
      ['9', ['News 9']],
      ['11060', ['Sport 8']],
      ['1108', ['News 9']],
      ['', ['Sport 8', 'News 9']],
    ] as const)
      expect(
        good(await previewMergeOf(owner, mine, { other, search, page: 1, size: 20 })).rows.map(({ name }) => name),
        search,
      ).toEqual(names)
  })

  it('brings no favourites, categories, numbers or groups that were not ticked', async () => {
    const { owner, mine, other } = await begin()
    const before = await factsOf(owner, mine)
    good(await mergeLists(owner, mine, { ...none, base: 1, other, wanted: 'all' }))
    const facts = await factsOf(owner, mine)
    expect(facts.slice(0, 3)).toEqual(before)
    expect(facts.slice(3)).toMatchObject([
      { name: 'Sport 8', favourites: 0, category: null, number: 4 },
      { name: 'News 9', favourites: 0, category: null, number: 5 },
    ])
    const groups = good(await readList(owner, mine, {}, (view) => view.favouriteGroups().map(({ name }) => name)))
    expect(groups).not.toContain('Only theirs')
  })

  it('brings a ticked kind to common and new channels, but never an unticked group', async () => {
    const { owner, mine, other } = await begin()
    const preview = good(await previewMergeOf(owner, mine, { other, search: '', page: 1, size: 20 }))
    expect(preview.values).toMatchObject({ marks: 2, categories: 1, numbers: 1 })
    expect(preview).toMatchObject({ favourites: 1, missingGroups: ['Only theirs'] })
    const asked = { ...none, favourites: true, take: ['marks', 'categories', 'numbers'] } as const
    good(await mergeLists(owner, mine, { ...asked, base: 1, other, wanted: 'all' }))
    expect(await factsOf(owner, mine)).toMatchObject([
      { name: 'Channel 1', favourites: 4, lock: false, skip: false, number: 1, category: 4 },
      { name: 'Channel 2', favourites: 0, lock: true, skip: false, number: 40, category: null },
      { name: 'Channel 3', favourites: 0, lock: false, skip: true, number: 3, category: null },
      { name: 'Sport 8', favourites: 4, lock: true, number: 90, category: 4 },
      { name: 'News 9', favourites: 4, number: 5, category: null },
    ])
    good(await undo(owner, mine))
    expect((await factsOf(owner, mine)).length).toBe(3)
  })

  it('never restores a deleted channel in place of another file’s channel with the same number', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, 'Mine', channelsTo(3))
    await edit(owner, mine, 1, [{ op: 'delete', ids: [2] }])
    const theirs = await listOf(owner, 'Theirs', [channel(1), channel(2), channel(77, 'Of another file')])
    good(await mergeLists(owner, mine, { ...none, base: 2, other: ref(theirs), wanted: 'all' }))
    expect(await namesOf(owner, mine)).toEqual(['Channel 1', 'Channel 2', 'Of another file'])
  })

  it('restores a deleted channel from a copy of the list, with its marks, in its place', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, 'Mine', channelsTo(4))
    await edit(owner, mine, 1, [{ op: 'lock', ids: [1], value: true }])
    const copy = good(await copyList(owner, mine, { name: 'Copy' })).id
    await edit(owner, mine, 2, [{ op: 'delete', ids: [1] }])
    const asked = { ...none, place: 'place' } as const
    const merged = good(await mergeLists(owner, mine, { ...asked, base: 3, other: ref(copy), wanted: 'all' }))
    expect(merged).toMatchObject({ added: 1, left: [] })
    expect(await factsOf(owner, mine)).toMatchObject([
      { name: 'Channel 1' },
      { name: 'Channel 2', lock: true },
      { name: 'Channel 3' },
      { name: 'Channel 4' },
    ])
  })

  it('continues if one part has no room, names that part, and counts only what was added', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, 'Mine', channelsTo(3))
    const category = (at: number, name: string): Operation => ({
      op: 'add',
      target: 'category',
      id: 2 ** 30 + at,
      values: { name, logo: null },
    })
    await edit(
      owner,
      mine,
      1,
      Array.from({ length: 11 }, (_, at) => category(at, `Full ${at}`)),
    )
    const theirs = await listOf(owner, 'Theirs', channelsTo(4))
    await edit(owner, theirs, 1, [
      category(50, 'No room'),
      { op: 'set', target: 'channel', ids: [0, 3], field: 'category', value: 2 ** 30 + 50 },
      { op: 'set', target: 'channel', ids: [1], field: 'category', value: 3 },
      { op: 'lock', ids: [2], value: true },
    ])
    const asked = { ...none, take: ['categories', 'marks'], base: 2, other: ref(theirs), wanted: 'all' } as const
    const merged = good(await mergeLists(owner, mine, asked))
    expect(merged).toMatchObject({ added: 1, changed: 2, left: [{ name: 'No room', why: 'category' }] })
    expect(await factsOf(owner, mine)).toMatchObject([
      { category: null },
      { category: 3 },
      { lock: true },
      { name: 'Channel 4', category: null },
    ])
  })

  it('treats categories that both lists created under one name as one', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, 'Mine', channelsTo(2))
    const copy = good(await copyList(owner, mine, { name: 'Copy' })).id
    for (const [list, at] of [
      [mine, 1],
      [copy, 2],
    ] as const)
      await edit(owner, list, 1, [
        { op: 'add', target: 'category', id: 2 ** 30 + at, values: { name: 'Own', logo: null } },
        { op: 'set', target: 'channel', ids: [0], field: 'category', value: 2 ** 30 + at },
      ])
    const preview = good(await previewMergeOf(owner, mine, { other: ref(copy), search: '', page: 1, size: 20 }))
    expect(preview.values.categories).toBe(0)
  })

  it('reports the room left if not all channels fit, and fills a list up to exactly 2000', async () => {
    const owner = await makeActor()
    const mine = await listOf(owner, 'Mine', channelsTo(1999))
    const theirs = await listOf(owner, 'Theirs', [channel(5001), { ...channel(5002), angle: 130 }])
    const asked = { ...none, base: 1, other: ref(theirs) } as const
    expect(await mergeLists(owner, mine, { ...asked, wanted: 'all' })).toMatchObject({
      code: 'Q2202',
      data: { channels: 2, limit: 1 },
    })
    // A satellite is a number, however it is written.
    good(await mergeLists(owner, mine, { ...asked, wanted: 'all', keep: ['satellite:0130'] }))
    expect((await namesOf(owner, mine)).slice(1999)).toEqual(['Channel 5002'])
    good(await undo(owner, mine))
    good(await mergeLists(owner, mine, { ...asked, base: 3, wanted: [0] }))
    expect((await namesOf(owner, mine)).slice(1999)).toEqual(['Channel 5001'])
  })

  it('shows nobody anything of another account’s list, nor does the list beside it', async () => {
    const [owner, stranger] = [await makeActor(), await makeActor()]
    const mine = await listOf(owner, 'Mine', channelsTo(2))
    const theirs = await listOf(stranger, 'Theirs', channelsTo(2))
    const paging = { page: 1, size: 20 }
    expect(codeOf(await previewMergeOf(stranger, mine, { other: ref(theirs), search: '', ...paging }))).toBe('C1101')
    const order = { other: ref(theirs), group: null, as: 'auto', odd: false } as const
    expect(codeOf(await previewOrder(stranger, mine, { ...order, ...paging }))).toBe('C1101')
    expect(codeOf(await mergeLists(stranger, mine, { ...none, base: 1, other: ref(theirs), wanted: 'all' }))).toBe(
      'C1101',
    )
  })
})
