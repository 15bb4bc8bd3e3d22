/**
 * Reads the save of a list that a box got in another language. Names that the box got are not edits. A changed name
 * becomes the name in that language, or the channel's own name if it has none in it. Pure engine code.
 */
import { isNameAllowed, isNameKept, nameKeyOf, pairRows, readRows, type ListRow } from '~/engine/lists'
import { keptName } from '~/engine/rules'
import type { NameLanguage } from '~/engine/types'
import { namesFor, stateInLanguage } from './names'
import type { Host, Stored } from '../engine/stored'

/** `state`: the save with the list's own names. `names`: the names in the language that the box changed, by its ids. */
export type OwnNames = { state: Uint8Array; names: [id: number, name: string][] }

const rowsOf = (host: Host, stored: Stored): ListRow[] => readRows(host.open(stored)).rows

/** `base`: what the box had loaded; `served`: the file that it got, as it is read; `saved`: what it saves. */
export const findOwnNames = (
  host: Host,
  { base, served, saved, language }: { base: Stored; served: Stored; saved: Stored; language: NameLanguage },
): OwnNames => {
  const own = rowsOf(host, base)
  const list = host.open(base)
  const translated = new Map(namesFor(list, language))
  host.changed()
  const named = { ...base, key: `${base.key} ${language}`, state: stateInLanguage(list, language) }
  const shown = rowsOf(host, named)
  const given = rowsOf(host, served)
  const kept = rowsOf(host, saved)
  const toShown = pairRows(given, shown)
  const renames: [number, string][] = []
  const names: OwnNames['names'] = []
  pairRows(kept, given).forEach((at, index) => {
    const row = kept[index]
    const before = given[at]
    const mine = own[toShown[at] ?? -1]
    if (row === undefined || before === undefined || mine === undefined) return
    const isKept = nameKeyOf(row.name) === nameKeyOf(before.name)
    if (!translated.has(mine.id)) {
      // Also restore the list's own name if the file had no room or letters for it.
      if (isKept && row.name !== mine.name && isNameKept(mine.name)) renames.push([row.id, keptName(mine.name)])
      return
    }
    if (!isNameKept(mine.name)) return
    renames.push([row.id, keptName(mine.name)])
    if (!isKept && isNameAllowed(row.name)) names.push([row.id, keptName(row.name)])
  })
  const state = host.open(saved)
  host.changed()
  if (renames.length > 0) {
    const done = state.apply([{ op: 'names', names: renames, asIs: true }])
    if (!done.ok) throw new Error(`a list's own name was refused: ${done.code}`)
  }
  return { state: state.state(), names }
}

/** The state with other names in a language. */
export const putNames = (
  host: Host,
  { stored, language, names }: { stored: Stored; language: NameLanguage; names: OwnNames['names'] },
): Uint8Array => {
  const list = host.open(stored)
  host.changed()
  const done = list.apply([{ op: 'names-in', language, names }])
  if (!done.ok) throw new Error(`a box's name was refused: ${done.code}`)
  return list.state()
}
