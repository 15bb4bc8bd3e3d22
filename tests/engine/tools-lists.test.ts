/** Duplicates, matches and vanished channels, in random lists and a few handmade ones. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findDuplicates,
  findVanished,
  indexOf,
  keeperOf,
  manyMatches,
  matchLists,
  nameKey,
  noIdentity,
  noMatch,
  skyNames,
  type ToolColumns,
} from '../../engine/host/tools'

type One = {
  name?: string
  satellite?: number
  mhz?: number
  polarisation?: number
  sid?: number
  type?: number
  favourites?: number
}
const columns = (channels: readonly One[], satelliteKeys: readonly string[] = ['a192', 'a130']): ToolColumns => ({
  length: channels.length,
  id: channels.map((_, at) => at),
  names: channels.map(({ name = 'One' }) => name),
  satellite: channels.map(({ satellite = 0 }) => satellite),
  frequencyKHz: channels.map(({ mhz = 11_000 }) => (mhz < 0 ? -1 : mhz * 1000)),
  polarisation: channels.map(({ polarisation = 1 }) => polarisation),
  sid: channels.map(({ sid = 1 }) => sid),
  type: channels.map(({ type = 0 }) => type),
  favourites: channels.map(({ favourites = 0 }) => favourites),
  satelliteKeys,
})

const channel: fc.Arbitrary<One> = fc.record({
  name: fc.constantFrom('One', 'ONE', 'Óne', 'One HD', 'Two', ''),
  satellite: fc.integer({ min: -1, max: 2 }),
  mhz: fc.constantFrom(-1, 11_000, 11_001, 11_002, 11_003, 11_004, 12_000),
  polarisation: fc.integer({ min: 0, max: 2 }),
  sid: fc.integer({ min: -1, max: 2 }),
  type: fc.integer({ min: 0, max: 1 }),
  favourites: fc.integer({ min: 0, max: 7 }),
})
const lists = fc.array(channel, { maxLength: 40 })
// The third satellite is the first one under another name.
const keys = ['a192', 'a130', 'a192']
const sky = (...all: ToolColumns[]) => all.map((list) => ({ places: indexOf(list), names: skyNames(list) }))

describe('duplicates', () => {
  it('by identity are the same service on nearly the same frequency, and every such pair is found', () => {
    fc.assert(
      fc.property(lists, (channels) => {
        const list = columns(channels, keys)
        const groups = findDuplicates(list, 'identity')
        const of = new Map(groups.flatMap((group, index) => group.map((place): [number, number] => [place, index])))
        expect([...of.keys()].length).toBe(groups.flat().length)
        const service = (place: number) =>
          [keys[list.satellite[place] ?? -1], list.polarisation[place], list.sid[place]].join()
        for (const group of groups) {
          expect(group.length).toBeGreaterThan(1)
          expect([...group].sort((a, b) => a - b)).toEqual(group)
          for (const a of group)
            for (const b of group) {
              expect(service(a)).toBe(service(b))
              expect(Math.abs((list.frequencyKHz[a] ?? 0) - (list.frequencyKHz[b] ?? 0))).toBeLessThanOrEqual(2000)
            }
        }
        for (let a = 0; a < list.length; a++)
          for (let b = a + 1; b < list.length; b++) {
            const isSame =
              (list.satellite[a] ?? -1) >= 0 &&
              (list.satellite[b] ?? -1) >= 0 &&
              (list.sid[a] ?? -1) >= 0 &&
              (list.frequencyKHz[a] ?? -1) >= 0 &&
              list.frequencyKHz[a] === list.frequencyKHz[b] &&
              service(a) === service(b)
            if (isSame) expect(of.get(a)).toBe(of.get(b) ?? 'none')
          }
      }),
    )
  })
  it('by name are equal without case and accents, of one type, and never without a name', () => {
    fc.assert(
      fc.property(lists, (channels) => {
        const list = columns(channels, keys)
        for (const group of findDuplicates(list, 'name')) {
          expect(new Set(group.map((place) => `${list.type[place]}${nameKey(list.names[place] ?? '')}`)).size).toBe(1)
          expect(list.names[group[0] ?? 0]).not.toBe('')
        }
        // Ignoring quality markers finds at least as many duplicates.
        expect(findDuplicates(list, 'name-quality').flat().length).toBeGreaterThanOrEqual(
          findDuplicates(list, 'name').flat().length,
        )
      }),
    )
  })
  it('are searched only among the given channels', () => {
    const list = columns([{}, {}, {}])
    expect(findDuplicates(list, 'identity')).toEqual([[0, 1, 2]])
    expect(findDuplicates(list, 'identity', (place) => place !== 1)).toEqual([[0, 2]])
  })
  it('do not join two transponders over small steps of frequency', () => {
    const list = columns([11_000, 11_002, 11_004, 11_006].map((mhz) => ({ mhz })))
    expect(findDuplicates(list, 'identity')).toEqual([
      [0, 1],
      [2, 3],
    ])
  })
  it('are reduced to the first, the favourite or the best picture', () => {
    const list = columns([{ name: 'One' }, { name: 'One', favourites: 6 }, { name: 'One 4K', favourites: 2 }])
    const group = [0, 1, 2]
    expect([
      keeperOf(list, group, 'first'),
      keeperOf(list, group, 'favourite'),
      keeperOf(list, group, 'quality'),
    ]).toEqual([0, 1, 2])
    const plain = columns([{}, {}])
    expect([keeperOf(plain, [0, 1], 'favourite'), keeperOf(plain, [0, 1], 'quality')]).toEqual([0, 0])
  })
})

describe('a channel in another list', () => {
  it('is matched by satellite, SID and polarisation within 2 MHz, or not at all', () => {
    const mine = columns([{ mhz: 11_001 }, { mhz: 11_003 }, { sid: 2 }, { polarisation: 2 }, { satellite: -1 }])
    const elsewhere = columns([{}, { satellite: 1, mhz: 12_000 }], ['a130', 'a192'])
    expect([...matchLists(mine, indexOf(elsewhere))]).toEqual([noMatch, noMatch, noMatch, noMatch, noIdentity])
    const same = columns([{ satellite: 1 }, { satellite: 1, mhz: 11_001, sid: 2 }], ['a130', 'a192'])
    expect([...matchLists(mine, indexOf(same))]).toEqual([0, noMatch, 1, noMatch, noIdentity])
  })
  it('is not guessed if several fit equally well, but chosen by its name if possible', () => {
    const theirs = indexOf(columns([{ name: 'One' }, { name: 'Two' }]))
    expect([...matchLists(columns([{ name: 'Three' }, { name: 'TWO' }]), theirs)]).toEqual([manyMatches, 1])
  })
  it('matches itself or its equal in the same list', () => {
    fc.assert(
      fc.property(lists, (channels) => {
        const list = columns(channels, keys)
        matchLists(list, indexOf(list)).forEach((found, at) => {
          if (found < 0) return
          expect(list.sid[found]).toBe(list.sid[at])
          expect(keys[list.satellite[found] ?? -1]).toBe(keys[list.satellite[at] ?? -1])
          expect(list.frequencyKHz[found]).toBe(list.frequencyKHz[at])
        })
      }),
    )
  })
  it('is matched with limited work, though thousands share one frequency and one SID', () => {
    const readsOf = (length: number): number => {
      let reads = 0
      const counted = <T extends object>(values: T): T =>
        new Proxy(values, {
          get: (target, key): unknown => {
            reads++
            return Reflect.get(target, key)
          },
        })
      const list = columns(Array.from({ length }, (_, at) => ({ name: `Name ${at}` })))
      const theirs = indexOf({ ...list, frequencyKHz: counted(list.frequencyKHz), names: counted(list.names) })
      reads = 0
      expect(new Set(matchLists(list, theirs))).toEqual(new Set([manyMatches]))
      return reads
    }
    // Twice as many channels need twice as many reads, not four times as many.
    expect(readsOf(4000)).toBeLessThan(2.1 * readsOf(2000))
  })
})

describe('vanished channels', () => {
  it('are on a satellite that a list carries, but in none of the lists by place or name', () => {
    const mine = columns([
      { name: 'Still there' },
      { name: 'Moved', sid: 9 },
      { name: 'Gone', sid: 8 },
      { name: 'Elsewhere', satellite: 1 },
      { name: 'No SID', sid: -1 },
    ])
    const found = findVanished(mine, sky(columns([{ name: 'New name' }, { name: 'MOVED', sid: 3 }], ['a192'])))
    expect(found).toEqual({ places: [2], covered: [true, false], uncovered: 1, unknown: 1 })
  })
  it('are none if no list says anything, or if the list itself is published', () => {
    fc.assert(
      fc.property(lists, lists, (channels, others) => {
        const list = columns(channels, keys)
        expect(findVanished(list, []).places).toEqual([])
        expect(findVanished(list, sky(columns([], keys))).places).toEqual([])
        expect(findVanished(list, sky(columns(others, keys), list)).places).toEqual([])
      }),
    )
  })
})
