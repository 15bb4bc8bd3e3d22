/** Compares a list's newest version with a box's save that waits beside it. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { getEngineModule } from '~/engine/engine.server'
import {
  applyOperations,
  compareConflictCopy,
  createList,
  keepMine,
  saveFromBox,
  type Difference,
} from '~/modules/channel-list/channel-list.server'
import { compareVersions } from '~/modules/channel-list/merge/compare'
import { plainHost } from '~/modules/channel-list/engine/work'
import { instantiateEngine } from '../../../engine/host'
import { makeRecord, type Fields } from '../../support/fixtures/satcodx'
import { times } from '../../support/runs'
import { codeOf, good, longSdxFile, makeActor, makeBox } from './people'

type One = Pick<Fields, 'name' | 'sid' | 'frequencyKHz'> & Partial<Fields>
const fileOf = (channels: readonly One[]): Uint8Array =>
  Uint8Array.from(channels.flatMap((one) => [...makeRecord(one, '103'), 10]))
const channel = (sid: number, name = `Channel ${sid}`): One => ({
  sid,
  name,
  frequencyKHz: 11_000_000 + (sid % 5) * 20_000,
})
const channelsTo = (count: number): One[] => Array.from({ length: count }, (_, at) => channel(at + 1))

/** A list that its owner has changed since the box loaded it, and the file that the box saved. */
const begin = async (saved: readonly One[], { whole = true }: { whole?: boolean } = {}) => {
  const owner = await makeActor()
  const box = await makeBox(owner)
  const list = good(await createList(owner, { name: 'Compared', bytes: fileOf(channelsTo(12)), fileName: null }))
  good(
    await applyOperations(owner, list.id, {
      base: 1,
      operations: whole
        ? [
            { op: 'rename', id: 2, name: 'By hand' },
            { op: 'lock', ids: [4], value: true },
            { op: 'favourite', ids: [5], group: 1, value: true },
            { op: 'delete', ids: [11] },
          ]
        : [{ op: 'rename', id: 2, name: 'By hand' }],
    }),
  )
  good(await saveFromBox(box, { listId: list.id, loaded: 1, name: 'ignored', bytes: fileOf(saved) }))
  const compare = (asked: Partial<Parameters<typeof compareConflictCopy>[2]> = {}) =>
    compareConflictCopy(owner, list.id, { show: null, page: 1, size: 50, ...asked })
  return { owner, box, id: list.id, compare }
}
const told = ({ kind, fields, mine, theirs }: Difference) => [
  kind,
  fields.join(' '),
  mine?.name ?? null,
  theirs?.name ?? null,
]

describe('the comparison', () => {
  it('shows channels that only one side has, and the fields in which a channel differs', async () => {
    // The box has moved its first channel to the end, renamed its seventh and added one.
    const saved = [
      ...channelsTo(12)
        .slice(1)
        .map((one) => (one.sid === 7 ? { ...one, name: 'From the sofa' } : one)),
      channel(1),
      channel(99, 'New one'),
    ]
    const { compare, box } = await begin(saved)
    const compared = good(await compare())
    expect(compared).toMatchObject({
      beside: { revision: 3, sn: box.sn },
      revision: 4,
      counts: { removed: 0, added: 2, changed: 5, name: 2, position: 1, lock: 1, skip: 0, favourites: 1, reception: 0 },
    })
    expect(compared?.differences.items.map(told)).toEqual([
      ['changed', 'position', 'Channel 1', 'Channel 1'],
      ['changed', 'name', 'By hand', 'Channel 3'],
      ['changed', 'lock', 'Channel 5', 'Channel 5'],
      ['changed', 'favourites', 'Channel 6', 'Channel 6'],
      ['changed', 'name', 'Channel 7', 'From the sofa'],
      ['added', '', null, 'Channel 12'],
      ['added', '', null, 'New one'],
    ])
    const [moved, , locked, favourite] = compared?.differences.items ?? []
    expect([moved?.mine?.position, moved?.theirs?.position]).toEqual([1, 12])
    expect([locked?.mine?.lock, locked?.theirs?.lock]).toEqual([true, false])
    expect([favourite?.mine?.groups, favourite?.theirs?.groups]).toEqual([[{ index: 1, name: 'Movies' }], []])
  })
  it('shows one kind and one page at a time, but complete counts', async () => {
    const { compare } = await begin(channelsTo(4), { whole: false })
    const removed = good(await compare({ show: 'removed', page: 2, size: 3 }))
    expect(removed).toMatchObject({
      counts: { removed: 8, added: 0, changed: 1, name: 1 },
      differences: { total: 8, page: 2, size: 3 },
    })
    expect(removed?.differences.items.map(({ mine }) => mine?.name)).toEqual(['Channel 8', 'Channel 9', 'Channel 10'])
    expect(good(await compare({ show: 'name' }))?.differences.items.map(told)).toEqual([
      ['changed', 'name', 'By hand', 'Channel 3'],
    ])
    expect(good(await compare({ show: 'skip' }))?.differences).toMatchObject({ items: [], total: 0 })
  })
  it('shows another transponder, type or encryption, and ignores rounding differences', async () => {
    const saved = channelsTo(12).map((one) =>
      one.sid === 3
        ? { ...one, name: 'By hand' }
        : one.sid === 4
          ? { ...one, type: 'R' }
          : one.sid === 6
            ? { ...one, frequencyKHz: (one.frequencyKHz ?? 0) + 300 }
            : one.sid === 8
              ? { ...one, symbolRate: 27_500 }
              : one,
    )
    const { compare } = await begin(saved, { whole: false })
    expect(good(await compare())?.differences.items.map(told)).toEqual([
      ['changed', 'reception', 'Channel 4', 'Channel 4'],
      ['changed', 'reception', 'Channel 8', 'Channel 8'],
    ])
  })
  it('is shown to the owner only, and is empty when nothing waits', async () => {
    const { owner, id, compare } = await begin(channelsTo(9))
    expect(codeOf(await compareConflictCopy(await makeActor(), id, { show: null, page: 1, size: 10 }))).toBe('C1101')
    good(await keepMine(owner, id, { revision: 3 }))
    expect(good(await compare())).toBeNull()
  })
  it('works for two very long lists too', async () => {
    const owner = await makeActor()
    const box = await makeBox(owner)
    const list = good(await createList(owner, { name: 'Short', bytes: fileOf(channelsTo(30)), fileName: null }))
    good(await applyOperations(owner, list.id, { base: 1, operations: [{ op: 'rename', id: 2, name: 'By hand' }] }))
    good(await saveFromBox(box, { listId: list.id, loaded: 1, name: 'ignored', bytes: longSdxFile(20_000) }))
    const compared = good(await compareConflictCopy(owner, list.id, { show: null, page: 1, size: 20 }))
    expect(compared?.counts).toMatchObject({ removed: 30, added: 20_000 })
    expect(compared?.differences.items).toHaveLength(20)
  })
})

it('shows deleted, added and renamed channels between any two versions, with as few moves as possible', async () => {
  const engine = await instantiateEngine(await getEngineModule())
  const host = plainHost(engine)
  const stored = (channels: readonly One[]) => {
    const opened = engine.open(fileOf(channels))
    if (!opened.ok) throw new Error(opened.refusal)
    return { key: '', source: fileOf(channels), state: opened.list.state() }
  }
  const sides = fc.record({
    mine: fc.shuffledSubarray(channelsTo(14), { minLength: 1 }),
    theirs: fc.shuffledSubarray(channelsTo(14), { minLength: 1 }),
    renamed: fc.subarray([1, 2, 3, 4, 5, 6]),
  })
  fc.assert(
    fc.property(sides, ({ mine, theirs, renamed }) => {
      const other = theirs.map((one) => (renamed.includes(one.sid ?? 0) ? { ...one, name: `Other ${one.sid}` } : one))
      const { counts, items } = compareVersions(host, {
        mine: stored(mine),
        theirs: stored(other),
        sameFile: false,
        show: null,
        paging: { page: 1, size: 100 },
      })
      const [inMine, inTheirs] = [new Set(mine.map(({ sid }) => sid)), new Set(theirs.map(({ sid }) => sid))]
      const both = mine.filter(({ sid }) => inTheirs.has(sid))
      expect(counts.removed).toBe(mine.length - both.length)
      expect(counts.added).toBe(theirs.filter(({ sid }) => !inMine.has(sid)).length)
      expect(counts.name).toBe(both.filter(({ sid }) => renamed.includes(sid ?? 0)).length)
      const places = both.map(({ sid }) => theirs.findIndex((one) => one.sid === sid))
      const runs: number[] = []
      places.forEach((place, at) =>
        runs.push(1 + Math.max(0, ...runs.filter((_, before) => (places[before] ?? 0) < place && before < at))),
      )
      expect(counts.position).toBe(both.length - Math.max(0, ...runs))
      const movedNames = new Set(
        items.filter(({ fields }) => fields.includes('position')).map(({ mine: one }) => one?.name),
      )
      const still = both
        .filter(({ name }) => !movedNames.has(name))
        .map(({ sid }) => theirs.findIndex((one) => one.sid === sid))
      expect(still, 'what is not called moved stands in one order').toEqual([...still].sort((a, b) => a - b))
    }),
    { numRuns: times(200) },
  )
})
