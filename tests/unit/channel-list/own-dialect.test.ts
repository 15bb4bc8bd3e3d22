/**
 * A box that got a list in another format than the list's own. Its changes become edits of the list's own file, and all
 * other bytes stay. A partial list removes nothing.
 */
import { describe, expect, it } from 'vitest'
import {
  applyOperations,
  createList,
  exportFile,
  exportForBox,
  getList,
  previewReconcile,
  readList,
  saveFromBox,
  undo,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import type { FileFormat, Operation } from '~/engine/types'
import { makeList, randomOf, type Variant } from '../../support/fixtures/satcodx'
import { chlFile, codeOf, good, makeActor, makeBox, putOut } from './people'

const satcodx = (variant: Variant) => (): Uint8Array => makeList({ seed: 7, records: 30, variant }).bytes
const lists = [
  ['SatcoDX 103', 'sdx', 'chl', satcodx('103')],
  ['SatcoDX 104', 'sdx', 'chl', satcodx('104')],
  ['SatcoDX 105', 'sdx', 'chl', satcodx('105')],
  ['SatcoDX 110', 'sdx', 'chl', satcodx('110')],
  ['.chl', 'chl', 'sdx', () => chlFile(30)],
] as const
const begin = async (bytes: Uint8Array) => {
  const owner = await makeActor()
  const { id } = good(await createList(owner, { name: 'Own', bytes, fileName: null }))
  return { owner, box: await makeBox(owner), id }
}
const served = async (id: string, format: FileFormat): Promise<Uint8Array> =>
  good(await exportForBox(id, format)).bytes.slice()
/** The file after the box's edits. */
const onTheBox = async (file: Uint8Array, format: FileFormat, operations: Operation[]): Promise<Uint8Array> => {
  const user = await makeActor()
  const { id } = good(await createList(user, { name: 'On the box', bytes: file, fileName: null }))
  good(await applyOperations(user, id, { base: 1, operations }))
  return good(await exportFile(user, id, { format })).bytes.slice()
}
const fileOf = async (actor: Actor, id: string, format: FileFormat): Promise<Buffer> =>
  Buffer.from(good(await exportFile(actor, id, { format })).bytes)
const namesOf = async (actor: Actor, id: string): Promise<string[]> =>
  good(await readList(actor, id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items.map(({ name }) => name)))

const acts: [string, Operation[]][] = [
  ['a new name', [{ op: 'rename', id: 6, name: 'Box' }]],
  ['another order', [{ op: 'move', ids: [20, 21], to: 1 }]],
  ['a channel less', [{ op: 'delete', ids: [3] }]],
  ['a lock', [{ op: 'lock', ids: [2, 5], value: true }]],
  ['favourites', [{ op: 'favourite', ids: [7, 2], group: 1, value: true }]],
  ['another SID', [{ op: 'set', target: 'channel', ids: [4], field: 'sid', value: 4321 }]],
]

/** Values that a SatcoDX file does not store. */
const beyondSatcodx = new Set(['a lock', 'favourites'])

describe.each(lists)('a %s list that a box has in another format', (_name, own, format, make) => {
  const its = format === 'sdx' ? acts.filter(([act]) => !beyondSatcodx.has(act)) : acts
  it.each(its)(
    'keeps its own format after %s on a box, just as after the same edit in the portal',
    async (_act, operations) => {
      const { owner, box, id } = await begin(make())
      const bytes = await onTheBox(await served(id, format), format, operations)
      const saved = good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes }))
      expect(saved).toMatchObject({ revision: 2, saved: 2, format: own, beside: null })
      const same = await begin(make())
      good(await applyOperations(same.owner, same.id, { base: 1, operations }))
      for (const one of [own, 'chl'] as const)
        expect(Buffer.compare(await fileOf(owner, id, one), await fileOf(same.owner, same.id, one))).toBe(0)
      good(await undo(owner, id))
      expect(Buffer.compare(await fileOf(owner, id, own), Buffer.from(make()))).toBe(0)
    },
  )

  it('stores the save once, however often the box sends it', async () => {
    const { owner, box, id } = await begin(make())
    const bytes = await onTheBox(await served(id, format), format, acts[0]?.[1] ?? [])
    good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes }))
    const again = good(await saveFromBox(box, { listId: id, loaded: 2, name: '', bytes }))
    expect(again).toMatchObject({ revision: 2, saved: 2 })
    expect((await namesOf(owner, id))[6]).toBe('Box')
  })

  it('keeps both sides if it has changed meanwhile', async () => {
    const { owner, box, id } = await begin(make())
    const bytes = await onTheBox(await served(id, format), format, acts[0]?.[1] ?? [])
    good(await applyOperations(owner, id, { base: 1, operations: [{ op: 'rename', id: 9, name: 'Cloud' }] }))
    const saved = good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes }))
    expect(saved.saved).not.toBe(saved.revision)
    expect(good(await previewReconcile(owner, id))).toMatchObject({ total: 0, left: [] })
    expect((await namesOf(owner, id))[9]).toBe('Cloud')
  })
})

describe.each(['csv', 'm3u', 'e2', 'vdr', 'cdx', 'xml'] as const)('a list that a box has as %s', (format) => {
  it('is unchanged when the box sends back what it got, and takes one new name as an edit', async () => {
    const make = satcodx('104')
    const { owner, box, id } = await begin(make())
    const file = await served(id, format)
    const same = await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes: file })
    expect([format, same.ok && same.value.revision]).toEqual([format, 1])
    if (format === 'xml') return
    const user = await makeActor()
    const other = good(await createList(user, { name: 'On the box', bytes: file, fileName: null }))
    const before = good(await readList(user, other.id, {}, (view) => view.rows({}, { page: 1, size: 100 }).items))
    const seventh = before.find(({ position }) => position === 7) ?? expect.fail()
    good(
      await applyOperations(user, other.id, { base: 1, operations: [{ op: 'rename', id: seventh.id, name: 'Box' }] }),
    )
    const bytes = good(await exportFile(user, other.id, { format })).bytes.slice()
    const saved = good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes }))
    // A playlist names no place of reception for any channel, so the owner decides.
    if (format === 'm3u') {
      expect([saved.beside?.revision, saved.saved, (await namesOf(owner, id)).includes('Box')]).toEqual([2, 2, false])
      return
    }
    expect([format, saved.revision, saved.beside, saved.channels]).toEqual([format, 2, null, 30])
    if (format === 'cdx') return
    const edited = await begin(make())
    good(
      await applyOperations(edited.owner, edited.id, { base: 1, operations: [{ op: 'rename', id: 6, name: 'Box' }] }),
    )
    expect((await fileOf(owner, id, 'sdx')).toString('latin1')).toBe(
      (await fileOf(edited.owner, edited.id, 'sdx')).toString('latin1'),
    )
  })
})

it('refuses a file of only satellites as a box’s save', async () => {
  const { box } = await begin(chlFile(5))
  const { id } = await begin(chlFile(5))
  const bytes = await served(id, 'xml')
  expect(codeOf(await saveFromBox(box, { listId: null, name: 'x', bytes }))).toBe('Q2205')
})

describe('many edits on a box', () => {
  it.each(Array.from({ length: 24 }, (_, at) => at))(
    'give the same result as the same edits of its list: seed %i',
    async (seed) => {
      const random = randomOf(seed)
      const pick = (): number => Math.floor(random() * 30)
      const [, own, format, make] = lists[seed % lists.length] ?? expect.fail()
      const operations = Array.from({ length: 1 + (seed % 7) }, (_, at): Operation[] => {
        const [a, b] = [pick(), pick()]
        const every: Operation[] = [
          { op: 'rename', id: a, name: `Box ${seed} ${at}` },
          { op: 'move', ids: a === b ? [a] : [a, b], to: 1 + pick() },
          { op: 'set', target: 'channel', ids: [a], field: 'sid', value: 30_000 + 100 * seed + at },
          { op: 'set', target: 'channel', ids: [a], field: 'videoPid', value: 3000 + at },
          { op: 'lock', ids: [a, b], value: true },
          { op: 'favourite', ids: [a, b], group: 2, value: true },
          { op: 'skip', ids: [b], value: true },
        ]
        return [every[Math.floor(random() * (format === 'sdx' ? 4 : 7))] ?? expect.fail()]
      }).flat()
      const { owner, box, id } = await begin(make())
      const bytes = await onTheBox(await served(id, format), format, operations)
      good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes }))
      const same = await begin(make())
      good(await applyOperations(same.owner, same.id, { base: 1, operations }))
      for (const one of [own, 'chl'] as const)
        expect((await fileOf(owner, id, one)).toString('latin1')).toBe(
          (await fileOf(same.owner, same.id, one)).toString('latin1'),
        )
    },
  )
})

describe('a partial list', () => {
  it.each([
    ['sdx', satcodx('104')],
    ['chl', () => chlFile(30)],
  ] as const)('changes the channels that it has and removes none, from a box with %s', async (format, make) => {
    const { owner, box, id } = await begin(make())
    const before = await namesOf(owner, id)
    const rest = Array.from({ length: 30 }, (_, at) => at).filter((at) => at !== 4 && at !== 8 && at !== 9)
    const bytes = await onTheBox(await served(id, format), format, [
      { op: 'rename', id: 8, name: 'Box' },
      { op: 'move', ids: [9], to: 1 },
      { op: 'delete', ids: rest },
    ])
    const saved = good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes, part: { ranges: [] } }))
    expect(saved).toMatchObject({ channels: 30, revision: 2 })
    const wanted = [...before]
    wanted[8] = 'Box'
    const [four, eight, nine] = [wanted[4], wanted[8], wanted[9]] as [string, string, string]
    ;[wanted[4], wanted[8], wanted[9]] = [nine, four, eight]
    expect(await namesOf(owner, id)).toEqual(wanted)
  })

  it.each([
    ['sdx', satcodx('104')],
    ['chl', () => chlFile(30)],
  ] as const)(
    'removes the channels that it lacks within its named ranges, from a box with %s',
    async (format, make) => {
      const { owner, box, id } = await begin(make())
      const before = await namesOf(owner, id)
      // Of places 5 to 10 (ids 4 to 9) the box deleted one and moved the last to the front.
      const bytes = await onTheBox(await served(id, format), format, [
        { op: 'rename', id: 8, name: 'Box' },
        { op: 'move', ids: [9], to: 4 },
        { op: 'delete', ids: [...before.keys()].filter((at) => at < 4 || at > 9 || at === 6) },
      ])
      const part = { ranges: [[5, 10]] as const }
      const unknown = await saveFromBox(box, { listId: id, loaded: null, name: '', bytes, part })
      expect(codeOf(unknown)).toBe('A0422')
      expect(good(await saveFromBox(box, { listId: id, loaded: 1, name: '', bytes, part }))).toMatchObject({
        ...{ channels: 29, revision: 2 },
      })
      const [four, five, , seven, , nine] = before.slice(4, 10)
      expect(await namesOf(owner, id)).toEqual([
        ...before.slice(0, 4),
        nine,
        four,
        five,
        seven,
        'Box',
        ...before.slice(10),
      ])
    },
  )

  it('needs a list of the owner’s own that it belongs to', async () => {
    const { box } = await begin(chlFile(5))
    const bytes = chlFile(3)
    expect(codeOf(await saveFromBox(box, { listId: null, name: 'x', bytes, part: { ranges: [] } }))).toBe('C1101')
    const admin = await makeActor('administrator')
    const system = await putOut(
      admin,
      good(await createList(admin, { name: 'Sys', bytes: chlFile(5), fileName: null })),
    )
    expect(codeOf(await saveFromBox(box, { listId: system.id, name: 'x', bytes, part: { ranges: [] } }))).toBe('C1108')
    expect((await getList(await makeActor(), system.id)).ok).toBe(true)
  })
})
