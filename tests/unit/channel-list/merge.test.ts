/** Merges a stale batch, checked against a small model: one side's changes are kept, changes by both are reported. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { movedBetween, placeBehind } from '~/engine/lists'
import type { Operation } from '~/engine/types'
import { mergeBatch, type Snapshot } from '~/modules/channel-list/merge/merge'
import type { More } from '~/modules/channel-list/merge/merge-cells'
import { times } from '../../support/runs'

const size = 8
const noMore: More = {
  values: new Map(),
  parts: { satellite: new Map(), transponder: new Map(), group: new Map(), category: new Map() },
  groups: new Map(),
}
const everything = Array.from({ length: size }, (_, id) => id)
const makeBase = (): Snapshot => ({
  order: Uint32Array.from(everything),
  favourites: [],
  live: new Set(everything),
  cells: new Map(
    everything.map((id) => [id, { name: `n${id}`, renamed: false, lock: false, skip: false, favourites: 0 }]),
  ),
  encoding: 'iso-8859-9',
  ...noMore,
})

/** A model of the engine: the meaning of each operation in its simplest form. */
const play = (start: Snapshot, operations: readonly Operation[]): Snapshot => {
  let order = Array.from(start.order)
  const channels = new Map(Array.from(start.cells, ([id, cell]) => [id, { ...cell }]))
  let { encoding } = start
  for (const operation of operations) {
    switch (operation.op) {
      case 'rename':
        Object.assign(channels.get(operation.id) ?? {}, { name: operation.name, renamed: true })
        break
      case 'lock':
      case 'skip':
        for (const id of operation.ids) Object.assign(channels.get(id) ?? {}, { [operation.op]: operation.value })
        break
      case 'favourite':
        for (const id of operation.ids) {
          const cell = channels.get(id)
          if (cell !== undefined)
            cell.favourites = operation.value
              ? cell.favourites | (1 << operation.group)
              : cell.favourites & ~(1 << operation.group)
        }
        break
      case 'delete':
        for (const id of operation.ids) channels.delete(id)
        order = order.filter((id) => channels.has(id))
        break
      case 'move': {
        const moved = order.filter((id) => operation.ids.includes(id))
        const rest = order.filter((id) => !operation.ids.includes(id))
        const at = Math.min(operation.to - 1, rest.length)
        order = [...rest.slice(0, at), ...moved, ...rest.slice(at)]
        break
      }
      case 'order':
        order = [...operation.order]
        break
      case 'encoding':
        encoding = operation.encoding
        break
      default:
        throw new Error('not modelled')
    }
  }
  return { ...noMore, order: Uint32Array.from(order), favourites: [], live: new Set(order), cells: channels, encoding }
}

const id = fc.integer({ min: 0, max: size - 1 })
const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 3 })
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constant('rename' as const), id, name: fc.constantFrom('x', 'y', 'z') }),
  fc.record({ op: fc.constantFrom('lock' as const, 'skip' as const), ids, value: fc.boolean() }),
  fc.record({ op: fc.constant('favourite' as const), ids, group: fc.integer({ min: 0, max: 2 }), value: fc.boolean() }),
  fc.record({ op: fc.constant('delete' as const), ids }),
  fc.record({ op: fc.constant('move' as const), ids, to: fc.integer({ min: 1, max: size }) }),
  fc.record({
    op: fc.constant('encoding' as const),
    encoding: fc.constantFrom('utf-8' as const, 'windows-1252' as const),
  }),
)
/** A batch that is valid on the base: no operation names a channel that an earlier one deleted. */
const batch = fc
  .array(operation, { minLength: 1, maxLength: 4 })
  .map((operations) => {
    const gone = new Set<number>()
    return operations.filter((one) => {
      const named = 'ids' in one && one.ids !== undefined ? one.ids : 'id' in one ? [one.id] : []
      if (named.some((channel) => gone.has(channel))) return false
      if (one.op === 'delete') for (const channel of one.ids) gone.add(channel)
      return true
    })
  })
  .filter((operations) => operations.length > 0)

const plain = (snapshot: Snapshot) => ({
  order: Array.from(snapshot.order),
  channels: [...snapshot.cells].sort(([a], [b]) => a - b),
  encoding: snapshot.encoding,
})
const runs = { numRuns: times(2000) }

describe('merging', () => {
  it('returns the batch itself on an unchanged list', () => {
    fc.assert(
      fc.property(batch, (operations) => {
        const base = makeBase()
        const mine = play(base, operations)
        const merged = mergeBatch(base, mine, base, operations)
        expect(merged.ok).toBe(true)
        if (merged.ok) expect(plain(play(base, merged.operations))).toEqual(plain(mine))
      }),
      runs,
    )
  })

  it('loses nothing silently: each cell is mine if I set it, theirs if they did', () => {
    fc.assert(
      fc.property(batch, batch, (myBatch, theirBatch) => {
        const base = makeBase()
        const mine = play(base, myBatch)
        const theirs = play(base, theirBatch)
        const merged = mergeBatch(base, mine, theirs, myBatch)
        if (!merged.ok) return
        const result = play(theirs, merged.operations)
        expect([...result.cells.keys()].sort()).toEqual(
          [...base.cells.keys()].filter((channel) => mine.cells.has(channel) && theirs.cells.has(channel)),
        )
        expect([...result.order].sort()).toEqual([...result.cells.keys()].sort())
        for (const [channel, cell] of result.cells) {
          const [was, my, their] = [base.cells.get(channel), mine.cells.get(channel), theirs.cells.get(channel)]
          for (const field of ['name', 'lock', 'skip', 'favourites'] as const) {
            if (was?.[field] === my?.[field])
              expect(cell[field], `${field} of ${channel}, only theirs`).toEqual(their?.[field])
            else if (was?.[field] === their?.[field])
              expect(cell[field], `${field} of ${channel}, only mine`).toEqual(my?.[field])
          }
        }
        if (mine.encoding !== base.encoding) expect(result.encoding).toBe(mine.encoding)
        else expect(result.encoding).toBe(theirs.encoding)
        const moved = new Set(myBatch.flatMap((one) => (one.op === 'move' ? one.ids : [])))
        const fixed = (order: Iterable<number>) =>
          [...order].filter((channel) => result.cells.has(channel) && !moved.has(channel))
        expect(fixed(result.order)).toEqual(fixed(theirs.order))
      }),
      runs,
    )
  })

  it('never conflicts if both sides touch different channels and only one of them moves any', () => {
    const half = (from: number) =>
      batch.map((operations) =>
        operations.map((one): Operation => {
          const into = (channel: number) => from + (channel % (size / 2))
          if ('id' in one) return { ...one, id: into(one.id) }
          return 'ids' in one && one.ids !== undefined && one.op !== 'swap'
            ? { ...one, ids: [...new Set(one.ids.map(into))] }
            : one
        }),
      )
    fc.assert(
      fc.property(half(0), half(size / 2), (myBatch, theirBatch) => {
        const mineOps = myBatch.filter(({ op }) => op !== 'encoding')
        const theirOps = theirBatch.filter(({ op }) => op !== 'move' && op !== 'encoding')
        const base = makeBase()
        const merged = mergeBatch(base, play(base, mineOps), play(base, theirOps), mineOps)
        expect(merged.ok).toBe(true)
      }),
      runs,
    )
  })

  it('reports a conflict with both values', () => {
    const base = makeBase()
    const mine: Operation[] = [
      { op: 'rename', id: 1, name: 'mine' },
      { op: 'lock', ids: [2], value: true },
    ]
    const theirs = play(base, [
      { op: 'rename', id: 1, name: 'theirs' },
      { op: 'lock', ids: [2], value: true },
      { op: 'delete', ids: [3] },
    ])
    const merged = mergeBatch(base, play(base, mine), theirs, mine)
    expect(merged).toMatchObject({
      ok: false,
      clashes: [{ field: 'name', id: 1, channel: 'theirs', mine: 'mine', theirs: 'theirs' }],
    })
  })

  it.each<[string, Operation[], Operation[], string]>([
    ['editing what others deleted', [{ op: 'lock', ids: [3], value: true }], [{ op: 'delete', ids: [3] }], 'existence'],
    [
      'deleting what others edited',
      [{ op: 'delete', ids: [3] }],
      [{ op: 'favourite', ids: [3], group: 1, value: true }],
      'existence',
    ],
    ['moving what others moved', [{ op: 'move', ids: [0], to: 5 }], [{ op: 'move', ids: [0], to: 8 }], 'position'],
    [
      'a whole order over others’ moves',
      [{ op: 'order', order: [7, 6, 5, 4, 3, 2, 1, 0] }],
      [{ op: 'move', ids: [0], to: 4 }],
      'order',
    ],
    [
      'another encoding',
      [{ op: 'encoding', encoding: 'utf-8' }],
      [{ op: 'encoding', encoding: 'windows-1252' }],
      'encoding',
    ],
    [
      'locking what others locked and unlocked otherwise',
      [{ op: 'skip', ids: [1], value: false }],
      [{ op: 'skip', ids: [1], value: true }],
      'skip',
    ],
  ])('reports a conflict on %s', (_, mine, others, field) => {
    const base = makeBase()
    const merged = mergeBatch(base, play(base, mine), play(base, others), mine)
    expect(merged.ok ? [] : merged.clashes.map((clash) => clash.field)).toEqual([field])
  })

  it('keeps a moved channel after the neighbour that it was placed after', () => {
    const base = makeBase()
    const mine: Operation[] = [{ op: 'move', ids: [6, 7], to: 2 }]
    const theirs = play(base, [{ op: 'move', ids: [0], to: 4 }])
    expect(Array.from(theirs.order)).toEqual([1, 2, 3, 0, 4, 5, 6, 7])
    const merged = mergeBatch(base, play(base, mine), theirs, mine)
    expect(merged.ok && Array.from(play(theirs, merged.operations).order)).toEqual([1, 2, 3, 0, 6, 7, 4, 5])
  })
})

describe('orders', () => {
  it('are explained by the fewest moved channels', () => {
    const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(order, order, (before, after) => {
        const moved = movedBetween(before, after)
        expect(before.filter((channel) => !moved.has(channel))).toEqual(after.filter((channel) => !moved.has(channel)))
        expect(placeBehind(before, after, moved)).toEqual(after)
      }),
      runs,
    )
  })

  it('of a hundred thousand channels are compared quickly', () => {
    const before = Uint32Array.from({ length: 100_000 }, (_, at) => at)
    const after = before.slice().reverse()
    expect(movedBetween(before, after).size).toBe(99_999)
  })
})
