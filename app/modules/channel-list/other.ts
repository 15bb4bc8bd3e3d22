/**
 * A list that stands beside a stored one: another list, an earlier version, or a file that was uploaded only for this.
 * Pure work of the engine.
 */
import { readRows, type ListRows } from '~/engine/lists'
import type { OpenList } from '~/engine/types'
import type { Paged, Paging, Row } from './types'
import { makeView } from './view'
import type { Host, Stored } from './stored'

/** `state` null: a file as it came, which no list of the account is made of. */
export type Other = { key: string; source: Uint8Array; state: Uint8Array | null }

/** Opens what stands beside a list. It was read before, like every stored one. */
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

/** A page of the rows of a file that was just written, as whoever gets it reads it. */
export const readFile = (host: Host, { bytes, paging }: { bytes: Uint8Array; paging: Paging }): Paged<Row> =>
  makeView(openOther(host, { key: '', source: bytes, state: null }), 0, () => undefined).rows({}, paging)
