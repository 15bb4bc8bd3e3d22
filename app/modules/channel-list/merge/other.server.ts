/**
 * Finds what a list is compared or merged with: another list that the account may see, an earlier version of this one,
 * or a file that the account uploaded for this. Everything else is treated as missing.
 */
import { fail, ok, type Result } from '~/errors/table'
import { findHeldFile } from '../storage/held-file.server'
import type { Other } from './other'
import type { OtherRef } from './other.schema'
import type { Sheet } from '../files/sheet'
import { storedOf } from '../storage/source.server'
import { findShown } from '../storage/shown.server'
import { nameFor, type StateRow } from '../storage/store.server'
import type { Actor } from '../types'

export type FoundOther = {
  /** A list's name, or a file's. */
  name: string
  /** The version, for a list. */
  revision: number | null
  /** The file that its ids belong to; null for an uploaded file. */
  sourceId: string | null
} & ({ kind: 'list'; other: Other } | { kind: 'lines'; sheet: Sheet })

const ofRevision = async (name: string, row: StateRow): Promise<FoundOther> => ({
  kind: 'list',
  name,
  revision: row.number,
  sourceId: row.sourceId,
  other: await storedOf(row),
})

/** C1101 if this account has no such list or version, A0404 if the file is no longer kept. */
export const findOther = async (actor: Actor, listId: string, ref: OtherRef): Promise<Result<FoundOther>> => {
  if (ref.kind === 'file') {
    const held = await findHeldFile(actor, ref.id)
    if (held === null) return fail('A0404', { data: { context: 'upload' } })
    const head = { name: held.fileName ?? '', revision: null, sourceId: null }
    return ok(
      held.kind === 'lines'
        ? { ...head, kind: 'lines', sheet: { key: `held ${held.id}`, cells: held.bytes } }
        : { ...head, kind: 'list', other: { key: `held ${held.id}`, source: held.bytes, state: null } },
    )
  }
  const id = ref.kind === 'list' ? ref.id : listId
  const found = await findShown(actor, id, ref.revision)
  return found.ok ? ok(await ofRevision(nameFor(actor, found.value.row), found.value.revision)) : found
}
