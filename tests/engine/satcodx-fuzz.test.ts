/**
 * The engine reads, edits and writes any bytes without a trap, a hang or a wrong byte. The saved corpus holds useful
 * inputs of earlier runs, made by `mutation.ts`; a failure prints its seed.
 */
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeState } from '../support/edit-state'
import { type Operation, sortModes } from '../../engine/host/types'
import { root } from '../support/paths'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList, randomOf } from '../support/fixtures/satcodx'
import { limitMs, seedsFrom } from '../support/runs'
import { makeDamaged } from './mutation'

const engine = makeEngine()
const seeds = seedsFrom(1, 3000)
const corpus = path.join(root, 'tests/engine/corpus')

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** Runs everything that a caller may do on the bytes; throws if the engine breaks a guarantee. */
function exercise(bytes: Uint8Array, seed: number): void {
  const opened = engine.open(bytes)
  if (!opened.ok) {
    expect(opened.offset).toBeLessThanOrEqual(bytes.length)
    return
  }
  const { list } = opened
  if (list.dialect !== 'satcodx') return
  expect(same(list.write('sdx').bytes, bytes), 'unedited it is written back').toBe(true)
  for (const problem of list.problems()) {
    expect(problem.offset).toBeLessThanOrEqual(bytes.length)
    expect(problem.record ?? 1).toBeLessThanOrEqual(list.records)
  }
  const length = list.length()
  const satellites = list.satellites().length
  const transponders = list.transponders().length
  for (const channel of list.channels(0, length)) {
    expect(channel.satellite).toBeLessThan(satellites)
    expect(channel.transponder).toBeLessThan(transponders)
    const details = list.channel(channel.id)
    expect(details?.name).toBe(channel.name)
    expect(details?.range[1]).toBeLessThanOrEqual(bytes.length)
  }
  expect(list.names()).toHaveLength(length)
  list.find({ search: 'a' })

  const random = randomOf(seed)
  const id = () => Math.floor(random() * (list.records + 1))
  const start = list.state()
  const operations: Operation[] = [
    {
      op: 'rename',
      id: id(),
      name: ['New', 'Ünïcödé', 'Имя', 'a name that is longer than any field', 'السلام'][Math.floor(random() * 5)] ?? 'x',
    },
    { op: 'move', ids: [id(), id()], to: Math.max(1, id()) },
    { op: 'sort', mode: sortModes[Math.floor(random() * sortModes.length)] ?? 'az', variant: random() < 0.5 ? 1 : 2 },
    { op: 'delete', ids: [id()] },
    { op: 'step', ids: [id()], by: random() < 0.5 ? 1 : -1 },
    { op: 'favourite', ids: [id()], group: Math.floor(random() * 9), value: true },
    { op: 'encoding', encoding: random() < 0.5 ? 'utf-8' : 'iso-8859-5' },
    { op: 'lock', ids: [id()], value: true },
  ]
  for (const operation of operations) list.apply([operation])
  list.apply(operations)
  const state = list.state()
  expect([...decodeState(state).order]).toEqual([...list.columns().id])
  const written = list.write('sdx').bytes
  const names = list.names()
  list.load(start)
  expect(same(list.write('sdx').bytes, bytes), 'undone it is written back').toBe(true)
  list.load(state)
  expect(list.names()).toEqual(names)
  expect(same(list.state(), state)).toBe(true)
  const again = engine.open(written)
  if (again.ok && again.list.dialect === 'satcodx') expect(same(again.list.write('sdx').bytes, written)).toBe(true)
}

describe('the engine on arbitrary bytes', () => {
  for (const file of readdirSync(corpus)
    .filter((name) => name.endsWith('.bin'))
    .sort()) {
    it(`keeps every guarantee for ${file}`, () => exercise(new Uint8Array(readFileSync(path.join(corpus, file))), 1))
  }

  it(
    'keeps every guarantee for damaged files',
    () => {
      for (const seed of seeds) {
        try {
          exercise(makeDamaged(seed), seed)
        } catch (error) {
          throw new Error(`seed ${seed}`, { cause: error })
        }
      }
    },
    limitMs(240_000),
  )

  it(
    'refuses damaged edit states with RangeError and stays unchanged',
    () => {
      const made = makeList({ seed: 5, records: 60 })
      const list = openList(engine, made.bytes)
      list.apply([
        { op: 'sort', mode: 'za' },
        { op: 'rename', id: 7, name: 'Sieben' },
        { op: 'rename', id: 9, name: 'Тест' },
        { op: 'delete', ids: [1, 2] },
        { op: 'lock', ids: [5, 50], value: true },
        { op: 'favourite', ids: [8], group: 7, value: true },
      ])
      const state = list.state()
      for (const seed of seeds) {
        const random = randomOf(seed)
        const damaged = [...state]
        for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
          const at = 16 + Math.floor(random() * (damaged.length - 16))
          if (random() < 0.6) damaged[at] = Math.floor(random() * 256)
          else if (random() < 0.5) damaged.splice(at, 1)
          else damaged.splice(at, 0, Math.floor(random() * 256))
        }
        const bytes = Uint8Array.from(damaged)
        const before = list.state()
        let decoded: ReturnType<typeof decodeState> | null = null
        try {
          list.load(bytes)
          decoded = decodeState(bytes)
        } catch (error) {
          if (!(error instanceof RangeError)) throw new Error(`seed ${seed}`, { cause: error })
        }
        if (decoded) expect([...list.columns().id]).toEqual([...decoded.order])
        else expect(same(list.state(), before), `seed ${seed}`).toBe(true)
      }
      list.load(state)
      expect(same(list.state(), state)).toBe(true)
    },
    limitMs(240_000),
  )
})
