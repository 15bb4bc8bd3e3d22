/**
 * Carries over what only the portal stores when a new file replaces a list's file. Categories, numbers, addresses and
 * names in other languages go to the same channels of the new file, as does what the new file's format can't hold
 * (lost-edits.ts). Pure engine code.
 */
import type { CellValue, ChannelField, ChannelValue, OpenList, Operation } from '~/engine/types'
import { defaultCategoryNames, limits, nameLanguages } from '~/engine/types'
import { lostEdits } from './lost-edits'
import { pairVersions } from './pairs'
import type { Host, Stored } from '../engine/stored'

const fields = /^channel\.(url|category|name\.\w\w)$/

/** The edits that give the new list the previous list's categories. */
export const categoryEdits = (list: OpenList): Operation[] => {
  const edits: Operation[] = []
  const present = list.categories()
  const known = new Set(present.map(({ id }) => id))
  // Remove categories first to make room.
  defaultCategoryNames.forEach((_, id) => {
    if (!known.has(id)) edits.push({ op: 'remove', target: 'category', id })
  })
  for (const { id, name, logo } of present) {
    const own = defaultCategoryNames[id]
    if (own === undefined) edits.push({ op: 'add', target: 'category', id, values: { name, logo } })
    else if (name !== own || logo !== null) edits.push({ op: 'set', target: 'category', id, values: { name, logo } })
  }
  if (list.cells().has('list.category'))
    edits.push({ op: 'arrange', target: 'category', order: present.map(({ id }) => id) })
  return edits
}

/** One edit for each value of a field, one for all numbers, and one for the names in each language. */
export const channelEdits = (list: Pick<OpenList, 'cells'>, to: ReadonlyMap<number, number>): Operation[] => {
  const edits: Operation[] = []
  for (const [table, values] of list.cells()) {
    const field = fields.exec(table)?.[1]
    if (field === undefined && table !== 'channel.number') continue
    const found = [...values].flatMap(([id, value]): [number, CellValue][] => {
      const other = to.get(id)
      return other === undefined ? [] : [[other, value]]
    })
    if (found.length === 0) continue
    if (field === undefined) {
      edits.push({ op: 'numbers', numbers: found.map(([id, value]) => [id, value === null ? null : Number(value)]) })
      continue
    }
    const language = nameLanguages.find((one) => field === `name.${one}`)
    if (language !== undefined) {
      edits.push({ op: 'names-in', language, names: found.map(([id, value]) => [id, String(value)]) })
      continue
    }
    const byValue = new Map<CellValue, number[]>()
    for (const [id, value] of found) byValue.set(value, [...(byValue.get(value) ?? []), id])
    for (const [value, ids] of byValue)
      edits.push({ op: 'set', target: 'channel', ids, field: field as ChannelField, value: value as ChannelValue })
  }
  return edits
}

/** Applies the carried-over edits to the new file's list. `lost`: the edits for what its format can't hold. */
export const applyCarriedOver = (list: OpenList, edits: Operation[], lost: readonly Operation[]): void => {
  for (let from = 0; from < edits.length; from += limits.operationsPerBatch) {
    const applied = list.apply(edits.slice(from, from + limits.operationsPerBatch))
    if (!applied.ok) throw new Error(`what lives on was refused: ${applied.code}`)
  }
  // A file's value may break a rule for edits; then only that one value is not restored.
  for (const edit of lost) list.apply([edit])
}

/**
 * The new file's state with everything carried over; unchanged if there is nothing to carry. Channels that are not
 * found again lose theirs.
 */
export const carryOverEdits = (host: Host, { before, after }: { before: Stored; after: Stored }): Uint8Array => {
  const lost = lostEdits(host, { before, after })
  host.changed()
  const old = host.open(before)
  const ids = new Set<number>()
  for (const [table, values] of old.cells())
    if (table === 'channel.number' || fields.test(table)) for (const id of values.keys()) ids.add(id)
  const categories = categoryEdits(old)
  if (ids.size === 0 && categories.length === 0 && lost.length === 0) return after.state
  const pairs = ids.size === 0 ? new Map<number, number>() : pairVersions(host, { before, after, ids })
  const edits = [...categories, ...channelEdits(host.open(before), pairs)]
  host.changed()
  const list = host.open(after)
  host.changed()
  applyCarriedOver(list, edits, lost)
  return list.state()
}
