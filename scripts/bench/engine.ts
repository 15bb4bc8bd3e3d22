/** Measures the engine: parsing, sorting, operations, tools, two lists, other formats, memory and size, as medians. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Engine, OpenList } from '../../engine/host/contract'
import { createFormats } from '../../engine/host/formats/index'
import { toModel } from '../../engine/host/formats/to-model'
import { createEngine } from '../../engine/host/index'
import {
  compareRows,
  mergeWhole,
  orderByLines,
  orderByRows,
  planMerge,
  readRows,
  readWhole,
  type ListRows,
} from '../../engine/host/lists'
import {
  columnsOf,
  findDuplicates,
  findVanished,
  indexOf,
  matchLists,
  renameAll,
  skyNames,
  type ToolColumns,
} from '../../engine/host/tools'
import { type Operation, sortModes } from '../../engine/host/types'
import { writeCdx } from '../../tests/support/fixtures/cdx'
import { makeList, repeatList } from '../../tests/support/fixtures/satcodx'
import { type Table, figure, measure, median } from './table'

const root = path.resolve(import.meta.dirname, '../..')
const wasmFile = path.join(root, 'engine/build/engine.wasm')
const samplesDir = path.resolve(root, process.env.SAMPLES_DIR ?? '../shared/samples')
const sizes = [1_000, 20_000, 100_000]

/** A list of a given size, with realistic names, satellites and transponders. */
function listOf(records: number): Uint8Array {
  return repeatList(makeList({ seed: 42, records: 1000, satellites: 4, transponders: 90 }), records)
}

/** Lists compared, merged and tidied have these sizes. */
const pairSizes = [2_000, 20_000]

/** Opens a list; the engine holds one at a time. */
function openIn(engine: Engine, bytes: Uint8Array): OpenList {
  const opened = engine.open(bytes)
  if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
  return opened.list
}

/**
 * Measures each tool on lists of two sizes; takes a few seconds. Target: 50 ms for 2 000, and for duplicates of 20 000.
 */
function benchTools(engine: Engine): Table {
  const columns = (seed: number, records: number): ToolColumns =>
    columnsOf(openIn(engine, makeList({ seed, records, satellites: 4, transponders: 90 }).bytes))
  const rule = { pattern: true, word: true, case: false, find: '* #', by: '{nnn} {1}', start: 1 }
  const works: [string, (mine: ToolColumns, theirs: ToolColumns) => unknown][] = [
    ['duplicates by identity', (mine) => findDuplicates(mine, 'identity')],
    ['duplicates by name', (mine) => findDuplicates(mine, 'name')],
    ['duplicates by name, whatever the quality', (mine) => findDuplicates(mine, 'name-quality')],
    ['find and replace by a pattern', ({ names }) => renameAll(names, { replace: rule })],
    [
      'marks away, title letters, spaces',
      ({ names }) => renameAll(names, { markers: 'remove', letters: 'title', clean: true }),
    ],
    ['channels in another list', (mine, theirs) => matchLists(mine, indexOf(theirs))],
    [
      'vanished from two lists',
      (mine, theirs) =>
        findVanished(
          mine,
          [theirs, theirs].map((list) => ({ places: indexOf(list), names: skyNames(list) })),
        ),
    ],
  ]
  const lists = pairSizes.map((size) => [columns(42, size), columns(43, size)] as const)
  return {
    title: 'A tool on a whole list, ms (to reach: 50 ms for 2 000; duplicates also for 20 000)',
    columns: ['tool', ...pairSizes.map(String)],
    rows: works.map(([name, work]) => [
      name,
      ...lists.map(([mine, theirs]) =>
        median(
          measure(15, () => {
            work(mine, theirs)
          }),
        ),
      ),
    ]),
  }
}

/** Measures each work on two lists of a size, their reading by the engine included. To reach: 50 ms for 2 000. */
function benchLists(engine: Engine): Table {
  const read = (bytes: Uint8Array): ListRows => readRows(openIn(engine, bytes))
  /** Every field of every channel changes; the base equals the other side. */
  const mergeAll = (mine: Uint8Array, theirs: Uint8Array): void => {
    const a = readWhole(openIn(engine, mine))
    const b = readWhole(openIn(engine, theirs))
    mergeWhole(b, a, b, { mine: false, theirs: false, both: false }).plan(new Map(), () => 2 ** 30)
  }
  const works: [string, (mine: ListRows, theirs: ListRows) => unknown][] = [
    ['compare', (mine, theirs) => compareRows(mine, theirs)],
    ['merge', (mine, theirs) => planMerge(mine, theirs)],
    ['order of another list', (mine, theirs) => orderByRows(mine, theirs, false, null)],
    [
      'order of a spreadsheet',
      (mine, theirs) =>
        orderByLines(
          mine,
          theirs.rows.map(({ name }, at) => ({
            line: at + 1,
            text: name,
            name,
            sid: null,
            number: null,
            frequencyMHz: null,
          })),
        ),
    ],
  ]
  const files = pairSizes.map((size) =>
    [42, 43].map((seed) => makeList({ seed, records: size, satellites: 4, transponders: 90 }).bytes),
  )
  return {
    title: 'Two lists of a size, ms with their reading (to reach: 50 ms for 2 000)',
    columns: ['work', ...pairSizes.map((size) => `${size} and ${size}`)],
    rows: [
      ...works.map(([name, work]): [string, (mine: Uint8Array, theirs: Uint8Array) => unknown] => [
        name,
        (mine, theirs) => work(read(mine), read(theirs)),
      ]),
      ['three-way merge', mergeAll] as const,
    ].map(([name, work]) => [
      name,
      ...files.map(([mine = new Uint8Array(), theirs = new Uint8Array()]) =>
        median(
          measure(9, () => {
            work(mine, theirs)
          }),
        ),
      ),
    ]),
  }
}

const services = 6_000

/** To reach: a JSON database of 6 000 services, about 4 MB in its indented form, imported in 250 ms. */
function benchFormats(engine: Engine): Table {
  const formats = createFormats(engine)
  const files = [writeCdx(services), writeCdx(services, { indented: true })]
  const importOne = (bytes: Uint8Array): Uint8Array => {
    const read = formats.read({ dialect: 'cdx', files: [{ name: '', bytes }] }, '')
    if (!read.ok) throw new Error(`refused: ${read.refusal}`)
    if (openIn(engine, read.chl).length() !== services) throw new Error('the list is not whole')
    return read.chl
  }
  const writeBack = (bytes: Uint8Array): void => {
    const list = openIn(engine, importOne(bytes))
    const before = toModel(list)
    list.apply([{ op: 'rename', id: 5, name: 'Other' }])
    const original = { dialect: 'cdx', files: [{ name: '', bytes }] } as const
    formats.write({ dialect: 'cdx', original, before, now: toModel(list) })
  }
  return {
    title: `A JSON database of ${services} services, ms (to reach: 250 ms to import)`,
    columns: ['work', ...files.map((bytes) => `${(bytes.length / 1e6).toFixed(1)} MB`)],
    rows: [
      ['import', ...files.map((bytes) => median(measure(7, () => importOne(bytes))))],
      ['write back, one edit', ...files.map((bytes) => median(measure(3, () => writeBack(bytes))))],
    ],
  }
}

/** Measures everything; a few seconds on a quiet machine. */
export async function benchEngine(): Promise<Table[]> {
  const wasm = readFileSync(wasmFile)
  const engine = createEngine(wasm)
  const open = (bytes: Uint8Array): OpenList => openIn(engine, bytes)
  /** The median of calls, each after `before`. */
  const ms = (times: number, work: () => unknown, before?: () => unknown): number =>
    median(
      measure(
        times,
        () => void work(),
        () => void before?.(),
      ),
    )

  const sources: [string, Uint8Array][] = sizes.map((size) => [`${size} records`, listOf(size)])
  for (const file of ['silva_schneider.sdx', 'turksat_vestel.sdx']) {
    const at = path.join(samplesDir, file)
    if (existsSync(at)) sources.push([file, new Uint8Array(readFileSync(at))])
  }
  const parse = sources.map(([name, bytes]) => {
    const own = createEngine(wasm)
    const opened = own.open(bytes)
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    const { records } = opened.list
    const times = Math.max(15, Math.min(300, Math.round(4_000_000 / records)))
    const took = ms(times, () => own.open(bytes))
    return [name, (took * 1e6) / records, figure(own.memoryBytes() / bytes.length), String(own.slowRecords())]
  })

  const lists = sizes.map(listOf)
  const sort = sortModes.map((mode) => {
    const sorting = (isAgain: boolean): number[] =>
      lists.map((bytes) => {
        const list = open(bytes)
        const start = list.state()
        const work = () => list.apply([{ op: 'sort', mode }])
        return ms(bytes.length > 5_000_000 ? 9 : 25, work, isAgain ? undefined : () => list.load(start))
      })
    return [mode, ...sorting(false), ...sorting(true)]
  })

  const operations: [string, (ids: number[]) => Operation][] = [
    ['move', (ids) => ({ op: 'move', ids, to: 5 })],
    ['step', (ids) => ({ op: 'step', ids, by: 1 })],
    ['lock', (ids) => ({ op: 'lock', ids, value: true })],
    ['favourite', (ids) => ({ op: 'favourite', ids, group: 3, value: true })],
    ['delete', (ids) => ({ op: 'delete', ids })],
    ['sort these', (ids) => ({ op: 'sort', mode: 'az', ids })],
  ]
  const ids = Array.from({ length: 1000 }, (_, i) => i * 17 + 3)
  const operate = operations.map(([name, make]) => [
    name,
    ...lists.slice(1).map((bytes) => {
      const list = open(bytes)
      const start = list.state()
      const before = (): void => {
        list.load(start)
        list.apply([{ op: 'sort', mode: 'az' }])
      }
      return ms(25, () => list.apply([make(ids)]), before)
    }),
  ])

  const brotli = brotliCompressSync(wasm, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length },
  }).length
  return [
    {
      title: 'Parse and check every SatcoDX column (copy into memory included)',
      columns: ['list', 'ns a record', 'memory / file', 'careful path'],
      rows: parse,
    },
    {
      title: 'Sort the whole list, ms (names ranked anew for each; "again" with the names as they were)',
      columns: ['mode', ...sizes.map(String), ...sizes.map((size) => `${size} again`)],
      rows: sort,
    },
    {
      title: 'An operation on 1 000 rows, ms',
      columns: ['operation', ...sizes.slice(1).map((size) => `in ${size}`)],
      rows: operate,
    },
    benchTools(engine),
    benchLists(engine),
    benchFormats(engine),
    {
      title: 'Size of engine.wasm',
      columns: ['', 'bytes', 'KB'],
      rows: [
        ['plain', String(wasm.length), wasm.length / 1024],
        ['brotli', String(brotli), brotli / 1024],
      ],
    },
  ]
}
