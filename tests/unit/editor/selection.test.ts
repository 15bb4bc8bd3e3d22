/** The selection as a value, over ten rows of channels (ids 100 to 109), some of which a filter may hide. */
import { describe, expect, it } from 'vitest'
import {
  activeWithout,
  countHidden,
  nothingSelected,
  onlyLiving,
  onlySeen,
  pick,
  targetOf,
  targetsOf,
  visit,
  type Selection,
} from '~/client/editor/store/selection'
import { showRows } from '~/client/editor/store/shown'

const id = Uint32Array.from({ length: 10 }, (_, i) => 100 + i)
const positionOf = (one: number): number => (one >= 100 && one < 110 ? one - 99 : 0)
const rows = (places: number[] | null) =>
  showRows(places && Uint32Array.from(places), () => ({ length: id.length, id }), positionOf)
const all = rows(null)
/** Channels 101, 104, 105, 108. */
const some = rows([1, 4, 5, 8])
const of = (ids: number[], active: number | null = null, anchor = active): Selection => ({
  ids: new Set(ids),
  active,
  anchor,
})

describe('filtered rows', () => {
  it('are counted and found among themselves', () => {
    expect(some.count()).toBe(4)
    expect([0, 1, 2, 3, 4, -1].map(some.idAt)).toEqual([101, 104, 105, 108, null, null])
    expect([101, 105, 102, 110].map(some.indexOf)).toEqual([0, 2, -1, -1])
    expect([all.count(), all.idAt(9), all.idAt(10), all.indexOf(109)]).toEqual([10, 109, null, 9])
    expect(some.range(2, 0)).toEqual([101, 104, 105])
  })
  it('give the position before one of them as it will be once the moved ones have left', () => {
    expect(some.positionBefore([109], 1)).toBe(5)
    expect(some.positionBefore([101], 2)).toBe(5)
    expect(some.positionBefore([100], 4)).toBe(9)
    expect(all.positionBefore([100, 101], 10)).toBe(9)
    expect(rows([]).positionBefore([100], 0)).toBe(1)
  })
})

describe('a selection', () => {
  it('is one channel, and grows and shrinks by one or by a range from the last pick', () => {
    const one = pick(nothingSelected, all, 103, 'only')
    expect(one).toEqual(of([103], 103))
    const two = pick(one, all, 105, 'toggle')
    expect([...two.ids]).toEqual([103, 105])
    expect([...pick(two, all, 103, 'toggle').ids]).toEqual([105])
    expect([...pick(two, all, 107, 'range').ids]).toEqual([103, 105, 106, 107])
    expect(pick(two, all, 107, 'range')).toMatchObject({ anchor: 105, active: 107 })
    expect([...pick(of([], 101), some, 105, 'range').ids]).toEqual([101, 104, 105])
    expect(pick(of([], 100), some, 105, 'range'), 'the range’s begin is hidden').toEqual(of([105], 105))
  })

  it('moves with the keyboard focus, extends to it, or stays', () => {
    expect(visit(of([101], 101), some, 1, 'follow', true)).toEqual({ selection: of([104], 104), index: 1 })
    expect(visit(of([101], 101), some, 2, 'extend', true)?.selection).toEqual(of([101, 104, 105], 105, 101))
    expect(visit(of([101], 101), some, 3, 'walk', true)?.selection).toEqual(of([101], 108, 101))
    expect(visit(nothingSelected, some, 99, 'follow', true)?.index).toBe(3)
    expect(visit(nothingSelected, rows([]), 0, 'follow', true)).toBeNull()
    for (const how of ['follow', 'extend'] as const)
      expect(visit(nothingSelected, some, 1, how, false)?.selection, how).toEqual(of([], 104))
  })

  it('loses removed channels, and stays the same object when nothing is removed', () => {
    const kept = of([101, 104], 104, 101)
    expect(onlyLiving(kept, new Set(id)).ids).toBe(kept.ids)
    expect(onlyLiving(kept, new Set([104]))).toEqual(of([104], 104, 101))
    expect(onlyLiving(kept, new Set([101])).active).toBeNull()
  })

  it('keeps hidden channels, but neither the keyboard focus nor a range’s start stays on one', () => {
    const hidden = of([100, 101], 100, 100)
    expect(onlySeen(hidden, some)).toEqual(of([100, 101], null))
    expect(onlySeen(of([], 104, 100), some)).toEqual(of([], 104))
    expect(countHidden(hidden, some)).toBe(1)
    expect(countHidden(hidden, all)).toBe(0)
  })

  it('gives a command its channels: the shown ones in list order, else the focused one', () => {
    expect(targetsOf(of([108, 100, 101], 104), some)).toEqual([101, 108])
    expect(targetsOf(of([100], 104), some)).toEqual([104])
    expect(targetsOf(of([100]), some)).toEqual([])
    expect(targetOf(of([101, 108], 108), some)).toBe(108)
    expect(targetOf(of([101, 108], 104), some)).toBeNull()
    expect(targetOf(of([108], 104), some)).toBe(108)
  })

  it('knows where the keyboard focus goes when channels are removed', () => {
    expect(activeWithout(of([], 104), some, [104, 105])).toBe(108)
    expect(activeWithout(of([], 108), some, [105, 108])).toBe(104)
    expect(activeWithout(of([], 101), some, [101, 104, 105, 108])).toBeNull()
    expect(activeWithout(of([]), some, [101])).toBeNull()
  })
})
