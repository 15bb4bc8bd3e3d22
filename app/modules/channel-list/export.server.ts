/** Lists as files: in a chosen dialect with what it can't carry, and as the one piece that the editor loads. */
import { withEngine } from '~/engine/engine.server'
import type { Format } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { sha256 } from '~/platform/random.server'
import { openStored } from './opened'
import type { Pack } from './pack.schema'
import { canChange } from './rights'
import { getSource } from './source.server'
import { audienceOf, findNewest, findState, findVisible, formatOf, type StateRow } from './store.server'
import type { Actor, ExportedFile } from './types'

/** Both dialects are for boxes and editors, not for showing: browsers save them. */
const fileType = 'application/octet-stream'

/** In its own dialect a file goes out under the name that it came with: a TV takes no other. */
const fileNameOf = (name: string, own: boolean, revision: Pick<StateRow, 'fileName'>, format: Format): string => (own && revision.fileName !== null ? revision.fileName : `${name}.${format}`)

/** With the revision's number in it, a replacement can't pass over edits that this dialect doesn't show (locks in SatcoDX). */
const tagOf = (revision: number, bytes: Uint8Array): string => `"${revision}-${sha256(bytes).slice(0, 24)}"`

/** Writes one revision of a list. `format` null means the dialect that the source came in. */
export const writeRevision = async (list: { name: string }, revision: StateRow, format: Format | null): Promise<ExportedFile> => {
  const source = await getSource(revision.sourceId)
  const written = await withEngine((engine) => {
    const opened = openStored(engine, source.bytes, revision.state)
    const own = formatOf(opened.dialect)
    const { bytes, losses } = opened.write(format ?? own)
    // The engine's memory is used again; what leaves is a copy.
    return { bytes: new Uint8Array(bytes), losses, own, format: format ?? own }
  })
  return {
    bytes: written.bytes, type: fileType, fileName: fileNameOf(list.name, written.own === written.format, revision, written.format),
    etag: tagOf(revision.number, written.bytes), lastModified: revision.createdAt, revision: revision.number, format: written.format, losses: written.losses,
  }
}

/** A list's file, of the newest or of an older revision. Unedited and in its own dialect it has the bytes that came. */
export const exportFile = async (actor: Actor, id: string, asked: { format?: Format; revision?: number } = {}): Promise<Result<ExportedFile>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const revision = asked.revision === undefined ? await findNewest(id) : await findState(id, asked.revision)
  return revision === null ? fail('C1101') : ok(await writeRevision(found.value, revision, asked.format ?? null))
}

/** What the editor in a browser loads: the source, the newest state, and what it may do. */
export const engineData = async (actor: Actor, id: string): Promise<Result<Pack & { lastModified: Date }>> => {
  const found = await findVisible(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const source = await getSource(newest.sourceId)
  return ok({
    head: {
      id, name: found.value.name, revision: newest.number, undoTo: newest.undoTo, redoTo: newest.redoTo, canChange: canChange(actor, audienceOf(found.value)),
      sourceId: source.id, fileName: newest.fileName, stateBytes: newest.state.length, sourceBytes: source.bytes.length,
    },
    state: newest.state, source: source.bytes, lastModified: newest.createdAt,
  })
}
