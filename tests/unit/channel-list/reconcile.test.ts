/** A box's save that waits beside a list, merged with it: what one side did is taken, clashes are chosen. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  createList,
  findRevisions,
  getList,
  mergeLists,
  previewMergeOf,
  previewReconcile,
  readList,
  reconcileBeside,
  saveFromBox,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { parseOther } from '~/modules/channel-list/other.schema'
import { formatsOf } from '~/i18n/format'
import { instanceFor } from '~/i18n/i18n.server'
import { describeClash } from '~/web/lists/clash-text.server'
import { makeRecord, type Fields } from '../../support/fixtures/satcodx'
import { codeOf, good, makeActor, makeBox } from './people'

type One = Pick<Fields, 'name' | 'sid' | 'frequencyKHz'> & Partial<Fields>
const fileOf = (channels: readonly One[]): Uint8Array =>
  Uint8Array.from(channels.flatMap((one) => [...makeRecord(one, '103'), 10]))
const channel = (sid: number, name = `Channel ${sid}`): One => ({
  sid,
  name,
  frequencyKHz: 11_000_000 + (sid % 5) * 20_000,
})
const channelsTo = (count: number): One[] => Array.from({ length: count }, (_, at) => channel(at + 1))
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  good(await readList(actor, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name)))

/** Ten channels; the owner renames the third and fourth and deletes the tenth, the box saves what is given. */
const begin = async (saved: readonly One[], loaded: number | null = 1) => {
  const owner = await makeActor()
  const box = await makeBox(owner)
  const { id } = good(await createList(owner, { name: 'Merged', bytes: fileOf(channelsTo(10)), fileName: null }))
  good(
    await applyOperations(owner, id, {
      base: 1,
      operations: [
        { op: 'rename', id: 2, name: 'Mine 3' },
        { op: 'rename', id: 3, name: 'Mine 4' },
        { op: 'delete', ids: [9] },
      ],
    }),
  )
  good(await saveFromBox(box, { listId: id, loaded, name: 'ignored', bytes: fileOf(saved) }))
  return { owner, id }
}
/** The box renamed the fourth and fifth, moved the first to the end, and found one. */
const saved = [
  ...channelsTo(10)
    .slice(1)
    .map((one) => (one.sid === 4 || one.sid === 5 ? { ...one, name: `Box ${one.sid}` } : one)),
  channel(1),
  channel(42, 'Found'),
]

describe('both sides of a list', () => {
  it('are merged: what one side did is taken, what both did is asked, and all of it is undone at once', async () => {
    const { owner, id } = await begin(saved)
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({
      known: true,
      counts: { name: 1, position: 1, added: 1, removed: 0, lock: 0, skip: 0, favourites: 0 },
      clashes: [{ key: 'name.3', field: 'name', mine: { name: 'Mine 4' }, theirs: { name: 'Box 4' }, default: 'mine' }],
    })
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0 }
    const before = await namesOf(owner, id)
    good(await reconcileBeside(owner, id, { ...asked, choices: [['name.3', 'theirs']], batch: 'reconcile-1' }))
    expect(await namesOf(owner, id)).toEqual([
      'Channel 2',
      'Mine 3',
      'Box 4',
      'Box 5',
      'Channel 6',
      'Channel 7',
      'Channel 8',
      'Channel 9',
      'Channel 1',
      'Found',
    ])
    expect(good(await getList(owner, id)).beside).toBeNull()
    expect(good(await findRevisions(owner, id, { page: 1, size: 10 })).items.map(({ kind }) => kind)).toContain(
      'box-save',
    )
    good(await undo(owner, id))
    expect(await namesOf(owner, id)).toEqual(before)
  })

  it('keep my value where nothing is chosen', async () => {
    const { owner, id } = await begin(saved)
    const preview = good(await previewReconcile(owner, id))
    good(
      await reconcileBeside(owner, id, {
        base: preview?.revision ?? 0,
        revision: preview?.beside.revision ?? 0,
        choices: [],
      }),
    )
    expect(await namesOf(owner, id)).toContain('Mine 4')
  })

  it('are all asked about where it is not known what the box had loaded, and nothing is deleted', async () => {
    const { owner, id } = await begin(saved, null)
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({ known: false, counts: { name: 0, removed: 0 } })
    expect(preview?.clashes.map(({ field }) => field)).toEqual(['name', 'name', 'name', 'order'])
  })

  it('are merged in fields that no row shows, and a clash says both values in words', async () => {
    const pids = channelsTo(10).map((one) =>
      one.sid === 5 ? { ...one, videoPid: 515 } : one.sid === 6 ? { ...one, videoPid: 616 } : one,
    )
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'Pids', bytes: fileOf(channelsTo(10)), fileName: null }))
    const change = { op: 'set', target: 'channel', field: 'videoPid' } as const
    good(await applyOperations(owner, id, { base: 1, operations: [{ ...change, ids: [5], value: 4242 }] }))
    good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes: fileOf(pids) }))
    const preview = good(await previewReconcile(owner, id))
    expect(preview?.counts).toMatchObject({ details: 1, name: 0 })
    expect(preview?.clashes.map((one) => describeClash(one, instanceFor('en').t, formatsOf('en')))).toEqual([
      { key: 'videoPid.5', title: 'Channel 6', field: 'Video PID', mine: '4242', theirs: '616', default: 'mine' },
    ])
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0, choices: [] }
    good(await reconcileBeside(owner, id, { ...asked, all: 'theirs' }))
    const pidsOf = () => readList(owner, id, {}, (view) => [4, 5].map((one) => view.channel(one)?.videoPid))
    expect(good(await pidsOf())).toEqual([515, 616])
    good(await undo(owner, id))
    expect(good(await pidsOf())[1]).toBe(4242)
  })

  it('are not merged on choices about something else, nor by anybody else', async () => {
    const { owner, id } = await begin(saved)
    const preview = good(await previewReconcile(owner, id))
    const [base, revision] = [preview?.revision ?? 0, preview?.beside.revision ?? 0]
    expect(codeOf(await reconcileBeside(owner, id, { base: base - 1, revision, choices: [] }))).toBe('A0412')
    expect(codeOf(await reconcileBeside(owner, id, { base, revision: revision - 1, choices: [] }))).toBe('A0412')
    expect(codeOf(await reconcileBeside(await makeActor(), id, { base, revision, choices: [] }))).toBe('C1101')
  })
})

describe('a merge of two lists', () => {
  it('adds what is missing in its place, with its satellite, and is undone at once', async () => {
    const owner = await makeActor()
    const listOf = async (name: string, channels: readonly One[]) =>
      good(await createList(owner, { name, bytes: fileOf(channels), fileName: null })).id
    const mine = await listOf('Here', [channel(1), channel(2), channel(3)])
    const theirs = await listOf('There', [channel(1), channel(9, 'Between'), channel(2, 'Second'), channel(8, 'Last')])
    const other = parseOther(`list.${theirs}`)
    if (other === null) throw new Error('names nothing')
    expect(good(await previewMergeOf(owner, mine, { other, search: '', page: 1, size: 20 }))).toMatchObject({
      missing: 2,
      names: 1,
      room: 1997,
    })
    const asked = { base: 1, other, search: '', keep: [], favourites: false }
    const merged = good(
      await mergeLists(owner, mine, { ...asked, wanted: 'all', place: 'place', names: true, batch: 'merge-form-1' }),
    )
    expect(merged).toMatchObject({ added: 2, renamed: 1, left: [], revision: 2 })
    expect(await namesOf(owner, mine)).toEqual(['Channel 1', 'Between', 'Second', 'Last', 'Channel 3'])
    const again = { ...asked, wanted: 'all', place: 'place', names: true, batch: 'merge-form-1' } as const
    expect(good(await mergeLists(owner, mine, again)).revision).toBe(2)
    good(await undo(owner, mine))
    expect(await namesOf(owner, mine)).toEqual(['Channel 1', 'Channel 2', 'Channel 3'])
  })

  it('puts what it adds on the transponder that it came from, not on one that is only near', async () => {
    const owner = await makeActor()
    const listOf = async (name: string, channels: readonly One[]) =>
      good(await createList(owner, { name, bytes: fileOf(channels), fileName: null })).id
    const at = (sid: number, frequencyKHz: number): One => ({ sid, name: `Channel ${sid}`, frequencyKHz })
    const mine = await listOf('Here', [at(1, 12_440_000), at(2, 11_523_250)])
    const theirs = await listOf('There', [at(3, 12_441_000), at(4, 12_440_000), at(5, 11_523_000)])
    const other = parseOther(`list.${theirs}`)
    if (other === null) throw new Error('names nothing')
    const asked = { base: 1, other, search: '', keep: [], favourites: false, names: false } as const
    good(await mergeLists(owner, mine, { ...asked, wanted: 'all', place: 'end' }))
    const rows = good(await readList(owner, mine, {}, (view) => view.rows({}, { page: 1, size: 10 }).items))
    expect(rows.map(({ sid, frequencyKHz }) => [sid, frequencyKHz])).toEqual([
      [1, 12_440_000],
      [2, 11_523_250],
      [3, 12_441_000],
      [4, 12_440_000],
      // A whole MHz is how other files write it.
      [5, 11_523_250],
    ])
  })

  it('asks what to keep where not all have room', async () => {
    const owner = await makeActor()
    const many = (from: number, count: number): One[] => Array.from({ length: count }, (_, at) => channel(from + at))
    const mine = good(await createList(owner, { name: 'Full', bytes: fileOf(many(1, 1995)), fileName: null })).id
    const theirs = good(await createList(owner, { name: 'More', bytes: fileOf(many(3001, 20)), fileName: null })).id
    const other = parseOther(`list.${theirs}`)
    if (other === null) throw new Error('names nothing')
    const asked = {
      base: 1,
      other,
      search: '',
      wanted: 'all',
      place: 'end',
      names: false,
      favourites: false,
    } as const
    const refused = await mergeLists(owner, mine, { ...asked, keep: [] })
    expect(refused).toMatchObject({
      ok: false,
      code: 'Q2202',
      data: { channels: 20, limit: 5, satellites: [{ name: 'Astra 1 (19.2E)', channels: 20 }] },
    })
    expect(codeOf(await mergeLists(owner, mine, { ...asked, keep: ['type:tv'] }))).toBe('C1111')
    expect(good(await mergeLists(owner, mine, { ...asked, keep: ['first:5'] }))).toMatchObject({
      added: 5,
      channels: 2000,
    })
  })
})
