/** Measures the tools for whole lists: duplicates, names, matches with another list, vanished channels. */
import type { Engine } from '../../engine/host/contract'
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
import { makeList } from '../../tests/support/fixtures/satcodx'
import { measure, median, type Table } from './table'

const sizes = [2_000, 20_000]

/**
 * Measures each tool on lists of two sizes; takes a few seconds. Target: 50 ms for 2 000, and for duplicates of 20 000.
 */
export function benchTools(engine: Engine): Table {
  const columns = (seed: number, records: number): ToolColumns => {
    const opened = engine.open(makeList({ seed, records, satellites: 4, transponders: 90 }).bytes)
    if (!opened.ok) throw new Error(`refused: ${opened.refusal}`)
    // The engine holds one list at a time, so copy what is needed later.
    return columnsOf(opened.list)
  }
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
  const lists = sizes.map((size) => [columns(42, size), columns(43, size)] as const)
  return {
    title: 'A tool on a whole list, ms (to reach: 50 ms for 2 000; duplicates also for 20 000)',
    columns: ['tool', ...sizes.map(String)],
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
