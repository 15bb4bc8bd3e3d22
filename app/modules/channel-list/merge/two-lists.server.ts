/** Compares a list with another one, an earlier version or an uploaded file, merges it, or orders it likewise. */
import type { DifferenceField, DifferenceKind, LineMeaning } from '~/engine/lists'
import type { Operation } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { makeToken } from '~/platform/random.server'
import { workOn } from '../engine/heavy.server'
import type { MergeTake, OtherRef } from './other.schema'
import { findOther, type FoundOther } from './other.server'
import type { MergeAsk, MergeEdit, MergePreview } from './merged'
import type { Ordered, OrderGuide } from './ordered'
import { applyOperations, failClash } from '../edit/revise.server'
import { storedOf } from '../storage/source.server'
import { findShown } from '../storage/shown.server'
import { findChangeable, findNewest, findState, type StateRow } from '../storage/store.server'
import type { Actor, Comparison, Edited, Paging } from '../types'

/** The revision that a change is based on. C1101, C1108; C1104 if it is no longer kept or has another file. */
export const findBase = async (actor: Actor, id: string, { base, source }: Based): Promise<Result<StateRow>> => {
  const changeable = await findChangeable(actor, id)
  if (!changeable.ok) return changeable
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  if (base > newest.number) return fail('A0422', { field: 'base', data: { revision: newest.number } })
  const row = base === newest.number ? newest : await findState(id, base)
  const head = { base, from: source ?? row?.sourceId ?? null }
  if (row === null) return failClash(id, { ...head, cause: 'too-old' }, newest)
  return row.sourceId !== newest.sourceId || (source !== undefined && source !== row.sourceId)
    ? failClash(id, { ...head, cause: 'replaced' }, newest)
    : ok(row)
}

/** Applies a planned edit as one change that can be undone; the answer has what else the plan says. */
const applyPlanned = async <T extends { operations: Operation[] }>(
  actor: Actor,
  id: string,
  { base, source, batch }: Based,
  planned: Result<T>,
): Promise<Result<Edited & Omit<T, 'operations'>>> => {
  if (!planned.ok) return planned
  const { operations, ...told } = planned.value
  const edited = await applyOperations(actor, id, { base, source, batch, operations })
  return edited.ok ? ok({ ...edited.value, ...told }) : edited
}

/** The newest version that the actor sees and another list, as input to work on both. A0422 for a spreadsheet. */
const findBoth = async (actor: Actor, id: string, other: OtherRef) => {
  const [shown, found] = await Promise.all([findShown(actor, id), findOtherList(actor, id, other)])
  if (!shown.ok) return shown
  if (!found.ok) return found
  const newest = shown.value.revision
  const { name, revision, sourceId, other: theirs } = found.value
  return ok({
    two: { mine: await storedOf(newest), theirs, sameFile: sourceId === newest.sourceId },
    head: { revision: newest.number, source: newest.sourceId, other: { name, revision } },
  })
}

/**
 * Compares the list's newest version with another list, version or file. C1101, A0404 for a file that is no longer
 * kept, A0422 for a spreadsheet; I1009 or A0503 when work on long lists has to wait.
 */
export const compareLists = async (
  actor: Actor,
  id: string,
  { other, show, page, size }: Paging & { other: OtherRef; show: DifferenceKind | DifferenceField | null },
): Promise<Result<Comparison>> => {
  const both = await findBoth(actor, id, other)
  if (!both.ok) return both
  const { two, head } = both.value
  const compared = await workOn(actor.userId, 'compareVersions', { ...two, show, paging: { page, size } })
  if (!compared.ok) return compared
  const { counts, same, total, items } = compared.value
  return ok({ ...head, counts, same, differences: { items, total, page, size } })
}

/** `group`: use only the channels of this favourite group of the other list. `as`: what a spreadsheet's lines name. */
export type OrderAsk = { other: OtherRef; group: number | null; as: LineMeaning }
export type OrderPreview = Ordered & {
  revision: number
  source: string
  other: { name: string; revision: number | null; kind: 'list' | 'lines' }
}

const orderOf = async (
  actor: Actor,
  id: string,
  row: StateRow,
  { other, group, as }: OrderAsk,
  { odd, ...paging }: Paging & { odd: boolean },
): Promise<Result<OrderPreview>> => {
  const found = await findOther(actor, id, other)
  if (!found.ok) return found
  const { value } = found
  const mine = await storedOf(row)
  const guide: OrderGuide =
    value.kind === 'lines'
      ? { kind: 'lines', sheet: value.sheet, meaning: as }
      : { kind: 'list', theirs: value.other, sameFile: value.sourceId === row.sourceId, group }
  const ordered = await workOn(actor.userId, 'orderAfter', { mine, guide, odd, paging })
  if (!ordered.ok) return ordered
  if (ordered.value === null) return fail('A0422', { field: 'group' })
  return ok({
    ...ordered.value,
    revision: row.number,
    source: row.sourceId,
    other: { name: value.name, revision: value.revision, kind: value.kind },
  })
}

/** Previews the newest version in the order of another list, version, group or spreadsheet. Changes nothing. */
export const previewOrder = async (
  actor: Actor,
  id: string,
  { odd, page, size, ...asked }: OrderAsk & Paging & { odd: boolean },
): Promise<Result<OrderPreview>> => {
  const shown = await findShown(actor, id)
  return shown.ok ? orderOf(actor, id, shown.value.revision, asked, { odd, page, size }) : shown
}

export type Based = { base: number; source?: string | undefined; batch?: string | undefined }

/** The edit that gives version `base` that order. C1106 if it names none of its channels. */
export const orderOperations = async (
  actor: Actor,
  id: string,
  { base, source, ...asked }: OrderAsk & Based,
): Promise<Result<{ operations: Operation[]; found: number; behind: number }>> => {
  const row = await findBase(actor, id, { base, source })
  if (!row.ok) return row
  const ordered = await orderOf(actor, id, row.value, asked, { odd: false, page: 1, size: 0 })
  if (!ordered.ok) return ordered
  const { order, found, behind } = ordered.value
  if (found === 0) return fail('C1106', { data: { reason: 'nothing-selected', index: 0 } })
  return ok({ operations: [{ op: 'order', order }], found, behind })
}

/**
 * Gives the list the order of something else, as one change that can be undone. Channels that it doesn't name follow at
 * the end, in their order. C1104 if the list's order has changed since `base`, C1101, C1108, C1109.
 */
export const applyOrder = async (
  actor: Actor,
  id: string,
  asked: OrderAsk & Based,
): Promise<Result<Edited & { found: number; behind: number }>> =>
  applyPlanned(actor, id, asked, await orderOperations(actor, id, asked))

/** The other list. A0422 for a spreadsheet. */
const findOtherList = async (
  actor: Actor,
  id: string,
  ref: OtherRef,
): Promise<Result<Extract<FoundOther, { kind: 'list' }>>> => {
  const found = await findOther(actor, id, ref)
  if (!found.ok) return found
  return found.value.kind === 'list' ? ok(found.value) : fail('A0422', { field: 'with' })
}

export type Merge = MergePreview & {
  revision: number
  source: string
  other: { name: string; revision: number | null }
} & Paging

/** What a merge with another list could take from it. Changes nothing. */
export const previewMergeOf = async (
  actor: Actor,
  id: string,
  { other, search, show = null, page, size }: Paging & { other: OtherRef; search: string; show?: MergeTake | null },
): Promise<Result<Merge>> => {
  const both = await findBoth(actor, id, other)
  if (!both.ok) return both
  const { two, head } = both.value
  const previewed = await workOn(actor.userId, 'previewMerge', { ...two, search, show, paging: { page, size } })
  return previewed.ok ? ok({ ...previewed.value, ...head, page, size }) : previewed
}

/** Values are taken only on request. */
type Wanted = Omit<MergeAsk, 'take' | 'pick'> & Partial<Pick<MergeAsk, 'take' | 'pick'>>

/**
 * The edit that takes channels, names, favourites or other values from another list into version `base`. Q2202 with
 * counts if the list would have more than 2000 channels: `keep` chooses among the incoming ones. C1106 if nothing is
 * taken.
 */
export const mergeOperations = async (
  actor: Actor,
  id: string,
  { base, source, batch, other, take = [], pick = [], ...asked }: Wanted & Based & { other: OtherRef },
): Promise<Result<MergeEdit>> => {
  const row = await findBase(actor, id, { base, source })
  if (!row.ok) return row
  const found = await findOtherList(actor, id, other)
  if (!found.ok) return found
  const { value } = found
  const mine = await storedOf(row.value)
  const made = await workOn(actor.userId, 'mergeInto', {
    mine,
    theirs: value.other,
    sameFile: value.sourceId === row.value.sourceId,
    asked: { ...asked, take, pick },
    // Sending the same form again gives the same ids, so that the repeat is recognised.
    seed: batch === undefined ? makeToken() : `${actor.userId} ${id} ${batch}`,
  })
  if (!made.ok) return made
  if (!made.value.ok) return made.value
  return made.value.value.operations.length === 0
    ? fail('C1106', { data: { reason: 'nothing-selected', index: 0 } })
    : made.value
}

/** Merges another list into this one, as one change that can be undone. */
export const mergeLists = async (
  actor: Actor,
  id: string,
  asked: Wanted & Based & { other: OtherRef },
): Promise<Result<Edited & Omit<MergeEdit, 'operations'>>> =>
  applyPlanned(actor, id, asked, await mergeOperations(actor, id, asked))
