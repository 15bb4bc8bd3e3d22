/**
 * Reads a list's channels: the engine opens one revision, a synchronous reader takes what a page needs, and the engine
 * is free again before anything else happens. Long lists are read on the engine's own thread.
 */
import { isForeign, type Encoding, type NameLanguage, type Problem } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { readOn, workOn } from '../engine/heavy.server'
import { findNameChoice, storedInLanguage } from '../names/name-choice.server'
import { rereadUpload } from '../files/reread.server'
import { getSource, storedOf } from './source.server'
import { findShown } from './shown.server'
import { findNewest, describeWithSteps, type StateRow } from './store.server'
import type { Actor, EncodingPreview, ListDetails, ListReport, Paging, SourcedView } from '../types'

const headOf = ({ number, sourceId }: StateRow) => ({ revision: number, source: sourceId })
const readRevision = async <T>(who: string, row: StateRow, read: (view: SourcedView) => T): Promise<Result<T>> =>
  readOn(who, await storedOf(row), headOf(row), read)

/**
 * Reads a list that was not found by an account's rights, such as by a link. The work is charged to `who`. C1101 if the
 * list is gone.
 */
export const readFound = async <T>(who: string, id: string, read: (view: SourcedView) => T): Promise<Result<T>> => {
  const newest = await findNewest(id)
  return newest === null ? fail('C1101') : readRevision(who, newest, read)
}

/**
 * Opens a list for a synchronous reader and returns its result. The view can't be used afterwards. A reader must have
 * no side effects: for a long list it runs several times. C1101 if there is no such list or revision for this actor,
 * I1009 or A0503 when work on long lists has to wait.
 */
export const readList = async <T>(
  actor: Actor,
  id: string,
  asked: { revision?: number },
  read: (view: SourcedView) => T,
): Promise<Result<T>> => {
  const found = await findShown(actor, id, asked.revision ?? null)
  if (!found.ok) return found
  const { revision } = found.value
  return readRevision(actor.userId, revision, read)
}

/**
 * Reads a list's newest revision, with names in the language that the account chose for it. Returns the list's details
 * from the same moment. C1101 as above.
 */
export const readWithDetails = async <T>(
  actor: Actor,
  id: string,
  read: (view: SourcedView) => T,
): Promise<Result<{ details: ListDetails; value: T; language: NameLanguage | null }>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const { row, revision: newest } = found.value
  const language = await findNameChoice(actor.userId, id)
  const [details, stored] = await Promise.all([
    describeWithSteps(actor, row, newest),
    storedInLanguage(actor.userId, newest, language),
  ])
  if (!stored.ok) return stored
  const value = await readOn(actor.userId, stored.value, headOf(newest), read)
  // A change may have come between the two queries; the details name the revision that is shown.
  return value.ok ? ok({ details: { ...details, revision: newest.number }, value: value.value, language }) : value
}

/** What was found in the file: dialect, encoding and how it was detected, counts, and the problems by record, paged. */
export const reportOf = async (
  actor: Actor,
  id: string,
  asked: Paging & { severity?: Problem['severity'] },
): Promise<Result<ListReport>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const { row, revision } = found.value
  const stored = await storedOf(revision)
  const report = await workOn(actor.userId, 'report', { stored, asked })
  // Report the upload's dialect; the engine opens only the text converted from it.
  return report.ok && isForeign(row.dialect) ? ok({ ...report.value, dialect: row.dialect, version: null }) : report
}

/** Previews names in another encoding: those that differ first, else some with letters beyond ASCII. Stores nothing. */
export const previewEncoding = async (
  actor: Actor,
  id: string,
  encoding: Encoding,
): Promise<Result<EncodingPreview>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const stored = await storedOf(found.value.revision)
  const { origin } = await getSource(found.value.revision.sourceId)
  if (origin === null) return workOn(actor.userId, 'preview', { stored, encoding, other: null })
  const again = await rereadUpload(actor.userId, stored, origin, encoding)
  if (!again.ok) return again
  const { source, state } = again.value
  const other = { key: `${stored.key} ${encoding}`, source: source.bytes, state }
  return workOn(actor.userId, 'preview', { stored, encoding, other })
}
