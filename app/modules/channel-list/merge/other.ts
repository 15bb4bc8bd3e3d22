/**
 * The list that a stored list is compared or merged with: another list, an earlier version, or a file uploaded only for
 * this. Pure engine code.
 */
import { readRows, type ListRows } from '~/engine/lists'
import type { OpenList } from '~/engine/types'
import type { Paged, Paging, Row } from '../types'
import { makeView } from '../engine/view'
import type { Host, Stored } from '../engine/stored'

/** `state` null: an uploaded file that doesn't become a list. */
export type Other = { key: string; source: Uint8Array; state: Uint8Array | null }

/** Opens the other list. It was read before, like every stored one. */
export const openOther = (host: Host, { key, source, state }: Other): OpenList => {
  if (state !== null) return host.open({ key, source, state })
  host.changed()
  const opened = host.engine.open(source)
  if (!opened.ok) throw new Error(`a file that was read was refused: ${opened.refusal}`)
  return opened.list
}

/** Both lists as rows: plain data, because the engine holds one list at a time. */
export const readBoth = (host: Host, mine: Stored, theirs: Other): [ListRows, ListRows] => {
  const a = readRows(host.open(mine))
  return [a, readRows(openOther(host, theirs))]
}

/** A page of the rows of a file that was just written, as its recipient reads it. */
export const readFile = (host: Host, { bytes, paging }: { bytes: Uint8Array; paging: Paging }): Paged<Row> =>
  makeView(openOther(host, { key: '', source: bytes, state: null })).rows({}, paging)
