/**
 * Random sequences of every operation: undoing all restores the first bytes, redoing all the last. An engine that loads
 * the cells late agrees byte for byte with one that had them from the start. Failures print their seed.
 */
import { describe, expect, it } from 'vitest'
import { streamNumbers } from '../../engine/host/channel-fields'
import type { Engine, OpenList } from '../../engine/host/contract'
import { cells } from '../../engine/host/cells/index'
import { isCellState, needsCells } from '../../engine/host/needs-cells'
import type { Operation } from '../../engine/host/types'
import { makeEdits, readAll } from '../support/fixtures/cell-edits'
import { makeChl } from '../support/fixtures/chl'
import { makeEngine, openList } from '../support/fixtures/engine'
import { makeList, randomOf, variants } from '../support/fixtures/satcodx'
import { limitMs, seedsFrom } from '../support/runs'

const seeds = seedsFrom(1, 300)

const server = makeEngine()
server.use(cells)
/** The browser's engine: it loads the cells when they are first needed. */
const makeBrowser = (): {
  engine: Engine
  prepare(operations: readonly Operation[]): void
  opening(state: Uint8Array): void
} => {
  const engine = makeEngine()
  let has = false
  const use = (needed: boolean) => {
    if (needed && !has) engine.use(cells)
    has ||= needed
  }
  return { engine, prepare: (operations) => use(needsCells(operations)), opening: (state) => use(isCellState(state)) }
}

const sourceOf = (seed: number): Uint8Array => {
  const random = randomOf(seed * 77 + 5)
  if (random() < 0.5) {
    return makeChl({
      seed,
      style: random() < 0.5 ? 'pretty' : 'minified',
      favourites: random() < 0.5 ? 'index' : 'pair',
      mixed: random() < 0.5,
      groups: [8, 8, 0, 12][Math.floor(random() * 4)] ?? 8,
      bom: random() < 0.2,
    }).bytes
  }
  const variant = variants[Math.floor(random() * variants.length)] ?? '103'
  const encoding = (['latin1', 'turkish', 'utf-8'] as const)[Math.floor(random() * 3)] ?? 'latin1'
  return makeList({
    seed,
    records: 14,
    variant,
    // A 110 in UTF-8 counts its columns by characters, which these fixtures do not.
    encoding: variant === '110' ? 'latin1' : encoding,
    trailer: random() < 0.3 ? '\0' : '',
  }).bytes
}

describe('sequences of every operation', () => {
  it(
    'return to the first bytes by undo and to the last by redo, on server and browser alike',
    () => {
      const done = new Map<string, number>()
      for (const seed of seeds) {
        const told = `seed ${seed}`
        const bytes = sourceOf(seed)
        const edits = makeEdits(randomOf(seed))
        const browser = makeBrowser()
        const mine = openList(server, bytes)
        const theirs = openList(browser.engine, bytes)
        const own = mine.dialect === 'chl' ? 'chl' : 'sdx'
        const states = [mine.state()]
        const files = [mine.write(own).bytes]
        expect(Buffer.compare(files[0] ?? new Uint8Array(0), bytes), told).toBe(0)
        for (let step = 0; step < 10; step++) {
          const batch = Array.from({ length: 1 + edits.below(3) }, () => edits.next(mine))
          const text = `${told} step ${step} ${JSON.stringify(batch)}`
          const before = mine.state()
          browser.prepare(batch)
          const applied = mine.apply(batch)
          const appliedThere = theirs.apply(batch)
          expect(appliedThere, text).toEqual(applied)
          if (!applied.ok) {
            expect(Buffer.compare(mine.state(), before), `${text} refused`).toBe(0)
            continue
          }
          for (const { op } of batch) done.set(op, (done.get(op) ?? 0) + 1)
          expect(Buffer.compare(mine.state(), theirs.state()), text).toBe(0)
          states.push(mine.state())
          files.push(mine.write(own).bytes)
          expect(Buffer.compare(files[files.length - 1] ?? bytes, theirs.write(own).bytes), text).toBe(0)
        }
        const last = readAll(mine)
        expect(readAll(theirs), told).toEqual(last)
        for (let at = states.length - 1; at >= 0; at--) {
          mine.load(states[at] ?? new Uint8Array(0))
          expect(Buffer.compare(mine.state(), states[at] ?? bytes), `${told} undo ${at}`).toBe(0)
          expect(Buffer.compare(mine.write(own).bytes, files[at] ?? bytes), `${told} undo ${at}`).toBe(0)
        }
        expect(Buffer.compare(mine.write(own).bytes, bytes), told).toBe(0)
        const fresh = openList(server, bytes, { state: states[states.length - 1] ?? new Uint8Array(0) })
        expect(readAll(fresh), told).toEqual(last)
        expect(Buffer.compare(fresh.write(own).bytes, files[files.length - 1] ?? bytes), told).toBe(0)
        expect(readAll(fresh), `${told} after writing`).toEqual(last)
      }
      const kinds = [
        'set',
        'add',
        'remove',
        'arrange',
        'group-order',
        'numbers',
        'names-in',
        'values',
        'swap',
        'restore',
        'names',
        'sort',
      ]
      for (const op of kinds) expect(done.get(op) ?? 0, op).toBeGreaterThan(seeds.length / 40)
    },
    limitMs(150_000),
  )
})

/** The values of a list that a file of this dialect can store, without ids. */
const tellOf = (list: OpenList) => {
  const satellites = list.satellites()
  const transponders = list.transponders()
  return Array.from(list.columns().id, (id) => {
    const channel = list.channel(id)
    const at = transponders[channel?.transponder ?? -1]
    const satellite = satellites[channel?.satellite ?? -1]
    return {
      name: channel?.name,
      type: channel?.type,
      sid: channel?.sid,
      scrambled: channel?.scrambled,
      place: at && [at.frequencyKHz, at.polarisation, at.symbolRate, at.fec],
      satellite: satellite && [satellite.name, satellite.angle],
      pids: streamNumbers.map((name) => channel?.[name]),
      provider: channel?.provider,
      encryption: channel?.encryption,
      videoType: channel?.videoType,
      onid: channel?.onid,
      tsid: channel?.tsid,
      lock: channel?.lock,
      skip: channel?.skip,
      audio: channel?.audio,
      subtitles: channel?.subtitles,
    }
  })
}
type Told = ReturnType<typeof tellOf>[number]

/** A new satellite without a band is in KU band, as most are. */
const satellitesOf = (list: OpenList) =>
  list.satellites().map(({ name, angle, band }) => ({ name, angle, band: band ?? 'KU' }))

/** The fields that an export of this dialect may lose, by the loss that reports it. */
const lostFields: Record<string, readonly (keyof Told)[]> = {
  'name-cut': ['name'],
  'name-letters': ['name'],
  lock: ['lock'],
  skip: ['skip'],
  pids: ['pids'],
  provider: ['provider'],
  audio: ['audio'],
  subtitles: ['subtitles'],
  encryption: ['encryption'],
  'video-type': ['videoType'],
  'frequency-rounded': ['place'],
  fec: ['place'],
  'sid-range': ['sid'],
  'network-ids': ['onid', 'tsid'],
  'satellite-data': ['satellite'],
}

describe('an export', () => {
  it(
    'reads back as the list showed, except for its reported losses',
    () => {
      const reader = makeEngine()
      for (const seed of seeds) {
        const bytes = sourceOf(seed)
        const edits = makeEdits(randomOf(seed + 9_000_000))
        const list = openList(server, bytes)
        const own = list.dialect === 'chl' ? 'chl' : 'sdx'
        for (let step = 0; step < 12; step++) list.apply([edits.next(list)])
        if (list.length() === 0) continue
        const shown = tellOf(list)
        const ids = [...list.columns().id]
        const orders = list.favouriteGroups().map((group) => list.groupOrder(group.id).map((id) => ids.indexOf(id)))
        const groups = list.favouriteGroups().map(({ name }) => name)
        const satellites = satellitesOf(list)
        const encoding = list.encoding
        const { bytes: written, losses } = list.write(own)
        const read = openList(reader, written, { encoding })
        const found = tellOf(read)
        expect(found.length, `seed ${seed}`).toBe(shown.length)
        const excused = new Set<string>()
        for (const { code, ids: channels } of losses)
          for (const id of channels) for (const field of lostFields[code] ?? []) excused.add(`${id} ${field}`)
        shown.forEach((channel, place) => {
          const back = found[place]
          for (const field of Object.keys(channel) as (keyof Told)[]) {
            if (excused.has(`${ids[place]} ${field}`)) continue
            const [is, was] = [back?.[field], channel[field]]
            // One track with a PID and a language is two columns of SatcoDX.
            if (own === 'sdx' && field === 'audio') continue
            // An empty tail means no encryption; a coded one is a system.
            if (field === 'encryption' && was === null) continue
            if (own === 'chl' && field === 'scrambled' && channel.scrambled === null) continue
            expect(plainOf(is), `seed ${seed} channel ${ids[place]} ${field}`).toEqual(plainOf(was))
          }
        })
        if (own === 'chl') {
          expect(satellitesOf(read), `seed ${seed}`).toEqual(satellites)
          const readGroups = read.favouriteGroups()
          expect(
            readGroups.map(({ name }) => name),
            `seed ${seed}`,
          ).toEqual(groups)
          // "TP-SID" can't tell two channels of one service apart, so their order in a group may change.
          const services = shown.map(({ place, sid, type }) => JSON.stringify([place, sid, type]))
          if (new Set(services).size < services.length) continue
          const types = shown.map(({ type }) => type)
          const parted = (order: readonly number[]) => [
            ...order.filter((place) => types[place] !== 'radio'),
            ...order.filter((place) => types[place] === 'radio'),
          ]
          expect(
            readGroups.map((group) => read.groupOrder(group.id)),
            `seed ${seed}`,
          ).toEqual(orders.map(parted))
        }
      }
    },
    limitMs(150_000),
  )
})

/** 0 and a missing value are the same in a box's list. */
const plainOf = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(plainOf)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plainOf(one)]))
      : value === 0 || value === '' || value === undefined
        ? null
        : value
