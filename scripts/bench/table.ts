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
  const warm = Math.min(5, times)
  for (let i = -warm; i < times; i++) {
    before()
    const start = performance.now()
    work()
    const took = performance.now() - start
    if (i >= 0) results.push(took)
  }
  return results
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
