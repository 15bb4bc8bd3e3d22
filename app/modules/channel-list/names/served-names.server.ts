/** When a box saves a list that it got in another language, restores the list's own names. */
import type { NameLanguage } from '~/engine/types'
import { ok, type Result } from '~/errors/table'
import { carryOverState } from '../merge/carry-over.server'
import { writeRevision } from '../files/export.server'
import { workOn } from '../engine/heavy.server'
import { importBytes, type Imported } from '../files/import.server'
import { storedInLanguage } from './name-choice.server'
import { formatOf, keyOf, type StateRow } from '../storage/store.server'
import { makeSource, storedOf, type Source } from '../storage/source.server'
import type { Stored } from '../engine/stored'

type Save = { source: Source; imported: Imported }

/** The file that a box got of a revision, as it is read. */
export const readServed = async (
  who: string,
  base: StateRow,
  dialect: string,
  language: NameLanguage | null,
): Promise<Result<Stored>> => {
  const written = await writeRevision(who, { name: '' }, base, formatOf(dialect), language)
  if (!written.ok) return written
  const file = await makeSource(written.value.bytes)
  const read = await importBytes(who, file, { whole: true })
  return read.ok ? ok({ key: `served ${file.id}`, source: read.value.source.bytes, state: read.value.state }) : read
}

/** The dialect of a save, as it was sent. */
export const dialectOf = ({ source, imported }: Save): string => source.origin?.dialect ?? imported.facts.dialect

/**
 * The state to store for a save: the list's own names, plus what only the portal stores for `base`, the revision that
 * the box had loaded. `language`: that of the names the box got. I1009 or A0503 when work on long lists has to wait.
 */
export const stateOfSave = async (
  who: string,
  base: StateRow,
  save: Save,
  language: NameLanguage | null,
): Promise<Result<Uint8Array>> => {
  const { source, imported } = save
  const shown = await storedInLanguage(who, base, language)
  if (!shown.ok) return shown
  if (language === null || shown.value.language === null) return carryOverState(who, base, source, imported.state)
  const served = await readServed(who, base, dialectOf(save), language)
  if (!served.ok) return served
  const made = await workOn(who, 'findOwnNames', {
    base: await storedOf(base),
    served: served.value,
    saved: { key: `saved ${source.id}`, source: source.bytes, state: imported.state },
    language,
  })
  if (!made.ok) return made
  const { state, names } = made.value
  const carriedOver = await carryOverState(who, base, source, state)
  if (!carriedOver.ok || names.length === 0) return carriedOver
  const stored = { key: `saved ${source.id} ${keyOf(base)}`, source: source.bytes, state: carriedOver.value }
  return workOn(who, 'putNames', { stored, language, names })
}

/**
 * True if a box saves exactly the file that it got of a revision, in any format. Then it changed nothing, not even what
 * the format can't hold.
 */
export const isServedFile = async (
  who: string,
  base: StateRow,
  save: Save,
  language: NameLanguage | null,
): Promise<Result<boolean>> => {
  const { source } = save
  const written = await writeRevision(who, { name: '' }, base, formatOf(dialectOf(save)), language)
  if (!written.ok) return written
  // For another program's file, only its digest is kept with the converted text.
  if (source.origin !== null) return ok((await makeSource(written.value.bytes)).id === source.origin.id)
  return ok(Buffer.compare(written.value.bytes, source.bytes) === 0)
}
