/**
 * Measures the engine: parsing, sorting, operations, memory and size, as medians, compared with a plain JavaScript
 * parser that does the same work in the same run. `npx tsx scripts/bench/engine.ts` prints the tables.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import type { OpenList } from '../../engine/host/contract'
import { createEngine } from '../../engine/host/index'
import { type Operation, sortModes } from '../../engine/host/types'
import { makeList, repeatList } from '../../tests/support/fixtures/satcodx'
import { type Table, figure, formatTable, measure, median } from './table'
import { benchFormats } from './formats'
import { benchLists } from './lists'
import { benchTools } from './tools'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const wasmFile = path.join(root, 'engine/build/engine.wasm')
const samplesDir = path.resolve(root, process.env.SAMPLES_DIR ?? '../shared/samples')
const sizes = [1_000, 20_000, 100_000]

/** A list of a given size, with realistic names, satellites and transponders. */
function listOf(records: number): Uint8Array {
  return repeatList(makeList({ seed: 42, records: 1000, satellites: 4, transponders: 90 }), records)
}

/**
 * The same parsing in plain JavaScript: every column parsed and checked, satellites and transponders counted once,
 * names as ranges.
 */
function parsePlainly(bytes: Uint8Array): number {
  const satellites = new Map<string, number>()
  const transponders = new Map<string, number>()
  const text = new TextDecoder('latin1')
  const number = (at: number, width: number) => {
    let value = 0
    for (let i = 0; i < width; i++) {
      const digit = (bytes[at + i] ?? 0) - 48
      if (digit < 0 || digit > 9) return -1
      value = value * 10 + digit
    }
    return value
  }
  const rows: number[][] = []
  for (let at = 0; at < bytes.length;) {
    let end = bytes.indexOf(10, at + 115)
    if (end < 0) end = bytes.length
    const satelliteName = text.decode(bytes.subarray(at + 10, at + 28))
    const angle = number(at + 51, 4)
    const satelliteKey = satelliteName + angle
    let satellite = satellites.get(satelliteKey)
    if (satellite === undefined) satellites.set(satelliteKey, (satellite = satellites.size))
    const frequency = number(at + 33, 9)
    const symbolRate = number(at + 69, 5)
    const fec = number(at + 74, 1)
    const polarisation = number(at + 42, 1)
    const key = `${satellite}|${frequency}|${polarisation}|${symbolRate}|${fec}`
    let transponder = transponders.get(key)
    if (transponder === undefined) transponders.set(key, (transponder = transponders.size))
    const sid = number(at + 87, 5)
    const onid = number(at + 92, 5)
    const tsid = number(at + 97, 5)
    const good =
      frequency >= 1_000_000 &&
      frequency <= 13_000_000 &&
      symbolRate >= 1000 &&
      symbolRate <= 60_000 &&
      sid <= 65_535 &&
      onid <= 65_535 &&
      tsid <= 65_535 &&
      angle <= 3599 &&
      polarisation <= 3 &&
      bytes[at + 105] === 95
    let nameEnd = Math.min(at + 127, end)
    while (nameEnd > at + 115 && bytes[nameEnd - 1] === 32) nameEnd--
    rows.push([
      at,
      end - at,
      satellite,
      transponder,
      sid,
      onid,
      tsid,
      bytes[at + 28] ?? 0,
      bytes[at + 111] ?? 0,
      nameEnd,
      good ? 0 : 1,
    ])
    at = end + 1
  }
  return rows.length
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
  const tables: Table[] = []

  const parse: Table = {
    title: 'Parse and check every SatcoDX column (copy into memory included)',
    columns: ['list', 'ns a record', 'plain JavaScript, ns', 'times faster', 'memory / file', 'careful path'],
    rows: [],
  }
  const sources: [string, Uint8Array][] = sizes.map((size) => [`${size} records`, listOf(size)])
  for (const file of ['silva_schneider.sdx', 'turksat_vestel.sdx']) {
    const at = path.join(samplesDir, file)
    if (existsSync(at)) sources.push([file, new Uint8Array(readFileSync(at))])
  }
  for (const [name, bytes] of sources) {
    const own = createEngine(wasm)
    const opened = own.open(bytes)
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    const { records } = opened.list
    const times = Math.max(15, Math.min(300, Math.round(4_000_000 / records)))
    const ours =
      (median(
        measure(times, () => {
          own.open(bytes)
        }),
      ) *
        1e6) /
      records
    const plain =
      (median(
        measure(Math.min(times, 40), () => {
          parsePlainly(bytes)
        }),
      ) *
        1e6) /
      records
    own.open(bytes)
    parse.rows.push([
      name,
      ours,
      plain,
      figure(plain / ours),
      figure(own.memoryBytes() / bytes.length),
      String(own.slowRecords()),
    ])
  }
  tables.push(parse)

  const sort: Table = {
    title: 'Sort the whole list, ms (names ranked anew for each; "again" with the names as they were)',
    columns: ['mode', ...sizes.map(String), ...sizes.map((size) => `${size} again`)],
    rows: [],
  }
  const lists = sizes.map(listOf)
  for (const mode of sortModes) {
    const fresh: number[] = []
    const again: number[] = []
    for (const bytes of lists) {
      const list = open(bytes)
      const start = list.state()
      const times = bytes.length > 5_000_000 ? 9 : 25
      fresh.push(
        median(
          measure(
            times,
            () => {
              list.apply([{ op: 'sort', mode }])
            },
            () => list.load(start),
          ),
        ),
      )
      again.push(
        median(
          measure(times, () => {
            list.apply([{ op: 'sort', mode }])
          }),
        ),
      )
    }
    sort.rows.push([mode, ...fresh, ...again])
  }
  tables.push(sort)

  const operate: Table = {
    title: 'An operation on 1 000 rows, ms',
    columns: ['operation', ...sizes.slice(1).map((size) => `in ${size}`)],
    rows: [],
  }
  const operations: [string, (ids: number[]) => Operation][] = [
    ['move', (ids) => ({ op: 'move', ids, to: 5 })],
    ['step', (ids) => ({ op: 'step', ids, by: 1 })],
    ['lock', (ids) => ({ op: 'lock', ids, value: true })],
    ['favourite', (ids) => ({ op: 'favourite', ids, group: 3, value: true })],
    ['delete', (ids) => ({ op: 'delete', ids })],
    ['sort these', (ids) => ({ op: 'sort', mode: 'az', ids })],
  ]
  const measured = operations.map(([name]) => [name] as (string | number)[])
  const others: (string | number)[][] = [['state'], ['load'], ['names'], ['columns'], ['write after a move']]
  for (const bytes of lists.slice(1)) {
    const list = open(bytes)
    const ids = Array.from({ length: 1000 }, (_, i) => i * 17 + 3)
    const start = list.state()
    for (const [i, [, make]] of operations.entries()) {
      measured[i]?.push(
        median(
          measure(
            25,
            () => {
              list.apply([make(ids)])
            },
            () => {
              list.load(start)
              list.apply([{ op: 'sort', mode: 'az' }])
            },
          ),
        ),
      )
    }
    list.load(start)
    list.apply([{ op: 'sort', mode: 'satellite-name' }])
    const state = list.state()
    others[0]?.push(
      median(
        measure(15, () => {
          list.state()
        }),
      ),
    )
    others[1]?.push(
      median(
        measure(15, () => {
          list.load(state)
        }),
      ),
    )
    others[2]?.push(
      median(
        measure(
          9,
          () => {
            list.names()
          },
          () => list.load(start),
        ),
      ),
    )
    others[3]?.push(
      median(
        measure(
          9,
          () => {
            list.columns()
          },
          () => list.load(start),
        ),
      ),
    )
    others[4]?.push(
      median(
        measure(
          9,
          () => {
            list.write('sdx')
          },
          () => {
            list.load(start)
            list.apply([{ op: 'move', ids: [7], to: 1 }])
          },
        ),
      ),
    )
  }
  operate.rows.push(...measured, ...others)
  tables.push(operate)
  tables.push(benchTools(engine), benchLists(engine), benchFormats(engine))

  const brotli = brotliCompressSync(wasm, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length },
  }).length
  tables.push({
    title: 'Size of engine.wasm',
    columns: ['', 'bytes', 'KB'],
    rows: [
      ['plain', String(wasm.length), wasm.length / 1024],
      ['brotli', String(brotli), brotli / 1024],
    ],
  })
  return tables
}

if (process.argv[1] && fileURLToPath(import.meta.url) === path.resolve(process.argv[1])) {
  for (const table of await benchEngine()) console.log(`${formatTable(table)}\n`)
}
