/**
 * The editor's two guarantees: no edit ever reaches another channel than the intended one, and an export has the latest
 * keystroke. Tested on randomly edited lists; failures print their seed.
 */
import { describe, expect, it } from 'vitest'
import { cells } from '../../engine/host/cells/index'
import type { OpenList } from '../../engine/host/contract'
import type { ChannelField, ChannelValue, Operation } from '../../engine/host/types'
import { makeEdits } from '../support/fixtures/cell-edits'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList, randomOf, variants } from '../support/fixtures/satcodx'
import { limitMs, seedsFrom } from '../support/runs'

const seeds = seedsFrom(1, 60)
const engine = makeEngine()
engine.use(cells)
const other = makeEngine()
other.use(cells)

const sourceOf = (seed: number): Uint8Array =>
  seed % 2 === 0
    ? makeChl({ seed, style: seed % 4 === 0 ? 'pretty' : 'minified', favourites: seed % 3 === 0 ? 'pair' : 'index' })
        .bytes
    : makeList({ seed, records: 14, variant: variants[seed % variants.length] ?? '103' }).bytes

/** An edited list, and random choices for further edits. */
const editedList = (seed: number): { list: OpenList; bytes: Uint8Array; edits: ReturnType<typeof makeEdits> } => {
  const bytes = sourceOf(seed)
  const list = openList(engine, bytes)
  const edits = makeEdits(randomOf(seed + 70_000))
  for (let step = 0; step < 8; step++) list.apply([edits.next(list)])
  return { list, bytes, edits }
}

/** Each channel's values, at any position. */
const channelsOf = (list: OpenList): Map<number, string> => {
  const transponders = list.transponders()
  const satellites = list.satellites()
  return new Map(
    Array.from(list.columns().id, (id) => {
      const channel = list.channel(id)
      const at = transponders[channel?.transponder ?? -1]
      const told = {
        ...channel,
        position: 0,
        number: 0,
        range: 0,
        satellite: satellites[channel?.satellite ?? -1]?.id,
        transponder: at?.id,
      }
      return [id, JSON.stringify(told)]
    }),
  )
}

const values: Record<string, readonly ChannelValue[]> = {
  type: ['tv', 'radio'],
  scrambled: [true, false],
  encryption: ['90', 'BISS', null],
  videoType: ['H264', 'MPEG-2'],
  sid: [17, 4711, null],
  onid: [1, null],
  tsid: [1107],
  provider: ['SKY'],
  videoPid: [101],
  pcrPid: [102],
  pmtPid: [103],
  audio: [[{ pid: 200, type: 'AC3', language: 'tur', dolby: true }]],
  url: ['http://a.example/1'],
  category: [3],
  'name.ar': ['قناة'],
}

describe('no edit reaches another channel than the intended one', () => {
  it(
    'after any earlier edits',
    () => {
      for (const seed of seeds) {
        const { list, bytes, edits } = editedList(seed)
        if (list.length() < 3) continue
        for (const [field, usual] of Object.entries(values)) {
          // A category that earlier edits removed can't be assigned.
          const choices = field === 'category' ? [...list.categories().map(({ id }) => id), null] : usual
          const ids = [...new Set([edits.pick(list.columns().id), edits.pick(list.columns().id)])]
          const batches: Operation[] = [
            { op: 'set', target: 'channel', ids, field: field as ChannelField, value: edits.pick(choices) },
            { op: 'rename', id: ids[0] ?? 0, name: `N ${field}` },
            { op: 'lock', ids, value: edits.below(2) === 0 },
            { op: 'favourite', ids, group: edits.below(8), value: edits.below(2) === 0 },
            { op: 'numbers', numbers: ids.map((id) => [id, 1 + edits.below(900)]) },
          ]
          const before = channelsOf(list)
          const numbers = new Map(Array.from(list.columns().id, (id, place) => [id, list.numbers()[place]] as const))
          const operation = edits.pick(batches)
          const text = `seed ${seed} ${JSON.stringify(operation)}`
          expect(list.apply([operation]).ok, text).toBe(true)
          for (const [where, is] of [
            ['here', list],
            ['elsewhere', openList(other, bytes, { state: list.state() })],
          ] as const) {
            const after = channelsOf(is)
            expect([...after.keys()], text).toEqual([...before.keys()])
            for (const [id, told] of after)
              if (!ids.includes(id)) expect(told, `${text} ${where} ${id}`).toBe(before.get(id))
            const now = is.numbers()
            is.columns().id.forEach((id, place) => {
              if (!ids.includes(id)) expect(now[place], `${text} ${where} number of ${id}`).toBe(numbers.get(id))
            })
          }
        }
      }
    },
    limitMs(120_000),
  )
})

it('a batch may use its own additions, in every source', () => {
  for (const seed of [1, 2, 3, 4]) {
    const list = openList(engine, sourceOf(seed))
    const [one = -1, two = -1] = list.columns().id
    const group = 2 ** 30 + 1
    const done = list.apply([
      { op: 'add', target: 'group', id: group, values: { name: `Of ${seed}` } },
      { op: 'favourite', ids: [one, two], group, value: true },
      { op: 'group-order', group, order: [two, one] },
    ])
    expect(done.ok, `seed ${seed}`).toBe(true)
    expect(list.groupOrder(group)).toEqual([two, one])
  }
})

describe('an export has the latest keystroke', () => {
  it(
    'in names and in fields, after each edit',
    () => {
      const reader = makeEngine()
      for (const seed of seeds) {
        const { list, edits } = editedList(seed + 5_000)
        if (list.length() === 0) continue
        const own = list.dialect === 'chl' ? 'chl' : 'sdx'
        for (let key = 0; key < 5; key++) {
          const id = edits.pick(list.columns().id)
          const name = `Key ${key} ${edits.below(1000)}`
          const sid = edits.below(65_536)
          const text = `seed ${seed + 5_000} key ${key} channel ${id}`
          expect(list.apply([{ op: 'rename', id, name: `${name}x` }]).ok, text).toBe(true)
          expect(
            list.apply([
              { op: 'set', target: 'channel', ids: [id], field: 'sid', value: 1 },
              { op: 'set', target: 'channel', ids: [id], field: 'sid', value: sid },
            ]).ok,
            text,
          ).toBe(true)
          expect(list.apply([{ op: 'rename', id, name }]).ok, text).toBe(true)
          const read = openList(reader, list.write(own).bytes)
          const back = read.channels(list.positionOf(id) - 1, 1)[0]
          expect([back?.name, back?.sid], text).toEqual([name, sid])
        }
      }
    },
    limitMs(120_000),
  )
})

it('the numbers of a .chl stay gapless when channels change their type', () => {
  const { bytes } = makeChl({ seed: 4, tv: 9, radio: 4 })
  const indexesOf = (file: Uint8Array): Record<string, number[]> => {
    const found: Record<string, number[]> = {}
    for (const [, kind, index] of new TextDecoder()
      .decode(file)
      .matchAll(/"TVType"\s*:\s*"(\w+)"[^{}]*?"Index"\s*:\s*"?(\d+)/g))
      (found[kind ?? ''] ??= []).push(Number(index))
    return found
  }
  const first = indexesOf(bytes)
  const ids = [...openList(engine, bytes).columns().id]
  for (const changed of [[ids[2]], [ids[0], ids[5]], [ids[10]], [ids[1], ids[11]]]) {
    const list = openList(engine, bytes)
    for (const id of changed as number[]) {
      const value = list.channel(id)?.type === 'radio' ? 'tv' : 'radio'
      expect(list.apply([{ op: 'set', target: 'channel', ids: [id], field: 'type', value }]).ok).toBe(true)
    }
    const now = indexesOf(list.write('chl').bytes)
    expect(Object.values(now).flat()).toHaveLength(13)
    for (const [kind, numbers] of Object.entries(now)) {
      const least = Math.min(...(first[kind] ?? [0]))
      expect([...numbers].sort((a, b) => a - b)).toEqual(numbers.map((_, at) => least + at))
    }
  }
})
