/** Requests that look small but cost much: all input counts, and long work goes to a worker thread. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  applyOperations,
  exportFile,
  matchLines,
  previewOrder,
  holdFile,
  setNames,
  getList,
  readList,
  createList,
  stopEngineThreads,
  type Actor,
} from '~/modules/channel-list/channel-list.server'
import { batchSchema } from '~/modules/channel-list/channel-list.schema'
import { costOf, costOfInput } from '~/modules/channel-list/engine/cost.server'
import { workOn } from '~/modules/channel-list/engine/heavy.server'
import { foreignInlineBytes, inlineBytes } from '~/modules/channel-list/limits'
import { forgive, peek, rules } from '~/platform/limits.server'
import { storedOf } from '~/modules/channel-list/storage/source.server'
import { findNewest } from '~/modules/channel-list/storage/store.server'
import type { PieceName } from '~/modules/channel-list/engine/work'
import { addedIdMin, limits, type Operation } from '~/engine/types'
import { piecesOf } from '../../support/engine-pieces'
import { chlFile, codeOf, good, makeActor, sdxFile } from './people'

let owner: Actor
let id: string
let ids: number[]

const revisionOf = async (): Promise<number> => good(await getList(owner, id)).revision
const edit = async (operations: Operation[]) => applyOperations(owner, id, { base: await revisionOf(), operations })

beforeAll(async () => {
  owner = await makeActor()
  id = good(await createList(owner, { name: 'Dear', bytes: chlFile(2000), fileName: null })).id
  ids = good(await readList(owner, id, {}, (view) => view.ids({})))
  // The first request starts the thread.
  await workOn(owner.userId, 'importBytes', { bytes: chlFile(2000), whole: true })
}, 60_000)
afterAll(stopEngineThreads)

/** Milliseconds of engine threads that an account has used in this minute. */
const usedMs = async ({ userId }: Actor): Promise<number> => {
  const share = await peek('engine-time', userId)
  return share.ok ? rules['engine-time'].points - share.left : Number.MAX_SAFE_INTEGER
}
/** Lets the account's minute begin anew, so that it can't end before the test looks. */
const forgetUsed = ({ userId }: Actor): Promise<void> => forgive('engine-time', userId)

/** Checks that the work runs as these pieces on the engine's thread, with no engine call on this thread. */
const onThread = async <T>(work: () => Promise<T>, pieces: PieceName[]): Promise<T> => {
  const { value, onThread, callsHere } = await piecesOf(work)
  expect([onThread, callsHere]).toEqual([pieces, 0])
  return value
}

const tracksOf = (count: number) => {
  const text = 'A'.repeat(limits.otherNameCharacters)
  return Array.from({ length: count }, (_, pid) => ({ pid, type: text, language: text, dolby: false }))
}

it('runs a small request that makes a long list, and every read of it, without holding up others', async () => {
  const audio: Operation = { op: 'set', target: 'channel', ids, field: 'audio', value: tracksOf(16) }
  const edited = await onThread(() => edit([audio]), ['prepare'])
  expect(edited.ok).toBe(true)
  const stored = await storedOf((await findNewest(id)) ?? expect.fail())
  expect(stored.source.length + stored.state.length).toBeLessThan(inlineBytes)
  expect(costOf('viewHead', { stored })).toBeGreaterThan(inlineBytes)
  const looks: [() => Promise<{ ok: boolean }>, PieceName[]][] = [
    [() => readList(owner, id, {}, (view) => view.rows({}, { page: 2, size: 50 })), ['viewHead', 'viewCall']],
    [() => exportFile(owner, id), ['write']],
    [() => edit([{ op: 'rename', id: ids[0] ?? 0, name: 'Another' }]), ['prepare']],
  ]
  for (const [look, pieces] of looks) expect((await onThread(look, pieces)).ok).toBe(true)
})

it('reads a spreadsheet on the worker thread, on upload and on every later read', async () => {
  const line = ['Channel 7', ...Array.from({ length: 20 }, () => 'none')].join(';')
  const bytes = new TextEncoder().encode(Array.from({ length: 20_000 }, () => line).join('\n'))
  await forgetUsed(owner)
  const keep = () => holdFile(owner, { bytes, fileName: null }, { mayBeLines: true })
  const kept = await onThread(keep, ['importBytes', 'readLines'])
  expect(await usedMs(owner)).toBeGreaterThan(0)
  const other = { kind: 'file', id: good(kept).id } as const
  const asked = { other, group: null, as: 'auto', odd: false, page: 1, size: 50 } as const
  for (const page of [1, 2]) {
    const preview = await onThread(() => previewOrder(owner, id, { ...asked, page }), ['orderAfter'])
    expect(good(preview).total).toBe(20_000)
  }
})

it('matches pasted lines that each mean all channels on the worker thread', async () => {
  const same = good(await createList(owner, { name: 'Same', bytes: chlFile(2000), fileName: null }))
  const names = good(await readList(owner, same.id, {}, (view) => view.ids({}))).map((one): [number, string] => [
    one,
    'A',
  ])
  good(await applyOperations(owner, same.id, { base: same.revision, operations: [{ op: 'names', names }] }))
  await forgetUsed(owner)
  const matched = await onThread(() => matchLines(owner, same.id, 'A\n'.repeat(2000)), ['findPasted'])
  expect(good(matched).lines.map(({ candidates }) => candidates.length)).toEqual([2000])
  expect(await usedMs(owner)).toBeGreaterThan(0)
})

/** Files of other dialects, just below the size up to which a SatcoDX file is read on this thread. */
const foreignFiles = (): [string, Uint8Array][] => {
  const lined = (head: string, line: (at: number) => string): Uint8Array => {
    const lines = [head]
    let length = head.length
    for (let at = 0; length < 1_000_000 && at < 37_000; at++) {
      const one = line(at)
      lines.push(one)
      length += one.length
    }
    return new TextEncoder().encode(lines.join(''))
  }
  return [
    ['vdr', lined('', (at) => `A:${11_000 + (at % 900)}:H:S19.2E:22000:1:1:0:0:1:1:1\n`)],
    ['csv', lined('Name,Satellite,Frequency\n', (at) => `${at},s${at},11000\n`)],
    ['m3u', lined('#EXTM3U\n', (at) => `#EXTINF:-1 group-title="${at % 30}",${at}\nh:${at}\n`)],
    [
      'lamedb',
      lined('eDVB services /4/\ntransponders\nend\nservices\n', (at) => `${at.toString(16)}:c00000:1:1:1:0\nA\np:x\n`),
    ],
  ]
}

it.each(foreignFiles())(
  'reads files of other dialects on the worker thread, refused or not, and charges the account: %s',
  async (_dialect, bytes) => {
    expect(bytes.length).toBeLessThan(inlineBytes / 2)
    const other = await makeActor()
    const made = await onThread(() => createList(other, { name: 'Foreign', bytes, fileName: null }), ['importBytes'])
    expect(codeOf(made)).toBe('Q2202')
    expect(await usedMs(other)).toBeGreaterThan(0)
    await forgetUsed(other)
    await onThread(() => holdFile(other, { bytes, fileName: null }, { mayBeLines: true }), ['importBytes'])
    expect(await usedMs(other)).toBeGreaterThan(0)
  },
)

it('reads a table of names on the worker thread', async () => {
  const other = await makeActor()
  const list = good(await createList(other, { name: 'Named', bytes: chlFile(200), fileName: null }))
  const rows = Array.from({ length: 8000 }, (_, at) => `${at + 1};Kanal ${at}\n`)
  const bytes = new TextEncoder().encode(`Number;de\n${rows.join('')}`)
  const pieces: PieceName[] = ['readLines', 'importBytes', 'readLines', 'readNames']
  const set = await onThread(() => setNames(other, list.id, { language: null, replace: false, bytes }), pieces)
  expect(set.ok || set.code === 'A0422').toBe(true)
  expect(await usedMs(other)).toBeGreaterThan(0)
})

it('writes a short list in other dialects on the worker thread', async () => {
  const other = await makeActor()
  const bytes = chlFile(200)
  const list = good(await createList(other, { name: 'Short', bytes, fileName: null }))
  expect(
    costOf('readFacts', { stored: { key: '', source: bytes, state: new Uint8Array(0) }, withProblems: true }),
  ).toBeLessThan(inlineBytes / 10)
  // Reading it is short work, done on this thread.
  const read = await piecesOf(() => readList(other, list.id, {}, (view) => view.length))
  expect([read.onThread, read.callsHere > 0]).toEqual([[], true])
  for (const format of ['csv', 'm3u', 'e2', 'vdr'] as const) {
    await forgetUsed(other)
    expect((await onThread(() => exportFile(other, list.id, { format }), ['write'])).ok).toBe(true)
    expect(await usedMs(other)).toBeGreaterThan(0)
  }
})

it('costs SatcoDX and .chl by their bytes, and other dialects only when small', () => {
  const cost = (bytes: Uint8Array): number => costOf('importBytes', { bytes })
  expect(cost(sdxFile(2000))).toBeLessThan(inlineBytes)
  expect(cost(chlFile(1000))).toBeLessThan(inlineBytes)
  const [, playlist] = foreignFiles()[2] ?? expect.fail()
  expect(cost(playlist.subarray(0, foreignInlineBytes / 2))).toBeLessThan(inlineBytes)
  expect(cost(playlist.subarray(0, 2 * foreignInlineBytes))).toBeGreaterThan(inlineBytes)
  const program = '{"program_tv_object_0":{"ServiceName":"A"}}'
  expect(cost(new TextEncoder().encode(program.repeat(1000)))).toBeGreaterThan(inlineBytes)
})

it('costs a batch by its operations, and those on the whole list by each read of the list', async () => {
  const stored = await storedOf((await findNewest(id)) ?? expect.fail())
  const plain = { ...stored, state: new Uint8Array(20) }
  const cost = (operations: Operation[]) => costOf('prepare', { stored: plain, base: null, operations })
  const rename = (at: number): Operation => ({ op: 'rename', id: at, name: 'A' })
  const transponder = (at: number): Operation => ({
    op: 'add',
    target: 'transponder',
    id: addedIdMin + at,
    satellite: 0,
    values: { frequencyKHz: 4_000_000 + at, polarisation: 'V', symbolRate: 22_000, fec: 'auto', band: 'KU' },
  })
  const channels = (count: number): Operation => ({
    op: 'add',
    target: 'channel',
    channels: Array.from({ length: count }, (_, at) => ({
      id: addedIdMin + at,
      name: 'A',
      transponder: 0,
      type: 'tv',
    })),
  })
  expect(cost([rename(1)])).toBeLessThan(inlineBytes)
  expect(cost([channels(300)]) - cost([channels(1)])).toBeGreaterThan(inlineBytes)
  expect(cost(Array.from({ length: 1000 }, (_, at) => rename(at)))).toBeGreaterThan(inlineBytes)
  expect(cost(Array.from({ length: 200 }, (_, at) => transponder(at)))).toBeGreaterThan(inlineBytes)
})

it('limits how many channels a batch names, repeats included, and refuses it before looking at each', () => {
  let read = 0
  const id = {
    get value() {
      return ++read
    },
  }
  const batch = (times: number, count: number) => ({
    base: 1,
    operations: Array.from({ length: times }, () => ({ op: 'lock', ids: new Array(count).fill(1), value: true })),
  })
  expect(batchSchema.safeParse(batch(2, 100_000)).success).toBe(true)
  expect(batchSchema.safeParse(batch(3, 100_000)).success).toBe(false)
  const odd = batch(3, 100_000)
  Object.defineProperty(odd.operations[0]?.ids, 0, { get: () => id.value })
  expect(batchSchema.safeParse(odd).success).toBe(false)
  expect(read).toBe(0)
})

it('counts all input: additional lists, tables, texts, numbers; archives by what they may unpack to', () => {
  const list = { key: '', source: new Uint8Array(1000), state: null }
  expect(costOfInput({ mine: list, theirs: list })).toBeGreaterThan(2000)
  expect(costOfInput({ others: [list, { bytes: new Uint8Array(500) }] })).toBeGreaterThan(1500)
  expect(costOfInput({ grid: [['a'.repeat(700)], ['b']] })).toBeGreaterThan(700)
  expect(costOfInput({ ids: new Array(1000).fill(1) })).toBeGreaterThan(1000)
  expect(costOfInput({ bytes: Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0]) })).toBeGreaterThan(inlineBytes)
})
