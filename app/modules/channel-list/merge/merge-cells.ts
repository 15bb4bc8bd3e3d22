/**
 * The half of a merge that compares what only cells hold. It is a conflict if the batch sets a cell that others set to
 * another value, or edits what others removed. Pure code.
 */
import type { Cells, CellValue, ChannelField, Operation, PartKind } from '~/engine/types'
import { describeTracks } from '../field-values'
import type { Clash, ClashDetail, ClashField } from '../types'

/** What a state holds besides order and the engine's own cells. */
export type More = {
  values: Cells
  /** Names of the existing satellites, transponders, groups and categories, by id. */
  parts: Readonly<Record<PartKind, ReadonlyMap<number, string>>>
  /** The bit of each favourite group, by its id. */
  groups: ReadonlyMap<number, number>
}
type CellKey = { table: string; id: number }

/** Free of charge and a system exclude each other, so setting one may set both. */
const tablesOf = (field: ChannelField): string[] =>
  field === 'scrambled' || field === 'encryption' ? ['scrambled', 'encryption'] : [field]

/** The cells that an operation sets. */
const cellsOf = (operation: Operation): CellKey[] => {
  switch (operation.op) {
    case 'set': {
      if (operation.target === 'channel') {
        const { field, ids } = operation
        return ids.flatMap((id) => tablesOf(field).map((one) => ({ table: `channel.${one}`, id })))
      }
      const { target, id } = operation
      return Object.keys(operation.values).map((field) => ({ table: `${target}.${field}`, id }))
    }
    case 'values':
      return operation.values.flatMap(([id]) =>
        tablesOf(operation.field).map((one) => ({ table: `channel.${one}`, id })),
      )
    case 'numbers':
      return operation.numbers.map(([id]) => ({ table: 'channel.number', id }))
    case 'names-in':
      return operation.names.map(([id]) => ({ table: `channel.name.${operation.language}`, id }))
    case 'arrange':
      return [{ table: `list.${operation.target}`, id: 0 }]
    case 'group-order':
      return [{ table: 'group.order', id: operation.group }]
    default:
      return []
  }
}

const partOf = (kind: PartKind, id: number): [PartKind, number] => [kind, id]
/** The parts that must exist for an operation. */
const partsOf = (operation: Operation): [kind: PartKind, id: number][] => {
  const ofValues = (values: { transponder?: unknown; category?: unknown }): [PartKind, number][] => [
    ...(typeof values.transponder === 'number' ? [partOf('transponder', values.transponder)] : []),
    ...(typeof values.category === 'number' ? [partOf('category', values.category)] : []),
  ]
  switch (operation.op) {
    case 'set':
      return operation.target === 'channel'
        ? ofValues({ [operation.field]: operation.value })
        : [[operation.target, operation.id]]
    case 'values':
      return operation.values.flatMap(([, value]) => ofValues({ [operation.field]: value }))
    case 'add':
      if (operation.target === 'channel') return operation.channels.flatMap(ofValues)
      return operation.target === 'transponder' ? [['satellite', operation.satellite]] : []
    case 'favourite':
    case 'group-order':
      return [['group', operation.group]]
    default:
      return []
  }
}

const sameValue = (a: CellValue | undefined, b: CellValue | undefined): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
const valueOf = ({ values }: More, { table, id }: CellKey): CellValue | undefined => values.get(table)?.get(id)

/** The clash field for a table. */
const fieldOf = (table: string): ClashField => {
  const [kind = '', field = ''] = table.split('.')
  if (kind === 'list') return field === 'satellite' ? 'satellite' : field === 'group' ? 'group' : 'category'
  if (kind === 'channel') return field === 'number' ? 'number' : field === 'category' ? 'category' : 'details'
  return kind === 'satellite' || kind === 'transponder' || kind === 'group' ? kind : 'category'
}
/** Which value it is, if the clash field doesn't say so. */
const detailOf = (table: string): ClashDetail | undefined => {
  if (table === 'channel.scrambled' || table === 'channel.encryption') return 'access'
  if (table === 'channel.number' || table.startsWith('list.')) return undefined
  return table.startsWith('channel.') ? table.slice('channel.'.length) : table
}
/** A value as plain data: a name instead of an id, taken from the state that has the value. */
const shown = (table: string, value: CellValue | undefined, { parts }: More): Clash['mine'] => {
  if (value === undefined || value === null) return null
  const kind = table === 'channel.transponder' ? 'transponder' : table === 'channel.category' ? 'category' : null
  if (kind !== null && typeof value === 'number') return parts[kind].get(value) ?? null
  if (table === 'channel.audio' || table === 'channel.subtitles')
    return describeTracks(value as Parameters<typeof describeTracks>[0])
  return typeof value === 'object' ? null : value
}

/** True if others changed this channel's own fields. */
export const isEditedElsewhere = (base: More, theirs: More, id: number): boolean =>
  [...base.values.keys(), ...theirs.values.keys()].some(
    (table) => table.startsWith('channel.') && !sameValue(valueOf(base, { table, id }), valueOf(theirs, { table, id })),
  )

type Sides = { base: More; mine: More; theirs: More }
/** One line for each field of each channel or part. */
export const compareMore = (
  { base, mine, theirs }: Sides,
  operations: readonly Operation[],
  nameOf: (id: number) => string | null,
): Clash[] => {
  const found = new Map<string, Clash>()
  const tell = (what: string, clash: Clash): void => {
    if (!found.has(what)) found.set(what, clash)
  }
  for (const operation of operations) {
    for (const key of cellsOf(operation)) {
      const [was, wanted, is] = [valueOf(base, key), valueOf(mine, key), valueOf(theirs, key)]
      if (sameValue(was, is) || sameValue(wanted, is)) continue
      const field = fieldOf(key.table)
      const isChannel = key.table.startsWith('channel.')
      const kind = key.table.split('.')[0] as PartKind
      const detail = detailOf(key.table)
      tell(`${field} ${detail} ${key.id}`, {
        field,
        ...(detail === undefined ? {} : { detail }),
        id: isChannel ? key.id : null,
        channel: isChannel ? nameOf(key.id) : (base.parts[kind]?.get(key.id) ?? null),
        mine: shown(key.table, wanted, mine),
        theirs: shown(key.table, is, theirs),
      })
    }
    for (const [kind, id] of partsOf(operation))
      if (base.parts[kind].has(id) && !theirs.parts[kind].has(id))
        tell(`${kind} gone ${id}`, {
          field: kind,
          id: null,
          channel: base.parts[kind].get(id) ?? null,
          mine: true,
          theirs: null,
        })
    if (operation.op !== 'remove') continue
    const { target, id: removed } = operation
    // Removing a satellite removes its transponders.
    const along =
      target === 'satellite' ? [...base.parts.transponder.keys()].filter((id) => !mine.parts.transponder.has(id)) : []
    for (const [kind, id] of [partOf(target, removed), ...along.map((one) => partOf('transponder', one))]) {
      const tables = [...base.values.keys(), ...theirs.values.keys()].filter((table) => table.startsWith(`${kind}.`))
      const isChanged = tables.some((table) => !sameValue(valueOf(base, { table, id }), valueOf(theirs, { table, id })))
      // Removing a category takes it from its channels. Channels that others have since put into it were never meant.
      const isJoined =
        kind === 'category' &&
        [...(theirs.values.get('channel.category') ?? [])].some(
          ([one, value]) => value === id && valueOf(base, { table: 'channel.category', id: one }) !== id,
        )
      if ((isChanged || isJoined) && theirs.parts[kind].has(id))
        tell(`${kind} kept ${id}`, {
          field: kind,
          id: null,
          channel: base.parts[kind].get(id) ?? null,
          mine: false,
          theirs: true,
        })
    }
    if (target !== 'satellite') continue
    for (const [id, name] of theirs.parts.transponder)
      if (!base.parts.transponder.has(id) && valueOf(theirs, { table: 'transponder.satellite', id }) === removed)
        tell(`transponder kept ${id}`, { field: 'transponder', id: null, channel: name, mine: false, theirs: true })
  }
  return [...found.values()]
}

/**
 * The operation adapted to a state in which others removed the same part, or arranged other parts; null if nothing is
 * left.
 */
export const joinPart = (operation: Operation, theirs: More): Operation | null => {
  if (operation.op === 'remove') return theirs.parts[operation.target].has(operation.id) ? operation : null
  if (operation.op === 'arrange') {
    const there = [...theirs.parts[operation.target].keys()]
    const named = new Set(operation.order)
    const order = operation.order.filter((id) => theirs.parts[operation.target].has(id))
    return { ...operation, order: [...order, ...there.filter((id) => !named.has(id))] }
  }
  return operation
}
