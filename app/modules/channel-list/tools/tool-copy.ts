/**
 * Copies channels from one list into another: selects them, and plans the operations that add them with the satellites
 * and transponders that the target lacks. Pure engine code; runs on the main or worker thread.
 */
import { bandOf, collectChannels, planAdditions } from '~/engine/lists'
import { hasIdentity, indexOf, isThere, refuseName } from '~/engine/tools'
import { keptName } from '~/engine/rules'
import type { Operation } from '~/engine/types'
import { drawIds } from '../edit/drawn-ids'
import {
  factsOf,
  noCounts,
  openOther,
  pageOf,
  placesIn,
  rowAt,
  scopeOf,
  type ListFacts,
  type ToolInput,
  type ToolPlan,
} from './tool-facts'
import type { ToolAskOf } from './tools.schema'
import type { ToolRefusal } from '../types'
import type { Host } from '../engine/stored'

const nameAt = ({ columns }: ListFacts, place: number): string => keptName(columns.names[place] ?? '')

/** Gives transponders without a band their own, and puts the channels one after the other from a place on. */
const completed = (operations: readonly Operation[], to: number | undefined): Operation[] => {
  let next = to
  return operations.map((one) => {
    if (one.op === 'add' && one.target === 'transponder')
      return { ...one, values: { ...one.values, band: one.values.band ?? bandOf(one.values.frequencyKHz) } }
    if (next === undefined || one.op !== 'add' || one.target !== 'channel') return one
    const placed = { ...one, to: next }
    next += one.channels.length
    return placed
  })
}

/** Plans a copy into `stored` from the first of `others`. */
export const planCopy = (
  host: Host,
  { stored, others, asked, paging, seed }: ToolInput<ToolAskOf<'copy'>>,
): ToolPlan => {
  const [other] = others
  const source = other === undefined ? null : openOther(host, other)
  const plan = { read: source !== null, counts: noCounts, total: 0, rows: [], satellites: [], operations: [] }
  if (source === null) return plan
  const from = factsOf(source)
  const places = placesIn(from, scopeOf(from, asked))
  const idAt = (place: number): number => from.columns.id[place] ?? -1
  const collected = new Map(collectChannels(source, places.map(idAt)).map((one) => [one.channel.id, one]))
  const list = host.open(stored)
  const target = factsOf(list)
  const there = indexOf(target.columns)
  const isKnown = (place: number): boolean =>
    asked.skip && hasIdentity(from.columns, place) && isThere(from.columns, place, there)
  /** Why a channel is not even tried; null if it is. */
  const refuse = (place: number): ToolRefusal | null =>
    refuseName(nameAt(from, place)) ?? ((from.columns.type[place] ?? 0) > 1 ? 'type' : isKnown(place) ? 'there' : null)
  const refusals = new Map(places.map((place) => [idAt(place), refuse(place)]))
  const tried = places.flatMap((place) => (refusals.get(idAt(place)) ? [] : (collected.get(idAt(place)) ?? [])))
  const taken = [
    ...Array.from(target.columns.id),
    ...[...target.satellites, ...target.transponders].map(({ id }) => id),
  ]
  const { operations, ids, left } = planAdditions(list, tried, drawIds(seed, taken))
  for (const { id, why } of left) refusals.set(id, why === 'there' ? 'there' : 'no-place')
  return {
    ...plan,
    counts: { ...noCounts, looked: places.length, changes: ids.size, refused: places.length - ids.size },
    total: places.length,
    rows: pageOf(places, paging).map((place) => rowAt(from, place, { refusal: refusals.get(idAt(place)) ?? null })),
    operations: completed(operations, asked.to),
  }
}
