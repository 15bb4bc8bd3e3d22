/** The tables that benchmarks return, and the formatting of their figures. */

export type Table = { title: string; columns: string[]; rows: (string | number)[][] }

/** The median of some measurements. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The measurement that a share of all do not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

/** The columns median, p95 and most of some measurements. */
export const spread = (values: number[]): [number, number, number] => [
  median(values),
  percentile(values, 0.95),
  Math.max(...values),
]

/** Milliseconds that each of `times` calls takes, without the first few, which warm up. */
export function measure(times: number, work: () => void, before: () => void = () => {}): number[] {
  const results: number[] = []
  for (let i = -Math.min(5, times); i < times; i++) {
    before()
    const start = performance.now()
    work()
    const took = performance.now() - start
    if (i >= 0) results.push(took)
  }
  return results
}

/** Milliseconds of one asynchronous task. */
export const msOf = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
/** The same for `times` tasks, one after the other. Those of the negative rounds warm up. */
export const measureEach = async (
  times: number,
  work: (round: number) => Promise<unknown>,
  warm = 5,
): Promise<number[]> => {
  const results: number[] = []
  for (let round = -warm; round < times; round++) {
    const took = await msOf(() => work(round))
    if (round >= 0) results.push(took)
  }
  return results
}
/** The same for as many tasks as fit until `other` has ended, with its result. */
export const measureBeside = async <T>(
  other: Promise<T>,
  work: () => Promise<unknown>,
): Promise<{ ms: number[]; value: T }> => {
  let isOver = false
  const ended = other.finally(() => {
    isOver = true
  })
  const ms: number[] = []
  while (!isOver) ms.push(await msOf(work))
  return { ms, value: await ended }
}

/** A figure with a sensible number of digits. */
export function figure(value: number): string {
  return value >= 100
    ? value.toFixed(0)
    : value >= 10
      ? value.toFixed(1)
      : value >= 1
        ? value.toFixed(2)
        : value.toPrecision(2)
}

/** A table as text, its columns aligned; numbers to the right. */
export function formatTable(table: Table): string {
  const rows = [
    table.columns,
    ...table.rows.map((row) => row.map((value) => (typeof value === 'number' ? figure(value) : value))),
  ]
  const widths = table.columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => (column ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  )
  return [table.title, lines[0], widths.map((width) => '-'.repeat(width)).join('  '), ...lines.slice(1)].join('\n')
}
