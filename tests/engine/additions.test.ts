/** Additions to a list are limited in number and in bytes, and a long batch of them goes through the list only once. */
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

it('a list takes at most its limit of transponders, in batches of a thousand', () => {
  const list = open(20)
  const own = list.transponders().length
  for (let from = 0; from < limits.added.transponder; from += 1000)
    expect(list.apply(Array.from({ length: 1000 }, (_, at) => transponder(from + at))).ok).toBe(true)
  expect(list.transponders()).toHaveLength(own + limits.added.transponder)
  // An existing id is still recognised, and nothing more fits while all are in use.
  expect(list.apply([transponder(7)])).toMatchObject({ ok: false, code: 'id-taken' })
  const more = transponder(limits.added.transponder)
  expect(list.apply([more])).toMatchObject({ ok: false, code: 'too-many-additions' })
  expect(list.apply([{ op: 'remove', target: 'transponder', id: addedIdMin }, more]).ok).toBe(true)
  expect(list.transponders()).toHaveLength(own + limits.added.transponder)
  expect(list.cells().get('transponder.frequencyKHz')?.has(addedIdMin)).toBe(false)
})

it('a removed transponder stays if a deleted channel may restore it, and goes if its channel was added', () => {
  const list = open(20)
  const own = Number(list.columns().id[0])
  const channel = { id: addedIdMin, name: 'New', transponder: addedIdMin + 1, type: 'tv' as const, sid: 1 }
  for (let from = 0; from < limits.added.transponder; from += 1000)
    expect(list.apply(Array.from({ length: 1000 }, (_, at) => transponder(from + at))).ok).toBe(true)
  const before: Operation[] = [
    { op: 'set', target: 'channel', ids: [own], field: 'transponder', value: addedIdMin },
    { op: 'add', target: 'channel', channels: [channel] },
    { op: 'remove', target: 'transponder', id: addedIdMin },
    { op: 'remove', target: 'transponder', id: addedIdMin + 1 },
  ]
  expect(list.apply(before).ok).toBe(true)
  const added = (at: number) => list.apply([transponder(limits.added.transponder + at)])
  expect(added(0).ok).toBe(true)
  expect(added(1)).toMatchObject({ code: 'too-many-additions' })
  expect(list.removed().map(({ id }) => id)).toEqual([own])
  expect(list.apply([{ op: 'restore', ids: [own] }]).ok).toBe(true)
  expect(list.transponders().some(({ id }) => id === addedIdMin)).toBe(true)
})

it('a batch sees its own earlier changes', () => {
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

it('the edited file stays within the size that a box can load', () => {
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

it('added and deleted channels are purged oldest first; channels in the list stay', () => {
  const list = open(20)
  const [tp = 0, other = 0] = list.transponders().map(({ id }) => id)
  let next = 0
  const added = (count: number) =>
    Array.from({ length: count }, () => {
      const at = next++
      return { id: addedIdMin + at, name: `N${at}`, transponder: tp, type: 'tv' as const, url: `http://a/${at}` }
    })
  const round = (): Operation[] => {
    const channels = added(100)
    const kept = channels.filter((_, at) => at % 20 === 7).map(({ id }) => id)
    const [first = 0, ...more] = kept
    return [
      { op: 'add', target: 'channel', channels, to: 3 },
      { op: 'rename', id: first, name: `\u042f${first - addedIdMin}` },
      { op: 'lock', ids: more.slice(0, 2), value: true },
      { op: 'favourite', ids: more.slice(1), group: 0, value: true },
      { op: 'set', target: 'channel', ids: kept, field: 'transponder', value: other },
      { op: 'group-order', group: 0, order: more.slice(1).reverse() },
      { op: 'delete', ids: channels.map(({ id }) => id).filter((id) => !kept.includes(id)) },
    ]
  }
  const passing = (): Operation[] => {
    const channels = added(100)
    return [
      { op: 'add', target: 'channel', channels },
      { op: 'delete', ids: channels.map(({ id }) => id) },
    ]
  }
  const seen = () =>
    list.channels(0, list.length()).map(({ id, name, lock, favourites, transponder }) => ({
      id,
      name,
      lock,
      favourites,
      transponder,
      url: list.cells().get('channel.url')?.get(id) ?? null,
    }))
  while (next < limits.added.channel) expect(list.apply(next % 800 === 0 ? round() : passing()).ok).toBe(true)
  const before = seen()
  const earlier = list.state()
  expect(list.removed()).toHaveLength(limits.added.channel - 25)
  const [one] = added(1)
  expect(list.apply([{ op: 'add', target: 'channel', channels: one ? [one] : [] }]).ok).toBe(true)
  expect(seen().slice(0, -1)).toEqual(before)
  expect(seen().at(-1)?.name).toBe(one?.name)
  // The newer half can still be restored, and an earlier state restores all of them.
  expect(list.removed().map(({ id }) => id)).not.toContain(addedIdMin)
  const newer = list.removed().at(-1)?.id ?? 0
  expect(list.apply([{ op: 'restore', ids: [newer] }]).ok).toBe(true)
  const state = list.state()
  expect(state.length).toBeLessThan(earlier.length)
  const again = open(20)
  again.load(state)
  expect(again.state()).toEqual(state)
  again.load(earlier)
  expect(again.apply([{ op: 'restore', ids: [addedIdMin] }]).ok).toBe(true)
  // A refusal after room was made leaves everything as it was.
  list.load(earlier)
  const [more] = added(1)
  const twice: Operation = { op: 'add', target: 'channel', channels: more ? [more, more] : [] }
  expect(list.apply([twice])).toMatchObject({ ok: false, code: 'id-taken' })
  expect(list.state()).toEqual(earlier)
  for (let at = 0; at < 4; at++) expect(list.apply(round()).ok).toBe(true)
})

it('a value is written into a channel that has a key longer than a call takes arguments', () => {
  const engine = makeEngine()
  engine.use(cells)
  const text = Buffer.from(writeChl(buildSeedList({ seed: 3, channels: 2 }))).toString()
  const list = openList(engine, Buffer.from(text.replaceAll(/"name"/gi, `"${'k'.repeat(300_000)}":1,$&`)))
  const ids = [...list.columns().id].slice(0, list.length())
  expect(list.apply([{ op: 'set', target: 'channel', ids, field: 'provider', value: 'Own' }]).ok).toBe(true)
  expect(Buffer.from(list.write('chl').bytes).toString()).toContain('"Own"')
})
