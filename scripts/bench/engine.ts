/** Measures the engine: parsing, sorting, operations, memory and size, as medians. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { OpenList } from '../../engine/host/contract'
import { createEngine } from '../../engine/host/index'
import { type Operation, sortModes } from '../../engine/host/types'
import { makeList, repeatList } from '../../tests/support/fixtures/satcodx'
import { type Table, figure, measure, median } from './table'
import { benchFormats } from './formats'
import { benchLists } from './lists'
import { benchTools } from './tools'

const root = path.resolve(import.meta.dirname, '../..')
const wasmFile = path.join(root, 'engine/build/engine.wasm')
const samplesDir = path.resolve(root, process.env.SAMPLES_DIR ?? '../shared/samples')
const sizes = [1_000, 20_000, 100_000]

/** A list of a given size, with realistic names, satellites and transponders. */
function listOf(records: number): Uint8Array {
  return repeatList(makeList({ seed: 42, records: 1000, satellites: 4, transponders: 90 }), records)
}

/** Measures everything; a few seconds on a quiet machine. */
export async function benchEngine(): Promise<Table[]> {
  const wasm = readFileSync(wasmFile)
  const engine = createEngine(wasm)
  const open = (bytes: Uint8Array): OpenList => {
    const opened = engine.open(bytes)
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    return opened.list
  }
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
