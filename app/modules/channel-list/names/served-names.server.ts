/** When a box saves a list that it got in another language, restores the list's own names. */
import type { NameLanguage } from '~/engine/types'
import { ok, type Result } from '~/errors/table'
import { carriedState } from '../merge/carry-cells.server'
import { writeRevision } from '../files/export.server'
import { workOn } from '../engine/heavy.server'
import { importBytes, type Imported } from '../files/import.server'
import { storedInLanguage } from './name-choice.server'
import { formatOf, keyOf, type StateRow } from '../storage/store.server'
import { makeSource, type Source } from '../storage/source.server'
import { storedOf } from '../merge/two-lists.server'

type Save = { source: Source; imported: Imported }

/**
 * The state to store for a save: the list's own names, plus what only the portal stores for `base`, the revision that
 * the box had loaded. `language`: that of the names the box got. I1009 or A0503 when work on long lists has to wait.
 */
export const stateOfSave = async (
  who: string,
  base: StateRow,
  { source, imported }: Save,
  language: NameLanguage | null,
): Promise<Result<Uint8Array>> => {
  const shown = await storedInLanguage(who, base, language)
  if (!shown.ok) return shown
  if (language === null || shown.value.language === null) return carriedState(who, base, source, imported.state)
  const format = formatOf(source.origin?.dialect ?? imported.facts.dialect)
  const written = await writeRevision(who, { name: '' }, base, format, language)
  if (!written.ok) return written
  const file = await makeSource(written.value.bytes)
  const served = await importBytes(who, file, { whole: true })
  if (!served.ok) return served
  const made = await workOn(who, 'findOwnNames', {
    base: await storedOf(base),
    served: { key: `served ${file.id}`, source: served.value.source.bytes, state: served.value.state },
    saved: { key: `saved ${source.id}`, source: source.bytes, state: imported.state },
    language,
  })
  if (!made.ok) return made
  const { state, names } = made.value
  const carried = await carriedState(who, base, source, state)
  if (!carried.ok || names.length === 0) return carried
  const stored = { key: `saved ${source.id} ${keyOf(base)}`, source: source.bytes, state: carried.value }
  return workOn(who, 'putNames', { stored, language, names })
}

/**
 * True if a box saves exactly the file that it got of a revision, in any format. Then it changed nothing, not even what
 * the format can't hold.
 */
export const isServedFile = async (
  who: string,
  base: StateRow,
  { source, imported }: Save,
  language: NameLanguage | null,
): Promise<Result<boolean>> => {
  const format = formatOf(source.origin?.dialect ?? imported.facts.dialect)
  const written = await writeRevision(who, { name: '' }, base, format, language)
  if (!written.ok) return written
  // For another program's file, only its digest is kept with the converted text.
  if (source.origin !== null) return ok((await makeSource(written.value.bytes)).id === source.origin.id)
  return ok(Buffer.compare(written.value.bytes, source.bytes) === 0)
}
