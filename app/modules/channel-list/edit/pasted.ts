/**
 * Finds what pasted lines mean in a list, with the channels that they name. Pure engine code; runs on the main or
 * worker thread.
 */
import { matchPasted, type PastedLine } from './paste.schema'
import type { Row } from '../types'
import { makeView } from '../engine/view'
import type { Host, Stored } from '../engine/stored'

export type Pasted = { lines: PastedLine[]; rows: Row[] }

/** `rows`: every channel that a line means or may mean, once. */
export const findPasted = (host: Host, { stored, text }: { stored: Stored; text: string }): Pasted => {
  const list = host.open(stored)
  const { id } = list.columns()
  const lines = matchPasted(
    text,
    list.names().map((name, at) => ({ id: id[at] ?? 0, name, number: at + 1 })),
  )
  const named = new Set(lines.flatMap((line) => (line.id === null ? line.candidates : [line.id])))
  const { items } = makeView(list).rows({}, { page: 1, size: Math.max(1, list.length()) })
  return { lines, rows: items.filter((row) => named.has(row.id)) }
}
