/** Measures two lists side by side: comparing, planning a merge, taking over an order, and a three-way merge. */
import type { Engine } from '../../engine/host/contract'
import {
  compareRows,
  mergeWhole,
  orderByLines,
  orderByRows,
  planMerge,
  readRows,
  readWhole,
  type ListRows,
  type WholeList,
} from '../../engine/host/lists'
import { makeList } from '../../tests/support/fixtures/satcodx'
import { measure, median, type Table } from './table'

const sizes = [2_000, 20_000]

/** Measures each work on two lists of a size, their reading by the engine included. To reach: 50 ms for 2 000. */
export function benchLists(engine: Engine): Table {
  const read = (bytes: Uint8Array): ListRows => {
    const opened = engine.open(bytes)
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    return readRows(opened.list)
  }
  const readAll = (bytes: Uint8Array): WholeList => {
    const opened = engine.open(bytes)
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    return readWhole(opened.list)
  }
  /** Every field of every channel changes; the base equals the other side. */
  const mergeAll = (mine: Uint8Array, theirs: Uint8Array): void => {
    const [a, b] = [readAll(mine), readAll(theirs)]
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
  const files = sizes.map((size) =>
    [42, 43].map((seed) => makeList({ seed, records: size, satellites: 4, transponders: 90 }).bytes),
  )
  return {
    title: 'Two lists of a size, ms with their reading (to reach: 50 ms for 2 000)',
    columns: ['work', ...sizes.map((size) => `${size} and ${size}`)],
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
