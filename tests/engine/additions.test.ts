/** What a list takes in is limited in number and in bytes, and a long batch of additions goes over the list once. */
import { expect, it } from 'vitest'
import { addedIdMin, limits, type Operation } from '../../engine/host/types'
import { buildSeedList } from '../../app/modules/channel-list/seed/data'
import { writeChl } from '../../app/modules/channel-list/seed/file'
import { makeEngine, openList } from '../support/fixtures/engine'
import { cells } from '../../engine/host/cells'

const open = (channels: number) => {
  const engine = makeEngine()
  engine.use(cells)
  return openList(engine, writeChl(buildSeedList({ seed: 3, channels })))
}
const transponder = (at: number, frequencyKHz = 4_000_000 + at): Operation => ({
  op: 'add',
  target: 'transponder',
  id: addedIdMin + at,
  satellite: 0,
  values: { frequencyKHz, polarisation: 'V', symbolRate: 22_000, fec: 'auto', band: 'KU' },
})

it('a list takes its most of transponders, in batches of a thousand, and no more', () => {
  const list = open(20)
  const own = list.transponders().length
  for (let from = 0; from < limits.added.transponder; from += 1000)
    expect(list.apply(Array.from({ length: 1000 }, (_, at) => transponder(from + at))).ok).toBe(true)
  expect(list.transponders()).toHaveLength(own + limits.added.transponder)
  // One that is there already is still seen, and one that is removed gives no room: its cells stay.
  expect(list.apply([transponder(7)])).toMatchObject({ ok: false, code: 'id-taken' })
  expect(list.apply([{ op: 'remove', target: 'transponder', id: addedIdMin }]).ok).toBe(true)
  expect(list.apply([transponder(limits.added.transponder)])).toMatchObject({ ok: false, code: 'too-many-additions' })
})

it('sees within one batch what the batch has changed before', () => {
  const list = open(20)
  const [first] = list.satellites()
  expect(list.apply([transponder(0, 4_000_000), transponder(1, 4_000_000)])).toMatchObject({
    ok: false,
    code: 'transponder-exists',
    index: 1,
  })
  const angle = (angle: number): Operation => ({
    op: 'set',
    target: 'satellite',
    id: first?.id ?? 0,
    values: { angle },
  })
  const added = (id: number, angle: number): Operation => ({
    op: 'add',
    target: 'satellite',
    id: addedIdMin + id,
    values: { name: `New ${id}`, angle, band: 'KU' },
  })
  expect(list.apply([angle(3001), angle(3002), added(1, 3001)]).ok).toBe(true)
  expect(list.apply([angle(3003), angle(3004), added(2, 3004)])).toMatchObject({ code: 'satellite-exists', index: 2 })
})

it('the file that edits make stays within what a box loads', () => {
  const list = open(2000)
  const text = '\u0634'.repeat(limits.otherNameCharacters)
  const audio = Array.from({ length: limits.tracks }, (_, pid) => ({ pid, type: text, language: text, dolby: false }))
  const set = (ids: number[]): Operation => ({ op: 'set', target: 'channel', ids, field: 'audio', value: audio })
  const ids = Array.from(list.columns().id)
  const before = list.state()
  expect(list.apply([set(ids)])).toMatchObject({ ok: false, code: 'list-too-large', index: 0 })
  expect(list.state()).toEqual(before)
  expect(list.apply([set(ids.slice(0, 200))]).ok).toBe(true)
})

it('channels that were added and deleted again and again count to the end', () => {
  const list = open(20)
  const tp = list.transponders()[0]?.id ?? 0
  let next = 0
  const round = (): Operation[] => {
    const channels = Array.from({ length: 100 }, () => {
      const at = next++
      return { id: addedIdMin + at, name: `N${at}`, transponder: tp, type: 'tv' as const, url: `http://a/${at}` }
    })
    return [
      { op: 'add', target: 'channel', channels },
      { op: 'delete', ids: channels.map(({ id }) => id) },
    ]
  }
  while (next < limits.added.channel) expect(list.apply(round()).ok).toBe(true)
  const { length } = list.state()
  expect(list.apply(round())).toMatchObject({ ok: false, code: 'too-many-additions' })
  expect(list.state()).toHaveLength(length)
})
