/** Previews what a box gets of a list: the file written for it, read again as a box reads it, with its losses. */
import type { FileFormat, NameLanguage } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { unlessUseless, writeRevision } from '../files/export.server'
import { workOn } from '../engine/heavy.server'
import { findGivenRevisions } from './box.server'
import { findGivenOf } from '../storage/shown.server'
import { findState, findVisible, formatForBox } from '../storage/store.server'
import type { Actor, ExportLoss, Paged, Paging, Row } from '../types'

export type BoxPreview = {
  revision: number
  format: FileFormat
  fileName: string
  bytes: number
  losses: ExportLoss[]
  rows: Paged<Row>
}

/**
 * `format` null: the box's default format. `language` null: the channels' own names. `sn`: one of the actor's boxes,
 * which may be in a stage; null: any box. C1101, I1009 or A0503 when work on long lists has to wait.
 */
export const previewForBox = async (
  actor: Actor,
  id: string,
  {
    format: wanted,
    language,
    sn,
    ...paging
  }: Paging & { format: 'sdx' | 'chl' | null; language: NameLanguage | null; sn: string | null },
): Promise<Result<BoxPreview>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const row = found.value
  const own =
    sn === null || row.kind === 'user' ? undefined : (await findGivenRevisions([{ sn, listId: id }])).get(`${sn} ${id}`)
  const version = own === undefined ? await findGivenOf(actor, row) : ok(await findState(id, own))
  if (!version.ok) return version
  const newest = version.value
  if (newest === null) return fail('C1101')
  const format = wanted ?? formatForBox(found.value.dialect)
  const written = unlessUseless(await writeRevision(actor.userId, found.value, newest, format, language))
  if (!written.ok) return written
  const { bytes, fileName, losses } = written.value
  const read = await workOn(actor.userId, 'readFile', { bytes, paging })
  if (!read.ok) return read
  return ok({ revision: newest.number, format, fileName, bytes: bytes.length, losses, rows: read.value })
}
