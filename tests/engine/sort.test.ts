/**
 * Sorts in every mode and compares with simple sorts: satellites, transponders, names and SIDs in SPEC.md's order, ties
 * in their current order.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { type SortMode, sortModes } from '../../engine/host/types'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { type Fields, joinParts, makeList, makeRecord } from '../support/fixtures/satcodx'
import { times } from '../support/runs'

const engine = makeEngine()

const listOf = (records: Partial<Fields>[]) =>
  openList(engine, joinParts(...records.flatMap((one) => [makeRecord(one, '103'), '\n'])), { encoding: 'windows-1252' })
/** A `.chl` with channels named "Row 0" and so on. */
const rowsOfChl = (count: number): string => {
  const made = makeChl({ seed: 3, tv: count, radio: 0 })
  return made.channels.reduce(
    (text, { name }, at) => text.replace(`"Name" : ${JSON.stringify(name)}`, `"Name" : "Row ${at}"`),
    made.text,
  )
}
const sorted = (list: OpenList, mode: SortMode, variant?: 1 | 2) => {
  expect(list.apply([{ op: 'sort', mode, variant }])).toMatchObject({ ok: true })
  return [...list.columns().id]
}

/** Sorts as each mode defines, by comparing arrays of numbers. */
function expectedOrder(list: OpenList, mode: SortMode, variant: 1 | 2, nameRank: Map<string, number>): number[] {
  const satellites = list.satellites()
  const transponders = list.transponders()
  const last = Number.MAX_SAFE_INTEGER
  const polarisations = ['H', 'V', 'L', 'R']
  const carrier = (index: number): number[] => {
    const one = transponders[index]
    if (!one) return [last, last]
    if (variant === 2) return [index, 0]
    return [one.frequencyKHz ?? last, one.polarisation ? polarisations.indexOf(one.polarisation) : 9]
  }
  const rows = list.channels(0, list.length()).map((one) => {
    const satellite = satellites[one.satellite] ? one.satellite : last
    const name = nameRank.get(one.name) ?? 0
    const keys: Record<SortMode, number[]> = {
      az: [name],
      za: [one.name === '' ? last : -name],
      satellite: [satellite],
      transponder: [satellite, ...carrier(one.transponder)],
      'satellite-name': [satellite, name],
      'satellite-frequency-name': [satellite, ...carrier(one.transponder), name],
      'satellite-frequency-sid': [satellite, ...carrier(one.transponder), one.sid ?? last],
    }
    return { id: one.id, key: keys[mode] }
  })
  return rows
    .sort((a, b) => {
      for (const [i, value] of a.key.entries()) if (value !== b.key[i]) return value - (b.key[i] ?? 0)
      return 0
    })
    .map((row) => row.id)
}

describe('sorting', () => {
  it('orders names as people expect: ignoring case and accents first, digits by value', () => {
    const names = [
      'Zdf',
      'arte',
      'Österreich',
      'Oslo',
      'Tele 10',
      'Tele 9',
      'ARD',
      'Zürich',
      '3sat',
      'tele 2',
      '13th Street',
    ]
    const list = listOf(names.map((name) => ({ name })))
    sorted(list, 'az')
    expect(list.names()).toEqual([
      '3sat',
      '13th Street',
      'ARD',
      'arte',
      'Oslo',
      'Österreich',
      'tele 2',
      'Tele 9',
      'Tele 10',
      'Zdf',
      'Zürich',
    ])
    sorted(list, 'za')
    expect(list.names()).toEqual([
      'Zürich',
      'Zdf',
      'Tele 10',
      'Tele 9',
      'tele 2',
      'Österreich',
      'Oslo',
      'arte',
      'ARD',
      '13th Street',
      '3sat',
    ])
  })

  it('puts channels without a name last, in current order, in A–Z, in Z–A and within a satellite', () => {
    const list = listOf(['', 'b', '', 'a', ''].map((name, sid) => ({ name, sid })))
    expect(sorted(list, 'az')).toEqual([3, 1, 0, 2, 4])
    expect(sorted(list, 'za')).toEqual([1, 3, 0, 2, 4])
    list.apply([{ op: 'order', order: [4, 3, 2, 1, 0] }])
    expect(sorted(list, 'za')).toEqual([1, 3, 4, 2, 0])
    expect(sorted(list, 'satellite-name')).toEqual([3, 1, 4, 2, 0])
    list.apply([{ op: 'rename', id: 2, name: 'c' }])
    expect(sorted(list, 'za')).toEqual([2, 1, 3, 4, 0])
  })

  it('treats a name of only spaces as empty, whatever their width', () => {
    const names = ['b', '  ', '\u00a0', '\u3000 \u2003', 'a', ' !']
    const text = names.reduce(
      (made, name, at) => made.replace(`"Row ${at}"`, JSON.stringify(name)),
      rowsOfChl(names.length),
    )
    const list = openList(engine, new TextEncoder().encode(text))
    expect(list.names()).toEqual(names)
    expect(sorted(list, 'az')).toEqual([5, 4, 0, 1, 2, 3])
    expect(sorted(list, 'za')).toEqual([0, 4, 5, 1, 2, 3])
  })

  it('keeps ties in the current order, in A–Z and in Z–A', () => {
    const list = listOf(['b', 'a', 'a', 'b', 'a'].map((name, sid) => ({ name, sid })))
    expect(sorted(list, 'az')).toEqual([1, 2, 4, 0, 3])
    expect(sorted(list, 'za')).toEqual([0, 3, 1, 2, 4])
    list.apply([{ op: 'order', order: [4, 3, 2, 1, 0] }])
    expect(sorted(list, 'az')).toEqual([4, 2, 1, 3, 0])
  })

  it('orders polarisations of a frequency H V L R, unknown ones last, and satellites by first appearance', () => {
    const list = listOf([
      { satellite: 'Late', angle: 10, frequencyKHz: 10_000_000 },
      { satellite: 'First', angle: 20, polarisation: null },
      { satellite: 'First', angle: 20, polarisation: 'R' },
      { satellite: 'First', angle: 20, polarisation: 'L' },
      { satellite: 'First', angle: 20, polarisation: 'V' },
      { satellite: 'First', angle: 20, polarisation: 'H' },
      { satellite: 'First', angle: 20, frequencyKHz: null },
      { satellite: 'First', angle: 20, frequencyKHz: 5_000_000, polarisation: 'V' },
    ])
    expect(sorted(list, 'transponder')).toEqual([0, 7, 5, 4, 3, 2, 1, 6])
    list.apply([{ op: 'order', order: [0, 1, 2, 3, 4, 5, 6, 7] }])
    expect(sorted(list, 'transponder', 2)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  for (const mode of sortModes) {
    for (const variant of [1, 2] as const) {
      it(`orders like a simple comparison: ${mode}-${variant}`, () => {
        fc.assert(
          fc.property(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom(3, 60, 700), (seed, records) => {
            const list = openList(engine, makeList({ seed, records, satellites: 4, transponders: 25 }).bytes, {
              encoding: 'windows-1252',
            })
            // Ranks come from the engine's own A–Z; the collation test checks that order.
            sorted(list, 'az')
            const nameRank = new Map<string, number>()
            for (const name of list.names()) if (!nameRank.has(name)) nameRank.set(name, nameRank.size)
            list.apply([{ op: 'order', order: [...list.columns().id].reverse() }])
            const expected = expectedOrder(list, mode, variant, nameRank)
            expect(sorted(list, mode, variant)).toEqual(expected)
          }),
          { numRuns: times(15) },
        )
      })
    }
  }

  it('sorts chosen channels among the places that they hold', () => {
    const list = listOf(['e', 'd', 'c', 'b', 'a'].map((name) => ({ name })))
    expect(list.apply([{ op: 'sort', mode: 'az', ids: [0, 2, 4] }])).toMatchObject({
      ok: true,
      stored: [{ op: 'order', order: [4, 1, 2, 3, 0] }],
    })
    expect(list.names()).toEqual(['a', 'd', 'c', 'b', 'e'])
  })

  it('uses new names at once', () => {
    const list = listOf(['c', 'b', 'a'].map((name) => ({ name })))
    expect(sorted(list, 'az')).toEqual([2, 1, 0])
    list.apply([{ op: 'rename', id: 2, name: 'z' }])
    expect(sorted(list, 'az')).toEqual([1, 0, 2])
  })

  it('stays quick when a hundred thousand names are alike', () => {
    const record = makeRecord({ name: 'the same name here' }, '103')
    const bytes = new Uint8Array(100_000 * 128)
    for (let i = 0; i < 100_000; i++) {
      bytes.set(record, i * 128)
      bytes[i * 128 + 127] = 10
      bytes[i * 128 + 126] = 48 + (i % 10)
    }
    const list = openList(engine, bytes)
    const order = sorted(list, 'az')
    expect(order.slice(0, 3)).toEqual([0, 10, 20])
    expect(order.at(-1)).toBe(99_999)
  })
})
