/**
 * Handles a box's save in another format than its list's, or with only a part of its channels: the box's changes become
 * edits of the list's own file, which keeps everything that the box's file can't hold.
 */
import type { NameLanguage } from '~/engine/types'
import { fail, ok, type Result } from '~/errors/table'
import { workOn } from '../engine/heavy.server'
import type { Imported } from '../files/import.server'
import { dialectOf, readServed } from '../names/served-names.server'
import type { Facts } from '../engine/opened'
import { getSource, storedWith, type Source } from '../storage/source.server'
import { keyOf, type StateRow } from '../storage/store.server'
import type { Part } from './own-save'

/** `edited`: the list's own file with the box's changes; `unedited`: the box changed nothing. */
export type OwnSave =
  | { as: 'edited'; source: Source; state: Uint8Array; facts: Facts; operations: string | null }
  | { as: 'unedited' }
  /**
   * The file itself has to be kept: it is in the list's own format, or contains changes that no edit can express
   * (`beyond`).
   */
  | { as: 'file'; beyond: boolean }

/** How many such changes an answer names. */
const maxLeftNamed = 20

/**
 * The edits that turn `base`, the version that the box had loaded, into its save. `state`: the save's, including what
 * its format lost of the list (`stateOfSave`). Another program's format gets nothing back in this way; then the file
 * that the box got is compared with the one that it sends. `part`: missing channels stay, unless they are in its
 * ranges. `seed` determines the ids of what the box added. C1114: a part contains what the list can't take. I1009 or
 * A0503 when work on long lists has to wait.
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
  const before = storedWith(base, own)
  if (save.part === null) {
    const read = await workOn(who, 'readFacts', { stored: before, withProblems: false })
    if (!read.ok) return read
    if ((own.origin?.dialect ?? read.value.facts.dialect) === dialectOf(save)) return ok({ as: 'file', beyond: false })
  }
  const { origin } = save.source
  const served = origin === null ? ok(null) : await readServed(who, base, origin.dialect, save.language)
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
      ? fail('C1114', { field: 'file', data: { left: left.slice(0, maxLeftNamed) } })
      : ok({ as: 'file', beyond: true })
  if (left.length > 0) return beyond()
  if (operations.length === 0) return ok({ as: 'unedited' })
  const edited = await workOn(who, 'prepare', { stored: before, base: null, operations })
  if (!edited.ok) return edited
  // If the list refuses an edit, the file is kept as it is.
  if (edited.value.ok !== true) return beyond()
  const { facts, operations: text } = edited.value
  return ok({ as: 'edited', source: own, state: edited.value.state, facts, operations: text })
}
