/** Many names in one step, swapping two channels, and restoring deleted channels. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList } from '../support/fixtures/satcodx'
import { times } from '../support/runs'

const engine = makeEngine()
const sdx = makeList({ seed: 5, records: 12 }).bytes
const idsOf = (list: OpenList): number[] => [...list.columns().id]

describe('many names', () => {
  it('are all set, or none if one of them is invalid', () => {
    const list = openList(engine, sdx)
    const before = list.names()
    expect(
      list.apply([
        {
          op: 'names',
          names: [
            [1, 'One'],
            [3, 'Three '],
          ],
        },
      ]),
    ).toMatchObject({
      ok: true,
      stored: [
        {
          op: 'names',
          names: [
            [1, 'One'],
            [3, 'Three'],
          ],
        },
      ],
    })
    expect(list.names()).toEqual(before.map((name, at) => (at === 1 ? 'One' : at === 3 ? 'Three' : name)))
    const refused = list.apply([
      {
        op: 'names',
        names: [
          [2, 'Two'],
          [4, ''],
        ],
      },
    ])
    expect(refused).toEqual({ ok: false, code: 'name-empty', index: 0, id: 4 })
    expect(list.names()[2]).toBe(before[2])
  })
})

describe('a swap', () => {
  it('exchanges two places and no others, and reverts itself', () => {
    const list = openList(engine, sdx)
    expect(list.apply([{ op: 'swap', ids: [2, 9] }]).ok).toBe(true)
    expect(idsOf(list)).toEqual([0, 1, 9, 3, 4, 5, 6, 7, 8, 2, 10, 11])
    expect(list.apply([{ op: 'swap', ids: [2, 9] }]).ok).toBe(true)
    expect(list.pristine()).toBe(true)
    expect(list.apply([{ op: 'swap', ids: [2, 12] }])).toMatchObject({ ok: false, code: 'unknown-channel', id: 12 })
  })
})

describe('restoring', () => {
  it.each([
    ['SatcoDX', sdx],
    ['.chl', makeChl({ seed: 3 }).bytes],
  ])('brings deleted channels of %s back with the file’s values, and leaves every other edit', (_, bytes) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 11 }), { minLength: 1, maxLength: 11 }),
        fc.integer({ min: 0, max: 11 }),
        fc.boolean(),
        (gone, at, atEnd) => {
          const list = openList(engine, bytes)
          const before = list.names()
          const ids = idsOf(list)
          const kept = ids.filter((id) => !gone.includes(id))
          list.apply([{ op: 'sort', mode: 'za' }])
          if (kept[0] !== undefined) {
            list.apply([
              { op: 'rename', id: kept[0], name: 'Кино' },
              { op: 'lock', ids: [kept[0]], value: true },
            ])
          }
          list.apply([{ op: 'delete', ids: gone }])
          const order = idsOf(list)
          expect(list.removed().map(({ id, name, position }) => ({ id, name, position }))).toEqual(
            [...gone].sort((a, b) => a - b).map((id) => ({ id, name: before[id], position: 0 })),
          )
          const to = (at % (order.length + 1)) + 1
          const applied = list.apply([{ op: 'restore', ids: gone, ...(atEnd ? {} : { to }) }])
          expect(applied.ok).toBe(true)
          const place = atEnd ? order.length : to - 1
          expect(idsOf(list)).toEqual([...order.slice(0, place), ...gone, ...order.slice(place)])
          const names = list.names()
          for (const id of gone) expect(names[list.positionOf(id) - 1]).toBe(before[id])
          if (kept[0] !== undefined) {
            expect(names[list.positionOf(kept[0]) - 1]).toBe('Кино')
            expect(list.channel(kept[0])?.lock).toBe(true)
          }
          expect(list.removed()).toEqual([])
          const [first = 0] = gone
          expect(list.apply([{ op: 'restore', ids: [first] }])).toMatchObject({ ok: false, code: 'not-deleted' })
          list.load(list.state())
          expect(idsOf(list)).toEqual([...order.slice(0, place), ...gone, ...order.slice(place)])
        },
      ),
      { numRuns: times(60) },
    )
  })

  it('refuses a place outside the list', () => {
    const list = openList(engine, sdx)
    list.apply([{ op: 'delete', ids: [4] }])
    expect(list.apply([{ op: 'restore', ids: [4], to: 13 }])).toMatchObject({ ok: false, code: 'position-range' })
    expect(list.apply([{ op: 'restore', ids: [4], to: 12 }]).ok).toBe(true)
  })
})

describe('a favourite group', () => {
  it('has the order of its file first, then the other channels in list order', () => {
    const made = makeChl({ seed: 3 })
    const list = openList(engine, made.bytes)
    const own = made.channels.flatMap((one, id) => (one.favourites & 1 ? [id] : []))
    expect(list.groupOrder(0)).toEqual(own)
    const newcomer = made.channels.findIndex((one) => !(one.favourites & 1))
    list.apply([{ op: 'favourite', ids: [newcomer], group: 0, value: true }])
    expect(list.groupOrder(0)).toEqual([...own, newcomer])
  })
})
