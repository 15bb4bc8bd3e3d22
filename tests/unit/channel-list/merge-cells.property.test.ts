/**
 * Merges random pairs of batches on one revision, over every operation, through the real engine. What only one side
 * changed is in the result; what both changed differently is a conflict or a refusal. Failures print their seed.
 */
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { cells } from '../../../engine/host/cells/index'
import { createEngine } from '../../../engine/host/index'
import type { Engine, OpenList, Operation } from '~/engine/types'
import { plainHost, runPiece } from '~/modules/channel-list/engine/work'
import { makeEdits } from '../../support/fixtures/cell-edits'
import { makeChl } from '../../support/fixtures/chl'
import { makeList, randomOf } from '../../support/fixtures/satcodx'
import { limitMs, seedsFrom } from '../../support/runs'

const makeEngine = (): Engine => {
  const engine = createEngine(readFileSync('engine/build/engine.wasm'))
  engine.use(cells)
  return engine
}
const engine = makeEngine()
const open = (bytes: Uint8Array, state?: Uint8Array): OpenList => {
  const opened = engine.open(bytes, state === undefined ? {} : { state })
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.list
}
const sourceOf = (seed: number): Uint8Array =>
  seed % 2 === 0 ? makeChl({ seed, groups: 10 }).bytes : makeList({ seed, records: 14 }).bytes

type Facts = Map<string, unknown>
/** The value of a scrambled record without a named system. */
const unnamedSystems: ReadonlySet<unknown> = new Set(['LCKD', '1'])
/** Everything that edits can change, by name, except the order. */
const factsOf = (list: OpenList): Facts => {
  const facts: Facts = new Map()
  const satellites = list.satellites()
  const transponders = list.transponders()
  for (const id of list.columns().id) {
    const channel = list.channel(id)
    if (!channel) continue
    const {
      position: _p,
      number: _n,
      range: _r,
      satellite: _s,
      transponder,
      favourites,
      audioPid: _a,
      names,
      ...fields
    } = channel
    facts.set(`live ${id}`, true)
    for (const [field, value] of Object.entries(fields))
      facts.set(`${id} ${field}`, field === 'encryption' && unnamedSystems.has(value) ? null : value)
    for (const [language, name] of Object.entries(names)) facts.set(`${id} name.${language}`, name)
    facts.set(`${id} transponder`, transponders[transponder]?.id)
    for (const group of list.favouriteGroups())
      if ((favourites >>> group.index) & 1) facts.set(`${id} group ${group.id}`, true)
  }
  for (const [id, number] of list.cells().get('channel.number') ?? []) facts.set(`${id} number`, number)
  for (const { index: _i, channels: _c, transponders: _t, ...one } of satellites)
    for (const [field, value] of Object.entries(one)) facts.set(`satellite ${one.id} ${field}`, value)
  for (const { index: _i, channels: _c, satellite, ...one } of transponders) {
    for (const [field, value] of Object.entries(one)) facts.set(`transponder ${one.id} ${field}`, value)
    facts.set(`transponder ${one.id} satellite`, satellites[satellite]?.id)
  }
  for (const { index: _i, channels: _c, ...one } of list.favouriteGroups()) facts.set(`group ${one.id}`, one.name)
  for (const { channels: _c, ...one } of list.categories()) facts.set(`category ${one.id}`, [one.name, one.logo])
  return facts
}

/** Values of the channel itself; those of its transponder or satellite are compared separately. */
const isOwn = (key: string): boolean =>
  / (?:name|type|scrambled|encryption|videoType|sid|lock|skip|provider|url|category|name\.\w+|group \d+|number)$/.test(
    key,
  )

/** A valid batch, made step by step, and its state. */
const batchOn = (list: OpenList, edits: ReturnType<typeof makeEdits>, most: number): Operation[] => {
  const batch: Operation[] = []
  for (let one = 0; one < 1 + edits.below(most); one++) {
    const operation = edits.next(list)
    if (operation.op !== 'order' && list.apply([operation]).ok) batch.push(operation)
  }
  return batch
}

describe('two batches on one revision', () => {
  const seeds = seedsFrom(1, 300)
  it(
    `lose nothing silently`,
    async () => {
      const outcomes = { merged: 0, clash: 0, refused: 0 }
      for (const seed of seeds) {
        const bytes = sourceOf(seed)
        const edits = makeEdits(randomOf(seed + 500_000))
        const list = open(bytes)
        batchOn(list, edits, 4)
        const base = list.state()
        const before = factsOf(list)
        const mineBatch = batchOn(list, edits, 3)
        const mine = factsOf(list)
        list.load(base)
        const theirBatch = batchOn(list, edits, 3)
        const theirs = factsOf(list)
        const state = list.state()
        if (mineBatch.length === 0 || list.length() === 0) continue
        const text = `seed ${seed}: mine ${JSON.stringify(mineBatch)} theirs ${JSON.stringify(theirBatch)}`
        const stored = { key: `${seed}`, source: bytes, state }
        const prepared = runPiece(plainHost(engine), 'prepare', {
          stored,
          base,
          operations: mineBatch,
        })
        if (prepared.ok === 'clash') {
          expect(prepared.clashes.length, text).toBeGreaterThan(0)
          outcomes.clash++
          continue
        }
        if (!prepared.ok) {
          outcomes.refused++
          continue
        }
        outcomes.merged++
        const result = factsOf(open(bytes, prepared.state))
        for (const key of new Set([...before.keys(), ...mine.keys(), ...theirs.keys()])) {
          const [was, my, their, is] = [before, mine, theirs, result].map((facts) => JSON.stringify(facts.get(key)))
          // Some columns follow from two fields together; each field is compared by itself.
          // A deleted channel's values go with it, but nobody deletes what somebody else has just edited.
          const id = /^(?:live )?(\d+)/.exec(key)?.[1]
          if (id !== undefined && !key.startsWith('live') && !result.has(`live ${id}`)) {
            const isLost = (side: Facts, value: string | undefined) => side.has(`live ${id}`) && value !== was
            const live = `live ${id}`
            if (before.has(live) && !mine.has(live) && isLost(theirs, their) && isOwn(key))
              expect.fail(`${text}: ${key} was edited by them and deleted by me`)
            if (before.has(live) && !theirs.has(live) && isLost(mine, my) && isOwn(key))
              expect.fail(`${text}: ${key} was edited by me and deleted by them`)
            continue
          }
          if (my !== was && their === was) expect(is, `${text}: ${key}, only mine`).toBe(my)
          else if (their !== was && my === was) expect(is, `${text}: ${key}, only theirs`).toBe(their)
          else if (my === their) expect(is, `${text}: ${key}, both`).toBe(my)
          else if (!/ (?:system|language|broadcastLanguage)$/.test(key))
            expect.fail(`${text}: ${key} was set by both, differently, and one of them is lost`)
        }
      }
      // Most pairs touch different channels.
      expect(outcomes.merged).toBeGreaterThan(seeds.length / 3)
      expect(outcomes.clash).toBeGreaterThan(seeds.length / 50)
      expect(outcomes.refused).toBeLessThan(seeds.length / 8)
    },
    limitMs(600_000),
  )

  const prepare = async (bytes: Uint8Array, theirs: Operation[], mine: Operation[]) => {
    const list = open(bytes)
    const base = list.state()
    if (!list.apply(theirs).ok) throw new Error('their batch does not fit')
    const stored = { key: 'theirs', source: bytes, state: list.state() }
    const host = plainHost(engine)
    return runPiece(host, 'prepare', { stored, base, operations: mine })
  }
  const satcodx = makeList({ seed: 9, records: 30, satellites: 2 }).bytes
  const list = open(satcodx)
  const first = list.channel(list.columns().id[0] ?? -1)
  const satellite = list.satellites()[first?.satellite ?? 0]?.id ?? -1
  const transponder = list.transponders()[first?.transponder ?? 0]?.id ?? -1
  const id = first?.id ?? -1
  const added = 2 ** 30 + 7
  const edits: [string, Operation][] = [
    ['a new name', { op: 'rename', id, name: 'Mine' }],
    ['a lock', { op: 'lock', ids: [id], value: true }],
    ['a skip', { op: 'skip', ids: [id], value: true }],
    ['a favourite', { op: 'favourite', ids: [id], group: 0, value: true }],
    ['a SID', { op: 'set', target: 'channel', ids: [id], field: 'sid', value: 777 }],
    ['a number', { op: 'numbers', numbers: [[id, 900]] }],
    ['a category', { op: 'set', target: 'channel', ids: [id], field: 'category', value: 1 }],
    ['a name in Arabic', { op: 'set', target: 'channel', ids: [id], field: 'name.ar', value: 'قناة' }],
  ]
  for (const [what, edit] of edits)
    for (const [target, part] of [['satellite', satellite] as const, ['transponder', transponder] as const])
      it(`conflict if one sets ${what} and the other deletes its ${target}`, async () => {
        expect(await prepare(satcodx, [edit], [{ op: 'remove', target, id: part }])).toMatchObject({
          ok: 'clash',
          clashes: [{ field: 'existence', id, mine: false, theirs: true }],
        })
      })
  it('conflict if one changes a transponder and the other removes its satellite', async () => {
    const change: Operation = { op: 'set', target: 'transponder', id: transponder, values: { symbolRate: 27_501 } }
    expect(await prepare(satcodx, [change], [{ op: 'remove', target: 'satellite', id: satellite }])).toMatchObject({
      ok: 'clash',
      clashes: [{ field: 'transponder', mine: false, theirs: true }],
    })
  })
  it('conflict if they name an added channel differently', async () => {
    const list = open(satcodx)
    const channel = { id: added, transponder, name: 'Added', type: 'tv' } as const
    expect(list.apply([{ op: 'add', target: 'channel', channels: [channel] }]).ok).toBe(true)
    const base = list.state()
    expect(list.apply([{ op: 'rename', id: added, name: 'Theirs' }]).ok).toBe(true)
    const stored = { key: 'added', source: satcodx, state: list.state() }
    const host = plainHost(engine)
    const operations: Operation[] = [{ op: 'rename', id: added, name: 'Mine' }]
    expect(runPiece(host, 'prepare', { stored, base, operations })).toMatchObject({
      ok: 'clash',
      clashes: [{ field: 'name', id: added, mine: 'Mine', theirs: 'Theirs' }],
    })
  })
  it('report every channel moved onto a removed transponder as a conflict, in addition to any other', async () => {
    const names = open(satcodx).names()
    const [other = -1] = Array.from(open(satcodx).columns().id).filter((one) => one !== id)
    const remove: Operation = { op: 'remove', target: 'transponder', id: transponder }
    const bring: Operation = { op: 'set', target: 'channel', ids: [other], field: 'transponder', value: transponder }
    const brought = { field: 'existence', id: other, channel: names[other], mine: false, theirs: true }
    expect(await prepare(satcodx, [bring], [remove])).toMatchObject({ ok: 'clash', clashes: [brought] })
    const edited: Operation = { op: 'set', target: 'channel', ids: [id], field: 'provider', value: 'Theirs' }
    const both = await prepare(satcodx, [bring, edited], [remove])
    expect(both).toMatchObject({ ok: 'clash', total: 2 })
    expect((both as { clashes: unknown[] }).clashes).toContainEqual(brought)
  })
  it('conflict if they restore a channel but differ in its name, lock, skip or group', async () => {
    const list = open(satcodx)
    expect(list.apply([{ op: 'delete', ids: [id] }]).ok).toBe(true)
    const base = list.state()
    const host = plainHost(engine)
    const back: Operation = { op: 'restore', ids: [id] }
    const run = (theirs: Operation[], operations: Operation[]) => {
      const one = open(satcodx, base)
      expect(one.apply([back, ...theirs]).ok).toBe(true)
      const stored = { key: `back ${JSON.stringify(theirs)}`, source: satcodx, state: one.state() }
      return runPiece(host, 'prepare', { stored, base, operations: [back, ...operations] })
    }
    const flag = (op: 'lock' | 'skip', value: boolean): Operation => ({ op, ids: [id], value })
    const star = (value: boolean): Operation => ({ op: 'favourite', ids: [id], group: 1, value })
    const name = (text: string): Operation => ({ op: 'rename', id, name: text })
    for (const [field, theirs, mine] of [
      ['name', name('Theirs'), name('Mine')],
      ['lock', flag('lock', true), flag('lock', false)],
      ['skip', flag('skip', true), flag('skip', false)],
      ['favourite', star(true), star(false)],
    ] as const)
      expect(run([theirs], [mine]), field).toMatchObject({ ok: 'clash', clashes: [{ field, id }] })
    // Changes by only one side need no question.
    for (const one of [name('Mine'), flag('lock', true), star(true)]) {
      expect(run([], [one]), one.op).toMatchObject({ ok: true })
      expect(run([one], []), one.op).toMatchObject({ ok: true })
    }
  })
  it('keep a channel that a stale one deletes and restores', async () => {
    const lock: Operation = { op: 'lock', ids: [id], value: true }
    const [, , other = -1] = Array.from(open(satcodx).columns().id).filter((one) => one !== id)
    expect(
      await prepare(
        satcodx,
        [lock],
        [
          { op: 'delete', ids: [other] },
          { op: 'restore', ids: [other] },
        ],
      ),
    ).toMatchObject({ ok: true })
  })
  it('conflict if one adds a transponder and the other removes its satellite', async () => {
    const values = { frequencyKHz: 12_031_000, polarisation: 'H', symbolRate: 27_500, fec: '3/4', band: 'KU' } as const
    const add: Operation = { op: 'add', target: 'transponder', id: added, satellite, values }
    expect(await prepare(satcodx, [add], [{ op: 'remove', target: 'satellite', id: satellite }])).toMatchObject({
      ok: 'clash',
      clashes: [{ field: 'transponder', mine: false, theirs: true }],
    })
  })
  it('conflict if one puts channels into a group or category and the other removes it', async () => {
    const group: Operation = { op: 'add', target: 'group', id: added, values: { name: 'Ninth' } }
    const chl = makeChl({ seed: 4, groups: 8 }).bytes
    const nine = open(chl)
    expect(nine.favouriteGroups()).toHaveLength(8)
    expect(nine.apply([group]).ok).toBe(true)
    const base = nine.state()
    const one = nine.columns().id[0] ?? -1
    expect(nine.apply([{ op: 'favourite', ids: [one], group: added, value: true }]).ok).toBe(true)
    const host = plainHost(engine)
    const stored = { key: 'groups', source: chl, state: nine.state() }
    expect(
      runPiece(host, 'prepare', { stored, base, operations: [{ op: 'remove', target: 'group', id: added }] }),
    ).toMatchObject({ ok: 'clash', clashes: [{ field: 'group', channel: 'Ninth' }] })
    expect(
      await prepare(
        satcodx,
        [{ op: 'set', target: 'channel', ids: [id], field: 'category', value: 1 }],
        [{ op: 'remove', target: 'category', id: 1 }],
      ),
    ).toMatchObject({ ok: 'clash', clashes: [{ field: 'category' }] })
  })
})
