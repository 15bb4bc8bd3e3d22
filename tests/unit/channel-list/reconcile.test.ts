/** Merges a list with a box's waiting save: changes by one side are taken, conflicts are chosen. */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  createList,
  exportFile,
  findRevisions,
  getList,
  mergeLists,
  previewMergeOf,
  previewReconcile,
  readList,
  mergeConflictCopy,
  saveFromBox,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import type { Operation } from '~/engine/types'
import { parseOther } from '~/modules/channel-list/merge/other.schema'
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

/** Ten channels; the owner renames the third and fourth and deletes the tenth; the box saves the given channels. */
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
/** The box renamed the fourth and fifth, moved the first to the end, and found a new one. */
const saved = [
  ...channelsTo(10)
    .slice(1)
    .map((one) => (one.sid === 4 || one.sid === 5 ? { ...one, name: `Box ${one.sid}` } : one)),
  channel(1),
  channel(42, 'Found'),
]

describe('both sides of a list', () => {
  it('are merged: one side’s changes are taken, changes by both are asked about, and one undo reverts it all', async () => {
    const { owner, id } = await begin(saved)
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({
      known: true,
      counts: { name: 1, position: 1, added: 1, removed: 0, lock: 0, skip: 0, favourites: 0 },
      clashes: [{ key: 'name.3', field: 'name', mine: { name: 'Mine 4' }, theirs: { name: 'Box 4' }, default: 'mine' }],
    })
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0 }
    const before = await namesOf(owner, id)
    good(await mergeConflictCopy(owner, id, { ...asked, choices: [['name.3', 'theirs']], batch: 'reconcile-1' }))
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

  it('keep my value if nothing is chosen', async () => {
    const { owner, id } = await begin(saved)
    const preview = good(await previewReconcile(owner, id))
    good(
      await mergeConflictCopy(owner, id, {
        base: preview?.revision ?? 0,
        revision: preview?.beside.revision ?? 0,
        choices: [],
      }),
    )
    expect(await namesOf(owner, id)).toContain('Mine 4')
  })

  it('conflict in every difference if the loaded revision is unknown, and nothing is deleted', async () => {
    const { owner, id } = await begin(saved, null)
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({ known: false, counts: { name: 0, removed: 0 } })
    expect(preview?.clashes.map(({ field }) => field)).toEqual(['name', 'name', 'name', 'order'])
  })

  it('are merged in fields that no row shows, and a conflict shows both values in words', async () => {
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
    good(await mergeConflictCopy(owner, id, { ...asked, all: 'theirs' }))
    const pidsOf = () => readList(owner, id, {}, (view) => [4, 5].map((one) => view.channel(one)?.videoPid))
    expect(good(await pidsOf())).toEqual([515, 616])
    good(await undo(owner, id))
    expect(good(await pidsOf())[1]).toBe(4242)
  })

  it('are compared in audio PID and language, which SatcoDX stores without a track', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const plain = 702
    const heard = (pid: number): One[] =>
      channelsTo(10).map((one) => ({ ...one, audioPid: one.sid === 5 ? pid : plain }))
    const { id } = good(await createList(owner, { name: 'Audio', bytes: fileOf(heard(plain)), fileName: null }))
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 2, name: 'Mine 3' }] }))
    const bytes = fileOf(heard(4321))
    // The language of the sixth channel: columns 102 to 104 of its record.
    bytes.set(new TextEncoder().encode('fra'), 5 * (bytes.length / 10) + 102)
    good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes }))
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({ counts: { details: 2, name: 0 }, clashes: [] })
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0, choices: [] }
    good(await mergeConflictCopy(owner, id, asked))
    const heardNow = await readList(owner, id, {}, (view) =>
      [2, 4, 5].map((one) => {
        const { name, audioPid, broadcastLanguage } = view.channel(one) ?? expect.fail()
        return [name, audioPid, broadcastLanguage]
      }),
    )
    expect(good(heardNow)).toEqual([
      ['Mine 3', plain, null],
      ['Channel 5', 4321, null],
      ['Channel 6', plain, 'fra'],
    ])
    // The merged values are in the file, with none of the losses of a SatcoDX file.
    const { bytes: file, losses } = good(await exportFile(owner, id))
    expect(losses).toEqual([])
    const record = Buffer.from(file)
      .subarray(4 * (file.length / 10), 5 * (file.length / 10))
      .toString('latin1')
    expect(record.slice(79, 83)).toBe('4321')
  })

  it('report box changes that no edit can make, and keep the audio of a channel that the box adds', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'Fixed', bytes: fileOf(channelsTo(10)), fileName: null }))
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 2, name: 'Mine 3' }] }))
    const found = { ...channel(42, 'Found'), audioPid: 4242, country: 'de', language: 'deu' }
    const bytes = fileOf([
      ...channelsTo(10).map((one) => (one.sid === 5 ? { ...one, country: 'de', language: 'deu' } : one)),
      found,
    ])
    good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes }))
    const preview = good(await previewReconcile(owner, id))
    expect(preview).toMatchObject({
      counts: { added: 1, details: 0 },
      clashes: [],
      left: [{ id: 4, name: 'Channel 5', why: 'fixed' }],
    })
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0, choices: [] }
    good(await mergeConflictCopy(owner, id, asked))
    const { bytes: file } = good(await exportFile(owner, id))
    const record = Buffer.from(file)
      .toString('latin1')
      .split('\n')
      .find((line) => line.includes('Found'))
    expect(record?.slice(79, 83)).toBe('4242')
  })

  it('do not conflict over values that the `.chl` writer had to fill in', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'Filled', bytes: fileOf(channelsTo(10)), fileName: null }))
    const { bytes } = good(await exportFile(owner, id, { format: 'chl' }))
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 2, name: 'Mine 3' }] }))
    const renamed = new TextEncoder().encode(new TextDecoder().decode(bytes).replace('"Channel 5"', '"Box 5"'))
    good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes: renamed }))
    const preview = good(await previewReconcile(owner, id))
    expect(preview?.clashes.map((one) => describeClash(one, instanceFor('en').t, formatsOf('en')))).toEqual([])
    expect(Object.entries(preview?.counts ?? {}).filter(([, count]) => count > 0)).toEqual([['name', 1]])
  })

  it('ask before deleting a channel that the other side has edited, and keep it if nobody chooses', async () => {
    const edits: Operation[] = [
      { op: 'favourite', ids: [6], group: 1, value: true },
      { op: 'lock', ids: [6], value: true },
      { op: 'rename', id: 6, name: 'Mine 7' },
      { op: 'set', target: 'channel', ids: [6], field: 'provider', value: 'Mine plc' },
    ]
    for (const operation of edits) {
      const owner = await makeActor()
      const box = await makeBox(owner)
      const { id } = good(await createList(owner, { name: 'Kept', bytes: fileOf(channelsTo(10)), fileName: null }))
      good(await applyOperations(owner, id, { base: 1, operations: [operation] }))
      // The box has deleted the seventh.
      const less = channelsTo(10).filter(({ sid }) => sid !== 7)
      good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes: fileOf(less) }))
      const preview = good(await previewReconcile(owner, id))
      expect(preview, operation.op).toMatchObject({
        counts: { removed: 0 },
        clashes: [{ key: 'existence.6', field: 'existence', default: 'mine' }],
      })
      const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0 }
      good(await mergeConflictCopy(owner, id, { ...asked, choices: [] }))
      expect((await namesOf(owner, id)).length, operation.op).toBe(10)
    }
  })

  it('keep a channel that the box edited and the owner deleted, with the box’s edits', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'Back', bytes: fileOf(channelsTo(5)), fileName: null }))
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'delete', ids: [2, 3] }] }))
    const saved = channelsTo(5).map((one) => (one.sid === 3 ? { ...one, name: 'Box 3' } : one))
    good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes: fileOf(saved) }))
    const preview = good(await previewReconcile(owner, id))
    // A channel that the box left unchanged stays deleted without a question.
    expect(preview?.clashes).toMatchObject([{ field: 'existence', default: 'theirs' }])
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0 }
    good(await mergeConflictCopy(owner, id, { ...asked, choices: [] }))
    expect(await namesOf(owner, id)).toEqual(['Channel 1', 'Channel 2', 'Box 3', 'Channel 5'])
  })

  it('prefer a single choice to the choice for all others', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const { id } = good(await createList(owner, { name: 'One', bytes: fileOf(channelsTo(3)), fileName: null }))
    const names = (whose: string): Operation[] =>
      [0, 1].map((one) => ({ op: 'rename', id: one, name: `${whose} ${one + 1}` }))
    good(await applyOperations(owner, id, { base: 1, operations: names('Mine') }))
    const saved = [channel(1, 'Box 1'), channel(2, 'Box 2'), channel(3)]
    good(await saveFromBox(box, { listId: id, loaded: 1, name: 'ignored', bytes: fileOf(saved) }))
    const preview = good(await previewReconcile(owner, id))
    const asked = { base: preview?.revision ?? 0, revision: preview?.beside.revision ?? 0 }
    good(await mergeConflictCopy(owner, id, { ...asked, all: 'theirs', choices: [['name.1', 'mine']] }))
    expect(await namesOf(owner, id)).toEqual(['Box 1', 'Mine 2', 'Channel 3'])
  })

  it('are not merged with choices about another save, nor by another account', async () => {
    const { owner, id } = await begin(saved)
    const preview = good(await previewReconcile(owner, id))
    const [base, revision] = [preview?.revision ?? 0, preview?.beside.revision ?? 0]
    expect(codeOf(await mergeConflictCopy(owner, id, { base: base - 1, revision, choices: [] }))).toBe('A0412')
    expect(codeOf(await mergeConflictCopy(owner, id, { base, revision: revision - 1, choices: [] }))).toBe('A0412')
    expect(codeOf(await mergeConflictCopy(await makeActor(), id, { base, revision, choices: [] }))).toBe('C1101')
  })
})

describe('a merge of two lists', () => {
  it('adds missing channels in their places, with their satellites, and is reverted by one undo', async () => {
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

  it('takes the values of common channels by whole kinds or single differences', async () => {
    const owner = await makeActor()
    const listOf = async (name: string, channels: readonly One[]) =>
      good(await createList(owner, { name, bytes: fileOf(channels), fileName: null })).id
    const mine = await listOf('Here', channelsTo(4))
    const theirs = await listOf('There', [...channelsTo(4), channel(9, 'New')])
    good(
      await applyOperations(owner, theirs, {
        base: 1,
        operations: [
          { op: 'lock', ids: [1], value: true },
          { op: 'set', target: 'channel', ids: [0, 1], field: 'videoPid', value: 777 },
          { op: 'set', target: 'channel', ids: [2, 4], field: 'category', value: 3 },
          {
            op: 'numbers',
            numbers: [
              [3, 40],
              [4, 90],
            ],
          },
          { op: 'names-in', language: 'fr', names: [[0, 'Un']] },
          { op: 'set', target: 'satellite', id: 0, values: { name: 'Other sky' } },
        ],
      }),
    )
    const other = parseOther(`list.${theirs}`)
    if (other === null) throw new Error('names nothing')
    const preview = good(await previewMergeOf(owner, mine, { other, search: '', show: 'details', page: 1, size: 20 }))
    expect(preview.values).toEqual({
      details: 2,
      categories: 1,
      numbers: 1,
      languages: 1,
      marks: 1,
      sky: 1,
      groupOrder: 0,
    })
    expect(preview.differences.map(({ key }) => key)).toEqual(['videoPid.0', 'videoPid.1'])
    const asked = { other, search: '', keep: [], favourites: false, names: false, place: 'end' } as const
    const merged = good(
      await mergeLists(owner, mine, {
        ...asked,
        base: 1,
        wanted: 'all',
        take: ['categories', 'numbers', 'languages', 'marks', 'sky'],
        pick: ['videoPid.1'],
      }),
    )
    expect(merged).toMatchObject({ added: 1, renamed: 0, changed: 5, left: [], revision: 2 })
    const left = good(await previewMergeOf(owner, mine, { other, search: '', show: 'details', page: 1, size: 20 }))
    expect(left.missing).toBe(0)
    expect(left.values).toEqual({
      details: 1,
      categories: 0,
      numbers: 0,
      languages: 0,
      marks: 0,
      sky: 0,
      groupOrder: 0,
    })
    expect(left.differences.map(({ key }) => key)).toEqual(['videoPid.0'])
    good(await undo(owner, mine))
    const again = good(await previewMergeOf(owner, mine, { other, search: '', page: 1, size: 20 }))
    expect(again.values).toEqual(preview.values)
    expect(codeOf(await mergeLists(owner, mine, { ...asked, base: 3, wanted: [] }))).toBe('C1106')
  })

  it('puts added channels on the very transponder that they came from, not a nearby one', async () => {
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
      // Other files write whole MHz.
      [5, 11_523_250],
    ])
  })

  it('asks which channels to keep if not all fit', async () => {
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
