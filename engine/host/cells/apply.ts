/**
 * Applies the operations that only cells can hold: checks everything first, then changes the cells. The engine handles
 * their effect on order, names and favourites, through `Ground`.
 */
import { channelKeyOf, isAddedId, isChannelField, isChannelValue, keptName, partRules, refuseName } from '../rules'
import {
  type CellValue,
  type ChannelField,
  type NewChannel,
  type Operation,
  type OperationError,
  type OperationOf,
  type PartKind,
  limits,
  nameLanguages,
  partTables,
} from '../types'
import type { Edits, Kind } from './edits'
import type { Model } from './model'
import { normalForm } from '../normal-form'

export type Refused = Omit<OperationError, 'index'>
/** What an operation needs from the list besides its cells. */
export type Ground = {
  readonly edits: Edits
  /** By id. */
  readonly fileNumbers: ReadonlyMap<number, number>
  model(): Model
  /** True for a channel in the list. */
  isLive(id: number): boolean
  length(): number
  /** The live channels' ids in order. */
  order(): ArrayLike<number>
  /** By place. */
  names(): readonly string[]
  sidOf(id: number): number | null
  /** Ids of a group's channels. */
  members(bit: number): number[]
  /** Does one of the engine's own operations, with outer ids. */
  inner(operation: Operation): Refused | null
  /** Makes room for this many more of a kind; false if too many are in use. */
  makeRoom(kind: Kind, count: number): boolean
  /** Inserts new channels into the list, the first at `to`. */
  appear(ids: readonly number[], to: number): void
}

/** Fields that a record never holds: null removes the cell. */
const isPortalField = (field: ChannelField): boolean =>
  field === 'url' || field === 'category' || field.startsWith('name.')
/** A text in its stored form. */
const kept = (value: CellValue): CellValue => (typeof value === 'string' ? keptName(value) : value)
const nameKey = (name: string): string => normalForm(name, 'NFKC').toLowerCase().trim()

const checkChannelValue = (ground: Ground, field: unknown, value: unknown): Refused | null => {
  if (!isChannelField(field) || !isChannelValue(field, value)) return { code: 'value-invalid', field: String(field) }
  if (field === 'transponder' && !ground.model().transponderById.has(Number(value)))
    return { code: 'unknown-transponder' }
  if (field === 'category' && value !== null && !ground.model().categories.some(({ id }) => id === value))
    return { code: 'unknown-category' }
  return null
}

const putChannelField = (edits: Edits, id: number, field: ChannelField, value: CellValue): void => {
  edits.put(`channel.${field}`, id, value === null && isPortalField(field) ? undefined : kept(value))
  // The later edit wins: a free channel has no system, and a channel with a system is not free.
  if (field === 'scrambled' && value === false) edits.put('channel.encryption', id, null)
  if (field === 'encryption' && value !== null) edits.put('channel.scrambled', id, true)
}

const findNotLive = (ground: Ground, ids: unknown): Refused | null => {
  if (!Array.isArray(ids) || ids.length > limits.idsPerOperation) return { code: 'bad-operation' }
  if (ids.length === 0) return { code: 'nothing-selected' }
  for (const id of ids as unknown[]) {
    if (typeof id !== 'number' || !Number.isInteger(id)) return { code: 'bad-operation' }
    if (!ground.isLive(id)) return { code: 'unknown-channel', id }
  }
  return null
}

const setChannels = (ground: Ground, operation: OperationOf<'set'> & { target: 'channel' }): Refused | null => {
  const wrong = findNotLive(ground, operation.ids) ?? checkChannelValue(ground, operation.field, operation.value)
  if (wrong) return wrong
  // A streamed channel needs its address: without one, nothing could be played.
  if (operation.field === 'url' && operation.value === null) return { code: 'value-invalid', field: 'url' }
  for (const id of operation.ids) putChannelField(ground.edits, id, operation.field, operation.value)
  return null
}

const setValues = (ground: Ground, { field, values }: OperationOf<'values'>): Refused | null => {
  if (!Array.isArray(values)) return { code: 'bad-operation' }
  const wrong = findNotLive(
    ground,
    values.map(([id]) => id),
  )
  if (wrong) return wrong
  for (const [id, value] of values) {
    const refused = checkChannelValue(ground, field, value)
    if (refused) return { ...refused, id }
    if (field === 'url' && value === null) return { code: 'value-invalid', id, field }
  }
  for (const [id, value] of values) putChannelField(ground.edits, id, field, value)
  return null
}

const unknownCodes = {
  satellite: 'unknown-satellite',
  transponder: 'unknown-transponder',
  group: 'unknown-group',
  category: 'unknown-category',
} as const
const rowsOf = (model: Model, kind: PartKind): readonly { id: number }[] => model[partTables[kind]]

const hasRow = (model: Model, kind: PartKind, id: number): boolean =>
  kind === 'transponder' ? model.transponderById.has(id) : rowsOf(model, kind).some((row) => row.id === id)

/** The first value that the rules refuse; `isWhole`: every field is required. */
const checkValues = (kind: PartKind, values: unknown, isWhole: boolean): Refused | null => {
  const rules: Readonly<Record<string, (value: unknown) => boolean>> = partRules[kind]
  if (typeof values !== 'object' || values === null) return { code: 'bad-operation' }
  const entries = Object.entries(values).filter(([, value]) => value !== undefined)
  if (entries.length === 0) return { code: 'bad-operation' }
  for (const [field, value] of entries) {
    const name =
      field === 'name' && typeof value === 'string' ? refuseName(keptName(value), limits.otherNameCharacters) : null
    if (name) return { code: name, field }
    if (!Object.hasOwn(rules, field) || rules[field]?.(value) !== true) return { code: 'value-invalid', field }
  }
  const missing = isWhole ? Object.keys(rules).find((field) => !(field in values)) : undefined
  return missing === undefined ? null : { code: 'value-invalid', field: missing }
}

type Values = Partial<Record<string, CellValue>>
/** Refuses a satellite, transponder, group or category that exists already. */
const findSame = (model: Model, kind: PartKind, id: number, values: Values): Refused | null => {
  const hasName = (rows: readonly { id: number; name: string }[]): boolean =>
    typeof values['name'] === 'string' &&
    rows.some((row) => row.id !== id && nameKey(row.name) === nameKey(values['name'] as string))
  switch (kind) {
    case 'satellite':
      return values['angle'] !== undefined &&
        model.satelliteById.get(id)?.angle !== values['angle'] &&
        model.satellites.some((row) => row.id !== id && row.angle === values['angle'])
        ? { code: 'satellite-exists', field: 'angle' }
        : null
    case 'transponder': {
      const own = { ...model.transponderById.get(id), ...values }
      const isChanged = ['frequencyKHz', 'polarisation', 'satellite'].some((field) => values[field] !== undefined)
      return isChanged && model.hasTransponderLike(own, id)
        ? { code: 'transponder-exists', field: 'frequencyKHz' }
        : null
    }
    case 'group':
      return hasName(model.groups) ? { code: 'group-exists', field: 'name' } : null
    case 'category':
      return hasName(model.categories) ? { code: 'category-exists', field: 'name' } : null
  }
}

const putValues = (edits: Edits, kind: PartKind, id: number, values: object): void => {
  for (const [field, value] of Object.entries(values))
    if (value !== undefined) edits.put(`${kind}.${field}`, id, kept(value as CellValue))
}

/** 3600 tenths of a degree is the same angle as 0. */
const turned = <V extends object>(values: V): V =>
  'angle' in values && values.angle === 3600 ? { ...values, angle: 0 } : values

const setPart = (ground: Ground, operation: Exclude<OperationOf<'set'>, { target: 'channel' }>): Refused | null => {
  const { target, id } = operation
  const values = turned(operation.values)
  const model = ground.model()
  const wrong = checkValues(target, values, false)
  if (wrong) return wrong
  if (!hasRow(model, target, id)) return { code: unknownCodes[target] }
  const same = findSame(model, target, id, values)
  if (same) return same
  putValues(ground.edits, target, id, values)
  return null
}

const isTaken = ({ edits }: Ground, kind: Kind, id: number): boolean => edits.added[kind].includes(id)

const addPart = (ground: Ground, operation: Exclude<OperationOf<'add'>, { target: 'channel' }>): Refused | null => {
  const { target, id } = operation
  const values = turned(operation.values)
  const model = ground.model()
  if (!isAddedId(id)) return { code: 'bad-operation' }
  if (isTaken(ground, target, id)) return { code: 'id-taken' }
  const wrong = checkValues(target, values, true)
  if (wrong) return wrong
  if (!ground.makeRoom(target, 1)) return { code: 'too-many-additions' }
  const more: Values = {}
  if (operation.target === 'transponder') {
    if (!model.satelliteById.has(operation.satellite)) return { code: 'unknown-satellite' }
    more['satellite'] = operation.satellite
  }
  if (target === 'category' && model.categories.length >= limits.categories) return { code: 'too-many-categories' }
  if (target === 'group') {
    const bit = model.freeBit()
    if (bit < 0 || model.groups.length >= limits.favouriteGroups) return { code: 'too-many-groups' }
    more['bit'] = bit
  }
  const same = findSame(model, target, id, { ...values, ...more })
  if (same) return same
  ground.edits.add(target, id)
  putValues(ground.edits, target, id, { ...values, ...more })
  return null
}

/** Why a new channel can't be added. */
const checkNewChannel = (ground: Ground, channel: NewChannel, taken: ReadonlySet<number>): Refused | null => {
  const { id, name, ...values } = channel
  if (!isAddedId(id)) return { code: 'bad-operation' }
  if (taken.has(id) || isTaken(ground, 'channel', id)) return { code: 'id-taken', id }
  if (typeof name !== 'string') return { code: 'bad-operation' }
  const refused = refuseName(keptName(name), limits.nameCharacters)
  if (refused) return { code: refused, field: 'name' }
  if (!('transponder' in values) || !('type' in values)) return { code: 'bad-operation' }
  // A streamed channel is received only from its address.
  if (values.transponder === null && typeof values.url !== 'string') return { code: 'value-invalid', field: 'url' }
  for (const [field, value] of Object.entries(values)) {
    if (value === undefined || (field === 'transponder' && value === null)) continue
    const wrong = checkChannelValue(ground, field, value)
    if (wrong) return wrong
  }
  return null
}

const addChannels = (ground: Ground, operation: OperationOf<'add'> & { target: 'channel' }): Refused | null => {
  const { channels, to = ground.length() + 1 } = operation
  if (!Array.isArray(channels)) return { code: 'bad-operation' }
  if (channels.length === 0) return { code: 'nothing-selected' }
  if (channels.length > limits.itemsPerAdd) return { code: 'too-many-added' }
  if (ground.length() + channels.length > limits.channelsPerList) return { code: 'too-many-channels' }
  if (!ground.makeRoom('channel', channels.length)) return { code: 'too-many-additions' }
  if (!Number.isInteger(to) || to < 1 || to > ground.length() + 1) return { code: 'position-range' }
  const taken = new Set<number>()
  const model = ground.model()
  const order = ground.order()
  const there = new Set(
    ground.names().map((name, place) => {
      const id = order[place] ?? -1
      const transponder = model.transponderOf(model.rowOf(id))
      return channelKeyOf(transponder < 0 ? null : transponder, ground.sidOf(id), name)
    }),
  )
  for (const channel of channels) {
    const wrong = checkNewChannel(ground, channel, taken)
    if (wrong) return wrong
    const key = channelKeyOf(channel.transponder, channel.sid ?? null, keptName(channel.name))
    if (there.has(key)) return { code: 'channel-exists', field: 'name' }
    there.add(key)
    taken.add(channel.id)
  }
  for (const { id, name, ...values } of channels) {
    ground.edits.add('channel', id)
    ground.edits.put('channel.name', id, keptName(name))
    for (const [field, value] of Object.entries(values))
      if (value !== undefined && !(field === 'transponder' && value === null))
        putChannelField(ground.edits, id, field as ChannelField, value)
  }
  ground.appear(
    channels.map(({ id }) => id),
    to,
  )
  return null
}

const deleteWhere = (ground: Ground, isIn: (row: number) => boolean): Refused | null => {
  const model = ground.model()
  const ids = Array.from(ground.order()).filter((id) => isIn(model.rowOf(id)))
  return ids.length === 0 ? null : ground.inner({ op: 'delete', ids })
}

const remove = (ground: Ground, { target, id }: OperationOf<'remove'>): Refused | null => {
  const model = ground.model()
  const { edits } = ground
  if (!(target in unknownCodes)) return { code: 'bad-operation' }
  if (!hasRow(model, target, id)) return { code: unknownCodes[target] }
  let wrong: Refused | null = null
  if (target === 'satellite') wrong = deleteWhere(ground, (row) => model.satelliteOf(row) === id)
  else if (target === 'transponder') wrong = deleteWhere(ground, (row) => model.transponderOf(row) === id)
  else if (target === 'group') {
    if (id < limits.defaultFavouriteGroups) return { code: 'default-group' }
    const bit = model.groups.find((row) => row.id === id)?.index ?? 0
    const members = ground.members(bit)
    if (members.length > 0) wrong = ground.inner({ op: 'favourite', ids: members, group: id, value: false })
    edits.put('group.order', id, undefined)
  } else
    for (const [channel, category] of [...(edits.table('channel.category') ?? [])])
      if (category === id) edits.put('channel.category', channel, undefined)
  if (wrong) return wrong
  edits.put(`${target}.gone`, id, true)
  return null
}

/** True if the numbers are exactly these ids, each once. */
const isPermutation = (order: unknown, ids: readonly number[]): order is number[] => {
  if (!Array.isArray(order) || order.length !== ids.length) return false
  const set = new Set(order as unknown[])
  return set.size === ids.length && ids.every((id) => set.has(id))
}

const arrange = (ground: Ground, { target, order }: OperationOf<'arrange'>): Refused | null => {
  if (target !== 'satellite' && target !== 'group' && target !== 'category') return { code: 'bad-operation' }
  const ids = rowsOf(ground.model(), target).map(({ id }) => id)
  if (!isPermutation(order, ids)) return { code: 'order-invalid' }
  // The natural order, the source's followed by the added ones, needs no cell.
  const added = ground.edits.added[target]
  const rank = (id: number): number => (added.includes(id) ? 2 ** 31 + added.indexOf(id) : id)
  const isNatural = order.every((id, at) => at === 0 || rank(order[at - 1] ?? 0) < rank(id))
  ground.edits.put(`list.${target}`, 0, isNatural ? undefined : [...order])
  return null
}

const orderGroup = (ground: Ground, { group, order }: OperationOf<'group-order'>): Refused | null => {
  const row = ground.model().groups.find(({ id }) => id === group)
  if (!row) return { code: 'unknown-group' }
  if (!Array.isArray(order) || new Set(order).size !== order.length) return { code: 'order-invalid' }
  const wrong = findNotLive(ground, order)
  if (wrong) return wrong
  // Members that are not named follow the others.
  const members = new Set(ground.members(row.index))
  ground.edits.put(
    'group.order',
    group,
    order.filter((id) => members.has(id)),
  )
  return null
}

const setNumbers = (ground: Ground, { numbers }: OperationOf<'numbers'>): Refused | null => {
  if (!Array.isArray(numbers)) return { code: 'bad-operation' }
  const wrong = findNotLive(
    ground,
    numbers.map(([id]) => id),
  )
  if (wrong) return wrong
  const [least, most] = limits.channelNumber
  for (const [id, number] of numbers)
    if (number !== null && !(Number.isInteger(number) && number >= least && number <= most))
      return { code: 'value-invalid', id, field: 'number' }
  for (const [id, number] of numbers) {
    const given = ground.fileNumbers.get(id)
    // Null removes the number that the file gives.
    ground.edits.put('channel.number', id, number === (given ?? null) ? undefined : number)
  }
  return null
}

const setNamesIn = (ground: Ground, { language, names }: OperationOf<'names-in'>): Refused | null => {
  if (!nameLanguages.includes(language) || !Array.isArray(names) || names.length > limits.idsPerOperation)
    return { code: 'bad-operation' }
  if (names.length === 0) return { code: 'nothing-selected' }
  const model = ground.model()
  for (const [id, name] of names) {
    if (typeof id !== 'number' || (typeof name !== 'string' && name !== null)) return { code: 'bad-operation' }
    if (model.rowOf(id) < 0) return { code: 'unknown-channel', id }
    const refused = name === null ? null : refuseName(keptName(name), limits.nameCharacters)
    if (refused) return { code: refused, id, field: `name.${language}` }
  }
  for (const [id, name] of names) putChannelField(ground.edits, id, `name.${language}`, name)
  return null
}

/** Applies an operation that only cells can hold; undefined for any other. */
export const applyCells = (ground: Ground, operation: Operation): Refused | null | undefined => {
  switch (operation.op) {
    case 'set':
      if (operation.target === 'channel') return setChannels(ground, operation)
      return operation.target in unknownCodes ? setPart(ground, operation) : { code: 'bad-operation' }
    case 'values':
      return setValues(ground, operation)
    case 'add':
      if (operation.target === 'channel') return addChannels(ground, operation)
      return operation.target in unknownCodes ? addPart(ground, operation) : { code: 'bad-operation' }
    case 'remove':
      return remove(ground, operation)
    case 'arrange':
      return arrange(ground, operation)
    case 'group-order':
      return orderGroup(ground, operation)
    case 'numbers':
      return setNumbers(ground, operation)
    case 'names-in':
      return setNamesIn(ground, operation)
    default:
      return undefined
  }
}
