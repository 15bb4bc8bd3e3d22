/** Turns a plan over everything in two lists into clashes to show and operations to apply. */
import {
  isWholeValueAllowed,
  type LeftWhy,
  type ListRow,
  type WholeClash,
  type WholeField,
  type WholeList,
  type WholePlan,
  type WholeValue,
} from '~/engine/lists'
import type { ChannelField, ChannelValue, NameLanguage, Operation } from '~/engine/types'
import { describeSide } from './compare'
import { describePart, describeValue } from '../field-values'
import type { ReconcileClash } from '../types'

/** What was not added, and why. */
export type Left = { id: number; name: string; why: LeftWhy }

/** A clash in the form shown to the user. */
export const describeClash = (clash: WholeClash, a: WholeList, b: WholeList): ReconcileClash => {
  const { key, field, mine, theirs, values, part } = clash
  return {
    key,
    field,
    part: part && (describePart(part.kind, part.mine, a.parts) ?? describePart(part.kind, part.theirs, b.parts)),
    mine: mine && describeSide(mine, a.rows.groups),
    theirs: theirs && describeSide(theirs, b.rows.groups),
    values: values && {
      mine: describeValue(field, values[0], a.parts),
      theirs: describeValue(field, values[1], b.parts),
    },
    default: clash.default,
  }
}

/** The operations that give channels their values in one field; several if the field is stored as two. */
export const valueOperations = (field: WholeField, values: [id: number, value: WholeValue][]): Operation[] => {
  const fit = values.filter(([, value]) => isWholeValueAllowed(field, value))
  if (fit.length === 0) return []
  if (field === 'number') return [{ op: 'numbers', numbers: fit as [number, number | null][] }]
  if (field.startsWith('name.'))
    return [{ op: 'names-in', language: field.slice(5) as NameLanguage, names: fit as [number, string | null][] }]
  if (field !== 'access')
    return [{ op: 'values', field: field as ChannelField, values: fit as [number, ChannelValue][] }]
  const access = fit as [number, { scrambled: boolean; encryption: string | null }][]
  return [
    { op: 'values', field: 'scrambled', values: access.map(([id, { scrambled }]) => [id, scrambled]) },
    { op: 'values', field: 'encryption', values: access.map(([id, { encryption }]) => [id, encryption]) },
  ]
}

/** Ids of items whose addition was refused, so that nothing may refer to them. */
export const idsOf = (refused: readonly Operation[]): ReadonlySet<number> =>
  new Set(refused.flatMap((one) => (one.op === 'add' && one.target !== 'channel' ? [one.id] : [])))

/** Edits of names, fields and marks of channels that both lists have. */
export const channelEdits = (plan: WholePlan, missing: ReadonlySet<number>): Operation[] => {
  const operations: Operation[] = []
  const { names, favourites } = plan.rows
  if (names.length > 0)
    operations.push({ op: 'names', names: names.map(({ id, name }): [number, string] => [id, name]) })
  for (const { field, values } of plan.values) {
    const isPart = field === 'transponder' || field === 'category'
    operations.push(
      ...valueOperations(field, isPart ? values.filter(([, value]) => !missing.has(Number(value))) : values),
    )
  }
  for (const op of ['lock', 'skip'] as const) {
    if (plan.rows[op].on.length > 0) operations.push({ op, ids: plan.rows[op].on, value: true })
    if (plan.rows[op].off.length > 0) operations.push({ op, ids: plan.rows[op].off, value: false })
  }
  for (const { group: index, on, off } of favourites) {
    const group = plan.groupIds[index] ?? -1
    if (group < 0 || missing.has(group)) continue
    if (on.length > 0) operations.push({ op: 'favourite', group, ids: on, value: true })
    if (off.length > 0) operations.push({ op: 'favourite', group, ids: off, value: false })
  }
  return operations
}

/** Edits for what an incoming channel has besides its record. */
export const comingEdits = (
  { coming }: WholePlan,
  rows: readonly ListRow[],
  ids: ReadonlyMap<number, number>,
  missing: ReadonlySet<number>,
): Operation[] => {
  const of = (field: 'category' | 'number'): [number, number][] =>
    coming.flatMap((one): [number, number][] => {
      const id = ids.get(rows[one.at]?.id ?? -1)
      const value = one[field]
      return id === undefined || value === null || (field === 'category' && missing.has(value)) ? [] : [[id, value]]
    })
  return (['category', 'number'] as const).flatMap((field) => valueOperations(field, of(field)))
}

/** Items that can't be added because my list has another one of the same place or name. */
export const leftParts = (refused: readonly Operation[], parts: WholeList['parts']): Left[] =>
  refused.flatMap((one): Left[] => {
    if ((one.op !== 'add' && one.op !== 'set') || one.target === 'channel') return []
    const { values } = one as { values: { name?: string } }
    const name = values.name ?? describePart(one.target, one.id, parts) ?? ''
    return [{ id: one.id, name, why: one.target }]
  })

/** Items that a taken value refers to, but that my list has no room for or no rule allows; each once. */
export const leftValues = (lost: WholePlan['lost'], parts: WholeList['parts']): Left[] =>
  [...new Map(lost.map(({ part }) => [`${part.kind} ${part.theirs}`, part])).values()].map(({ kind, theirs }) => ({
    id: theirs,
    name: describePart(kind, theirs, parts) ?? '',
    why: kind,
  }))
