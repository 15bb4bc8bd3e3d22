/**
 * The cells of an edit state in memory, and their bytes. A table ("channel.sid") holds a value for each id that differs
 * from the source; `added` holds the ids of added items, in order.
 */
import { recordDetails } from '../channel-fields'
import type { Added, Cells } from '../contract'
import { putNumber } from '../runs'
import { type CellValue, addedIdMin, nameLanguages, partFields, partKinds } from '../types'

export const kinds = ['channel', ...partKinds] as const
export type Kind = (typeof kinds)[number]

/** Every table. `gone`: removed; `group.bit`: its bit in favourites; `list.*`: arranged orders, under the id 0. */
export const tableNames: ReadonlySet<string> = new Set([
  ...[
    'name',
    'type',
    ...recordDetails,
    'transponder',
    'url',
    'category',
    'number',
    ...nameLanguages.map((language) => `name.${language}`),
  ].map((field) => `channel.${field}`),
  ...partKinds.flatMap((kind) => [...partFields[kind], 'gone'].map((field) => `${kind}.${field}`)),
  'transponder.satellite',
  'group.bit',
  'group.order',
  'list.satellite',
  'list.group',
  'list.category',
])

type Tables = Map<string, Map<number, CellValue>>
export type Copy = { cells: Tables; added: Record<Kind, number[]> }

const noneAdded = (): Record<Kind, number[]> => ({
  channel: [],
  satellite: [],
  transponder: [],
  group: [],
  category: [],
})

/** Editable cells. Copies that `copy` returned don't change. */
export class Edits {
  private tables: Tables = new Map()
  added: Record<Kind, number[]> = noneAdded()
  /** Tables that are not shared with a copy. */
  private owned = new Set<string>()
  private bytes: Uint8Array | null = null
  /** Tables written since a caller cleared this set. */
  readonly written = new Set<string>()

  get cells(): Cells {
    return this.tables
  }

  isEmpty(): boolean {
    return this.tables.size === 0 && kinds.every((kind) => this.added[kind].length === 0)
  }

  get(table: string, id: number): CellValue | undefined {
    return this.tables.get(table)?.get(id)
  }

  /** A cell that holds ids in an order. */
  order(table: string, id: number): readonly number[] | null {
    const value = this.get(table, id)
    return Array.isArray(value) ? (value as readonly unknown[]).filter((one) => typeof one === 'number') : null
  }

  table(name: string): ReadonlyMap<number, CellValue> | undefined {
    return this.tables.get(name)
  }

  /** Sets a cell; undefined removes it. */
  put(name: string, id: number, value: CellValue | undefined): void {
    const there = this.tables.get(name)
    if (value === undefined && !there?.has(id)) return
    this.bytes = null
    this.written.add(name)
    let table = there
    if (table === undefined || !this.owned.has(name)) {
      table = new Map(there)
      this.tables.set(name, table)
      this.owned.add(name)
    }
    if (value === undefined) table.delete(id)
    else table.set(id, value)
    if (table.size === 0) this.tables.delete(name)
  }

  add(kind: Kind, id: number): void {
    this.bytes = null
    this.added = { ...this.added, [kind]: [...this.added[kind], id] }
  }

  /** Removes ids from the added ones; their cells are already gone. */
  drop(kind: Kind, ids: ReadonlySet<number>): void {
    this.bytes = null
    this.added = { ...this.added, [kind]: this.added[kind].filter((id) => !ids.has(id)) }
  }

  copy(): Copy {
    const copy = { cells: this.tables, added: this.added }
    this.tables = new Map(this.tables)
    this.owned = new Set()
    return copy
  }

  load({ cells, added }: Copy): void {
    this.tables = new Map(cells)
    this.added = added
    this.owned = new Set()
    this.bytes = null
  }

  clear(): void {
    this.load({ cells: new Map(), added: noneAdded() })
  }

  /** The same edits always make the same bytes. */
  encode(): Uint8Array {
    return (this.bytes ??= encodeEdits({ cells: this.tables, added: this.added }))
  }
}

/** Ids in ascending order, as gaps and run lengths. */
const runsOf = (ids: readonly number[]): number[] => {
  const runs: number[] = []
  let end = 0
  for (let at = 0; at < ids.length;) {
    const first = ids[at] ?? 0
    let length = 1
    while (ids[at + length] === first + length) length++
    runs.push(first - end, length)
    end = first + length
    at += length
  }
  return runs
}

/**
 * JSON in a fixed order: the added ids by kind, then each table by name with its distinct values, each with the runs of
 * its ids. Values are ordered by their lowest ids.
 */
export const encodeEdits = ({ cells, added }: { cells: Cells; added: Added }): Uint8Array => {
  const tables = [...cells]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, table]) => {
      const values = new Map<string, { value: CellValue; ids: number[] }>()
      for (const [id, value] of [...table].sort(([a], [b]) => a - b)) {
        const key = typeof value === 'string' ? `"${value}` : JSON.stringify(value)
        const there = values.get(key)
        if (there) there.ids.push(id)
        else values.set(key, { value, ids: [id] })
      }
      return [name, ...[...values.values()].map(({ value, ids }) => [value, ...runsOf(ids)])]
    })
  const text = JSON.stringify([kinds.map((kind) => added[kind]), tables])
  const bytes = new TextEncoder().encode(text)
  const head: number[] = []
  putNumber(head, bytes.length)
  const all = new Uint8Array(head.length + bytes.length)
  all.set(head)
  all.set(bytes, head.length)
  return all
}

const isId = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < addedIdMin * 2
const wrong = (): never => {
  throw new RangeError('the cells of an edit state are not readable')
}
const isArray = (value: unknown): value is unknown[] => Array.isArray(value)

/** Length in bytes of a state before its edits. */
export const headerBytes = 17
/** Reads the length of a state's cells, stored at `from`, and where they begin. Throws RangeError. */
export const readLength = (state: Uint8Array, from: number): { at: number; length: number } => {
  let at = from
  let length = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = state[at++] ?? wrong()
    length += (byte & 127) * scale
    if (byte < 128) return { at, length }
    if (scale > 2 ** 28) wrong()
  }
}

/** Reads what `encode` wrote, from `from`; returns where it ends. Throws RangeError for anything else. */
export const decodeEdits = (state: Uint8Array, from: number): Copy & { end: number } => {
  const { at, length } = readLength(state, from)
  const end = at + length
  if (end > state.length) wrong()
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(state.subarray(at, end)))
  } catch {
    wrong()
  }
  const [addedIds, tables] = isArray(parsed) ? parsed : []
  const added = noneAdded()
  if (!isArray(addedIds) || !isArray(tables)) return wrong()
  kinds.forEach((kind, place) => {
    const ids = addedIds[place]
    if (!isArray(ids) || !ids.every((id) => isId(id) && id >= addedIdMin) || new Set(ids).size !== ids.length) wrong()
    added[kind] = ids as number[]
  })
  const cells: Tables = new Map()
  for (const entry of tables) {
    const [name, ...values] = isArray(entry) ? entry : wrong()
    if (typeof name !== 'string' || !tableNames.has(name) || cells.has(name)) wrong()
    const table = new Map<number, CellValue>()
    for (const line of values) {
      const [value, ...runs] = isArray(line) ? line : wrong()
      let last = 0
      for (let run = 0; run < runs.length; run += 2) {
        const [gap, count] = [runs[run], runs[run + 1]]
        if (
          !isId(gap) ||
          !isId(count) ||
          count === 0 ||
          last + gap + count > addedIdMin * 2 ||
          count > addedIdMin / 1024
        )
          return wrong()
        for (let id = last + gap; id < last + gap + count; id++) table.set(id, value as CellValue)
        last += gap + count
      }
    }
    cells.set(String(name), table)
  }
  return { cells, added, end }
}
