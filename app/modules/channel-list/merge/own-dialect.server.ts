/**
 * A box's save in another format than its list's, or with only a part of its channels: what the box changed becomes
 * edits of the list's own file, which keeps everything that the box's file has no place for.
 */
import type { NameLanguage } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import { writeRevision } from '../files/export.server'
import { importBytes, type Imported } from '../files/import.server'
import type { Facts } from '../engine/opened'
import { getSource, makeSource, type Source } from '../storage/source.server'
import { formatOf, keyOf, type StateRow } from '../storage/store.server'
import { storedOf } from './two-lists.server'
import type { Part } from './own-save'
import type { Stored } from '../engine/stored'

/** `edited`: the list's own file with what the box did; `unedited`: the box changed nothing. */
export type OwnSave =
  | { as: 'edited'; source: Source; state: Uint8Array; facts: Facts; operations: string | null }
  | { as: 'unedited' }
  /** The file itself has to be kept: it is in the list's own format, or has what no edit can set (`beyond`). */
  | { as: 'file'; beyond: boolean }

/** How much of what an edit can't set is named in an answer. */
const leftNamed = 20

const dialectOf = ({ source, imported }: { source: Source; imported: Imported }): string =>
  source.origin?.dialect ?? imported.facts.dialect

/** What a box was given of a version in another program's format; null in a box's own formats. */
const servedIn = async (
  who: string,
  base: StateRow,
  { source, language }: { source: Source; language: NameLanguage | null },
): Promise<Result<Stored | null>> => {
  if (source.origin === null) return ok(null)
  const written = await writeRevision(who, { name: '' }, base, formatOf(source.origin.dialect), language)
  if (!written.ok) return written
  const file = await makeSource(written.value.bytes)
  const read = await importBytes(who, file, { whole: true })
  if (!read.ok) return read
  return ok({ key: `given ${file.id}`, source: read.value.source.bytes, state: read.value.state })
}

/**
 * The edits with which a save becomes a version of `base`, the one that the box had loaded. `state`: the save's, with
 * what its format lost of the list (`stateOfSave`); of another program's format nothing comes back so, and what the
 * box was given is compared with what it sends. `part`: channels that it doesn't have stay, but those of its ranges.
 * `seed` decides the ids of what the box added. C1114 where a part has what the list can't take; I1009 or A0503 when
 * long lists have to wait.
 */
export const inOwnDialect = async (
  who: string,
  base: StateRow,
  save: {
    source: Source
    imported: Imported
    state: Uint8Array
    language: NameLanguage | null
    part: Part | null
    seed: string
  },
): Promise<Result<OwnSave>> => {
  const own = await getSource(base.sourceId)
  const before = await storedOf(base)
  if (save.part === null) {
    const read = await workOn(who, 'readFacts', { stored: before, withProblems: false })
    if (!read.ok) return read
    if ((own.origin?.dialect ?? read.value.facts.dialect) === dialectOf(save)) return ok({ as: 'file', beyond: false })
  }
  const served = await servedIn(who, base, save)
  if (!served.ok) return served
  const state = served.value === null ? save.state : save.imported.state
  const made = await workOn(who, 'ownEdits', {
    before,
    served: served.value,
    theirs: { key: `own ${save.source.id} ${keyOf(base)}`, source: save.source.bytes, state },
    part: save.part,
    seed: save.seed,
  })
  if (!made.ok) return made
  const { operations, left } = made.value
  const beyond = (): Result<OwnSave> =>
    save.part !== null
      ? fail('C1114', { field: 'file', data: { left: left.slice(0, leftNamed) } })
      : ok({ as: 'file', beyond: true })
  if (left.length > 0) return beyond()
  if (operations.length === 0) return ok({ as: 'unedited' })
  const edited = await workOn(who, 'prepare', { stored: before, base: null, operations })
  if (!edited.ok) return edited
  // An edit that the list refuses leaves the file as it came.
  if (edited.value.ok !== true) return beyond()
  const { facts, operations: text } = edited.value
  return ok({ as: 'edited', source: own, state: edited.value.state, facts, operations: text })
}
