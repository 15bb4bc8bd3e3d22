/**
 * Changes the order inside an edit state of version 1 (layout in assembly/state.ts) without reading the rest, to
 * restore channels. The state must be the engine's own.
 */

const headerBytes = 17

/** Numbers as LEB128. */
export const putNumber = (out: number[], value: number): void => {
  let rest = value
  for (; rest > 127; rest = Math.floor(rest / 128)) out.push((rest % 128) + 128)
  out.push(rest)
}

/** The order as runs: the count, then for each run: zigzag(start − end of the previous run), length. */
export const writeRuns = (order: ArrayLike<number>): number[] => {
  const runs: number[] = []
  let count = 0
  let end = 0
  for (let at = 0; at < order.length;) {
    const first = order[at] ?? 0
    let length = 1
    while (at + length < order.length && order[at + length] === first + length) length++
    const step = first - end
    putNumber(runs, step < 0 ? -step * 2 - 1 : step * 2)
    putNumber(runs, length)
    count++
    end = first + length
    at += length
  }
  const head: number[] = []
  putNumber(head, count)
  return head.concat(runs)
}

class Reader {
  constructor(
    readonly state: Uint8Array,
    public at: number,
  ) {}

  take(): number {
    let value = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = this.state[this.at++] ?? 0
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
}

/** The order of a state, and where the runs end. */
export const readRuns = (state: Uint8Array): { order: number[]; end: number } => {
  const reader = new Reader(state, headerBytes)
  const take = (): number => reader.take()
  const order: number[] = []
  let end = 0
  for (let runs = take(); runs > 0; runs--) {
    const step = take()
    const length = take()
    const first = end + (step % 2 ? -(step + 1) / 2 : step / 2)
    for (let id = first; id < first + length; id++) order.push(id)
    end = first + length
  }
  return { order, end: reader.at }
}

/** The state with another order. Channels that leave it must have no edits in the state. */
export const withOrder = (state: Uint8Array, change: (order: number[]) => number[]): Uint8Array => {
  const { order, end } = readRuns(state)
  const runs = writeRuns(change(order))
  const changed = new Uint8Array(headerBytes + runs.length + state.length - end)
  changed.set(state.subarray(0, headerBytes))
  changed.set(runs, headerBytes)
  changed.set(state.subarray(end), headerBytes + runs.length)
  return changed
}

/** The state with deleted channels restored, the first of them at `to` (from 1). */
export const restoreInState = (state: Uint8Array, ids: readonly number[], to: number): Uint8Array =>
  withOrder(state, (order) => [...order.slice(0, to - 1), ...ids, ...order.slice(to - 1)])

/** The state without deleted channels of these rows, all from `first` on; the rows after them move up. */
export const withoutRows = (state: Uint8Array, first: number, gone: ReadonlySet<number>): Uint8Array => {
  const last = Math.max(first, ...gone)
  const moved: number[] = []
  let before = 0
  for (let row = first; row <= last; row++) {
    moved.push(row - before)
    if (gone.has(row)) before++
  }
  const to = (row: number): number => (row < first ? row : row > last ? row - before : (moved[row - first] ?? row))
  const { order, end } = readRuns(state)
  const out = [...state.subarray(0, headerBytes), ...writeRuns(order.map(to))]
  const reader = new Reader(state, end)
  // Names, flags and favourites: each has a count, then the gaps from row to row with their data.
  for (const [shift, hasBytes] of [
    [1, 'length'],
    [4, null],
    [1, 'number'],
  ] as const) {
    const count = reader.take()
    putNumber(out, count)
    let [row, end] = [-1, -1]
    for (let left = count; left > 0; left--) {
      const packed = reader.take()
      row += Math.floor(packed / shift) + 1
      putNumber(out, (to(row) - end - 1) * shift + (packed % shift))
      end = to(row)
      if (hasBytes === null) continue
      const value = reader.take()
      putNumber(out, value)
      if (hasBytes === 'length') {
        for (let left = value; left > 0; left--) out.push(state[reader.at++] ?? 0)
      }
    }
  }
  return Uint8Array.from(out)
}
