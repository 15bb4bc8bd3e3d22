/** Filters, and the orders in which a list is displayed: the list itself stays unchanged. */
import { describe, expect, it } from 'vitest'
import type { OpenList } from '../../engine/host/contract'
import { viewSorts } from '../../engine/host/types'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { joinParts, makeList, makeRecord, type Fields } from '../support/fixtures/satcodx'

const engine = makeEngine()
const openRecords = (records: Partial<Fields>[]): OpenList =>
  openList(engine, joinParts(...records.flatMap((one) => [makeRecord(one, '103'), '\n'])))
const placesOf = (list: OpenList, query: Parameters<OpenList['find']>[0]) => [...list.find(query)]

const records: Partial<Fields>[] = [
  { name: 'News HD', sid: 10, frequencyKHz: 11_303_000, crypto: 'VIAC' },
  { name: 'Kino', sid: 10, frequencyKHz: 11_304_500 },
  { name: '', sid: 30, frequencyKHz: 11_493_000 },
  { name: 'kino ', sid: 40, frequencyKHz: 10_700_000, type: 'R' },
  { name: 'HDmusic', sid: 10, frequencyKHz: 11_308_000, polarisation: 'V' },
]

describe('filters', () => {
  it('finds channels without a name, duplicate services and duplicate names', () => {
    const list = openRecords(records)
    expect(placesOf(list, { only: 'unnamed' })).toEqual([2])
    expect(placesOf(list, { only: 'duplicates' })).toEqual([0, 1])
    expect(placesOf(list, { only: 'same-name' })).toEqual([1, 3])
  })

  it('treats services on one frequency with other polarisations, satellites or SIDs as different', () => {
    const one = { name: 'A', sid: 10, frequencyKHz: 11_303_000 }
    const list = openRecords([
      one,
      { ...one, polarisation: 'V' },
      { ...one, satellite: 'Hotbird', angle: 130 },
      { ...one, sid: 11 },
      { ...one, frequencyKHz: 11_306_000 },
    ])
    expect(placesOf(list, { only: 'duplicates' })).toEqual([])
  })

  it('follows edits: a new name, a new favourite', () => {
    const list = openRecords(records)
    expect(placesOf(list, { only: 'no-favourite' })).toEqual([0, 1, 2, 3, 4])
    list.apply([
      { op: 'favourite', ids: [1, 4], group: 31 % 8, value: true },
      { op: 'rename', id: 2, name: 'Kino' },
    ])
    expect(placesOf(list, { only: 'no-favourite' })).toEqual([0, 2, 3])
    expect(placesOf(list, { only: 'unnamed' })).toEqual([])
    expect(placesOf(list, { only: 'same-name' })).toEqual([1, 2, 3])
  })

  it('recognises HD as a word of the name, and encryption by the record', () => {
    const list = openRecords(records)
    expect(placesOf(list, { video: 'hd' })).toEqual([0])
    expect(list.choices().encryptions).toEqual([{ value: 'VIAC', channels: 1 }])
    expect(placesOf(list, { encryption: 'VIAC', search: 'news' })).toEqual([0])
    expect(placesOf(list, { encryption: 'IRDE' })).toEqual([])
  })

  it('finds by provider, codec and problems in a .chl, and counts each value', () => {
    const made = makeChl({ seed: 11, tv: 40, radio: 10 })
    const list = openList(engine, made.bytes)
    const { providers, videos } = list.choices()
    expect(providers.length).toBeGreaterThan(0)
    for (const { value, channels } of providers) {
      const found = placesOf(list, { provider: value })
      expect(found).toHaveLength(channels)
      for (const place of found) expect(list.channel(list.columns().id[place] ?? -1)?.provider).toBe(value)
    }
    for (const { value, channels } of videos) expect(placesOf(list, { video: value })).toHaveLength(channels)
    const broken = new Set(list.problems().map(({ record }) => record))
    expect(placesOf(list, { only: 'problems' }).length > 0).toBe([...broken].some((record) => record !== null))
  })
})

describe('display orders', () => {
  it('shows every column ascending and descending, missing values last, and leaves the list unchanged', () => {
    const list = openRecords(records)
    list.apply([{ op: 'favourite', ids: [3], group: 2, value: true }])
    const before = [...list.state()]
    expect([...list.ordered('name')]).toEqual([4, 3, 1, 0, 2])
    expect([...list.ordered('-name')].at(-1)).toBe(2)
    expect([...list.ordered('frequency')]).toEqual([3, 0, 1, 4, 2])
    expect([...list.ordered('-frequency')]).toEqual([2, 4, 1, 0, 3])
    expect([...list.ordered('sid')]).toEqual([0, 1, 4, 2, 3])
    expect([...list.ordered('favourite')]).toEqual([3, 0, 1, 2, 4])
    expect([...list.ordered('-favourite')]).toEqual([3, 0, 1, 2, 4])
    expect([...list.ordered('type')]).toEqual([0, 1, 2, 4, 3])
    expect([...list.ordered('-position')]).toEqual([4, 3, 2, 1, 0])
    expect([...list.ordered('name', Uint32Array.of(0, 2, 3))]).toEqual([3, 0, 2])
    expect([...list.state()]).toEqual(before)
  })

  it.each(viewSorts)('by %s contains every place once', (sort) => {
    const list = openList(engine, makeList({ seed: 3, records: 500 }).bytes)
    expect([...list.ordered(sort)].sort((a, b) => a - b)).toEqual(Array.from({ length: 500 }, (_, place) => place))
  })
})
