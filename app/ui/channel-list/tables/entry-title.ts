/** The names of a list's satellites, transponders, groups and categories as a reader knows them. */
import type { TFunction } from 'i18next'
import { defaultCategoryNames } from '~/engine/types'
import type { Formats } from '~/i18n/format'
import { titleOf } from '~/ui/sky-arc/angle'
import { groupName } from '../group-name'

/** The nine default categories are translated; a person's own names stay. */
export const categoryName = (name: string, t: TFunction): string => {
  const known = defaultCategoryNames.find((entry) => entry === name)
  return known === undefined ? name : t(`tables:category.${known}`)
}

export type EntryKind = 'satellite' | 'transponder' | 'group' | 'category'
export type Entry = { name: string; index: number; angle: number | null }
export const entryTitle = (kind: EntryKind, entry: Entry, t: TFunction, format: Formats): string =>
  kind === 'satellite'
    ? titleOf(entry, t, format)
    : kind === 'group'
      ? groupName(entry.name, entry.index, t)
      : kind === 'category'
        ? categoryName(entry.name, t)
        : entry.name
