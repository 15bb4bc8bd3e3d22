/**
 * Names of channels in other languages, which are cells of the list: reads them, and turns an upload into edits. Each
 * change can be undone.
 */
import type { NameLanguage, Operation } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { readHeldFile, type HeldFileRule } from '../storage/held-file.server'
import { workOn } from '../engine/heavy.server'
import type { GivenNames, NamesAsk, NamesInLanguage, NamesRead } from './names'
import type { OtherRef } from '../merge/other.schema'
import { findOther } from '../merge/other.server'
import { applyOperations } from '../edit/revise.server'
import { readList } from '../storage/read.server'
import { findShown } from '../storage/shown.server'
import { storedOf } from '../storage/source.server'
import { findChangeable, findNewest, nameFor, type StateRow } from '../storage/store.server'
import { findBase, type Based } from '../merge/two-lists.server'
import type { Actor, Edited, Paging } from '../types'

/** How a file with names is kept next to the lists until the user accepts its preview. */
export const namesFileRule: HeldFileRule = { mayBeLines: true, mayBeNames: true }

export type NamesOfList = { total: number; languages: { language: NameLanguage; channels: number }[] }

/** The languages that a list has names in, in the order of `nameLanguages`, and how many channels it has. C1101. */
export const findNameLanguages = (actor: Actor, id: string): Promise<Result<NamesOfList>> =>
  readList(actor, id, {}, (view) => ({ total: view.length, languages: view.nameCounts() }))

/** The names of a list's channels in one language, by id, where they differ from their own. C1101. */
export const findNames = async (
  actor: Actor,
  id: string,
  language: NameLanguage,
): Promise<Result<{ source: string; revision: number; names: [id: number, name: string][] }>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const newest = found.value.revision
  const stored = await storedOf(newest)
  const names = await workOn(actor.userId, 'namesFor', { stored, language })
  return names.ok ? ok({ source: newest.sourceId, revision: newest.number, names: names.value }) : names
}

type Read = Extract<NamesRead, { ok: true }>
export type NamesPreview = Omit<Read, 'ok' | 'operations'> & { revision: number; source: string }

/** A0422 on `file` or `language` (`context`: no-columns, no-names, no-language) if nothing can be read. */
const readGiven = async (
  actor: Actor,
  row: StateRow,
  given: GivenNames,
  { paging, ...ask }: NamesAsk & { paging: Paging },
): Promise<Result<Read>> => {
  const stored = await storedOf(row)
  const read = await workOn(actor.userId, 'readNames', { stored, given, paging, ...ask })
  if (!read.ok) return read
  if (read.value.ok) return ok(read.value)
  const { reason } = read.value
  return fail('A0422', { field: reason === 'no-language' ? 'language' : 'file', data: { context: reason, reason } })
}

/** Reads names from the other file or list. */
const findGiven = async (actor: Actor, id: string, ref: OtherRef): Promise<Result<GivenNames>> => {
  const found = await findOther(actor, id, ref)
  if (!found.ok) return found
  const { value } = found
  return ok(value.kind === 'list' ? { kind: 'list', other: value.other } : { kind: 'lines', sheet: value.sheet })
}

/**
 * Previews the names that a file or another list would give the newest version. Changes nothing. C1101, A0404, A0422.
 */
export const previewNames = async (
  actor: Actor,
  id: string,
  { other, ...ask }: NamesAsk & { other: OtherRef; paging: Paging },
): Promise<Result<NamesPreview>> => {
  const [shown, given] = await Promise.all([findShown(actor, id), findGiven(actor, id, other)])
  if (!shown.ok) return shown
  if (!given.ok) return given
  const newest = shown.value.revision
  const read = await readGiven(actor, newest, given.value, ask)
  if (!read.ok) return read
  const { ok: _, operations: __, ...told } = read.value
  return ok({ ...told, revision: newest.number, source: newest.sourceId })
}

const noRows: Paging = { page: 1, size: 1 }

/**
 * The edit that applies what was shown for version `base`. C1104 if the list has another file now, C1106 if there is
 * nothing to do.
 */
export const namesOperations = async (
  actor: Actor,
  id: string,
  { base, source, other, ...ask }: NamesAsk & Based & { other: OtherRef },
): Promise<Result<{ operations: Operation[]; languages: NamesInLanguage[] }>> => {
  const row = await findBase(actor, id, { base, source })
  if (!row.ok) return row
  const given = await findGiven(actor, id, other)
  if (!given.ok) return given
  const read = await readGiven(actor, row.value, given.value, { ...ask, paging: noRows })
  if (!read.ok) return read
  const { operations, languages } = read.value
  return operations.length === 0
    ? fail('C1106', { data: { reason: 'nothing-selected', index: 0 } })
    : ok({ operations, languages })
}

export type NamesTaken = Pick<Read, 'languages' | 'odd' | 'lines'> & { edited: Edited | null }

/**
 * Applies the names of an uploaded file: a table with a column for each language, or the same list in the language
 * `language`. Makes one change, or none if every name is there already (`edited` null). `look`: only reports what it
 * would do. C1101, C1108, C1109, C1112, Q2205; A0422 if nothing can be read.
 */
export const setNames = async (
  actor: Actor,
  id: string,
  { bytes, look, ...ask }: NamesAsk & { bytes: Uint8Array; look?: boolean },
): Promise<Result<NamesTaken>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const [newest, held] = await Promise.all([findNewest(id), readHeldFile(actor, bytes, namesFileRule)])
  if (newest === null) return fail('C1101')
  if (!held.ok) return held
  const given: GivenNames =
    held.value.kind === 'list'
      ? { kind: 'list', other: { key: '', source: held.value.bytes, state: null } }
      : { kind: 'lines', sheet: { key: '', cells: held.value.bytes } }
  const read = await readGiven(actor, newest, given, { ...ask, paging: noRows })
  if (!read.ok) return read
  const { operations, languages, odd, lines } = read.value
  const taken = { languages, odd, lines }
  if (look === true || operations.length === 0) return ok({ ...taken, edited: null })
  const edited = await applyOperations(actor, id, { base: newest.number, source: newest.sourceId, operations })
  return edited.ok ? ok({ ...taken, edited: edited.value }) : edited
}

/** The edit that removes a list's names in one language; empty if there are none. C1101, C1108. */
export const withoutNamesOperations = async (
  actor: Actor,
  id: string,
  language: NameLanguage,
): Promise<Result<{ operations: Operation[]; revision: number; source: string }>> => {
  const found = await findChangeable(actor, id)
  if (!found.ok) return found
  const newest = await findNewest(id)
  if (newest === null) return fail('C1101')
  const stored = await storedOf(newest)
  const made = await workOn(actor.userId, 'withoutNames', { stored, language })
  return made.ok ? ok({ operations: made.value, revision: newest.number, source: newest.sourceId }) : made
}

/** Removes a list's names in one language, as one change. C1101, C1108, C1109. */
export const removeNames = async (actor: Actor, id: string, language: NameLanguage): Promise<Result<null>> => {
  const made = await withoutNamesOperations(actor, id, language)
  if (!made.ok) return made
  const { operations, revision, source } = made.value
  if (operations.length === 0) return ok(null)
  const edited = await applyOperations(actor, id, { base: revision, source, operations })
  return edited.ok ? ok(null) : edited
}

/** A table of the list's channels with their names, to fill in and upload again. C1101. */
export const nameTable = async (
  actor: Actor,
  id: string,
): Promise<Result<{ text: string; name: string; lastModified: Date }>> => {
  const found = await findShown(actor, id)
  if (!found.ok) return found
  const { row, revision: newest } = found.value
  const stored = await storedOf(newest)
  const made = await workOn(actor.userId, 'nameTable', { stored })
  return made.ok ? ok({ text: made.value, name: nameFor(actor, row), lastModified: newest.createdAt }) : made
}
