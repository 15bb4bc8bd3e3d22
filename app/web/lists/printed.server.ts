/**
 * A whole list on one page: all channels, or grouped by favourite group or satellite. For paper, PDF and share links.
 */
import type { TFunction } from 'i18next'
import type { SourcedView } from '~/modules/channel-list/channel-list.server'
import type { Formats } from '~/i18n/format'
import { nextTurn } from '~/platform/timer.server'
import { shortened } from '~/text/graphemes'
import { groupName } from '~/ui/channel-list/group-name'
import type { PrintedRow, PrintedSection } from '~/ui/channel-list/printed-list'
import { angleText, plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'
import { placeText } from './channels.server'

export const printedBy = ['all', 'group', 'satellite'] as const
export type PrintedBy = (typeof printedBy)[number]
export const printedByIn = (text: string | null): PrintedBy => printedBy.find((one) => one === text) ?? 'all'

/**
 * How much is printed at most. A page is rendered in one turn of the event loop, 20 ms per thousand rows, so it holds
 * as much as a list may have; only a box's save has more. A PDF is drawn on its own thread. A channel appears in each
 * of its groups, of which it may have 32.
 */
const printedMax = {
  page: { channels: 2000, rows: 2000 },
  file: { channels: 5000, rows: 6000 },
} as const
export type PrintedOn = keyof typeof printedMax

/** The maximum number of sections: each has a title and a table head. There are some 200 positions in the sky. */
const sectionsMax = 300

/** Plain data read from the list, which can be closed afterwards. */
export const readPrinted = (on: PrintedOn) => (view: SourcedView) => ({
  rowsMax: printedMax[on].rows as number,
  rows: view.rows({}, { page: 1, size: printedMax[on].channels }).items,
  groups: view.favouriteGroups(),
  satellites: view.satellites(),
  total: view.length,
})
export type ReadPrinted = ReturnType<ReturnType<typeof readPrinted>>

/** True if the page lacks channels that it should show. */
export const isCut = (
  { rows, groups, total }: ReadPrinted,
  by: PrintedBy,
  sections: readonly PrintedSection[],
): boolean => {
  if (total > rows.length) return true
  const shown = sections.reduce((sum, section) => sum + section.rows.length, 0)
  if (by !== 'group') return shown < rows.length
  let members = 0
  for (const { favourites } of rows) for (const { index } of groups) members += (favourites >>> index) & 1
  return shown < members
}

const memoised = <A, V>(make: (asked: A) => V): ((asked: A) => V) => {
  const known = new Map<A, V>()
  return (asked) => {
    const there = known.get(asked)
    if (there !== undefined) return there
    const made = make(asked)
    known.set(asked, made)
    return made
  }
}

/** The sections with their texts; a single section without a title is the whole list. */
export const describePrinted = (
  { rows, rowsMax, groups, satellites }: ReadPrinted,
  by: PrintedBy,
  t: TFunction,
  format: Formats,
): PrintedSection[] => {
  // Thousands of rows share the same few types and positions.
  const typeText = memoised((type: ReadPrinted['rows'][number]['type']) => t(`lists:type.${type}`))
  const angles = memoised((angle: number | null) => shortAngleText(angle, t, format))
  const describe = (row: ReadPrinted['rows'][number]): PrintedRow => ({
    number: format.number(row.number),
    name: shortened(row.name),
    type: typeText(row.type),
    place: [angles(row.angle), placeText(row)].filter(Boolean).join(' · '),
    sid: row.sid,
  })
  let left = rowsMax
  let sections = 0
  const section = (title: string | null, members: ReadPrinted['rows']): PrintedSection => {
    const rows = sections++ < sectionsMax ? members.slice(0, left).map(describe) : []
    left -= rows.length
    return { title, channels: members.length, rows }
  }
  if (by === 'group')
    return groups
      .map((group) =>
        section(
          shortened(groupName(group.name, group.index, t)),
          rows.filter(({ favourites }) => ((favourites >>> group.index) & 1) === 1),
        ),
      )
      .filter((one) => one.rows.length > 0)
  if (by === 'satellite') {
    const titles = satellites.map(({ name, angle }) =>
      [shortened(plainSatelliteName(name)) || t('lists:satellite.unnamed'), angleText(angle, t, format)]
        .filter(Boolean)
        .join(' · '),
    )
    const members = new Map<number, ReadPrinted['rows']>()
    for (const row of rows) {
      const there = members.get(row.satellite)
      if (there === undefined) members.set(row.satellite, [row])
      else there.push(row)
    }
    return [...members]
      .sort(([a], [b]) => a - b)
      .map(([satellite, of]) => section(titles[satellite] ?? t('lists:satellite.unnamed'), of))
      .filter((one) => one.rows.length > 0)
  }
  return [section(null, rows)]
}

/** Says why there are no rows; null if there are some. */
const whyNone = ({ total }: ReadPrinted, sections: readonly PrintedSection[], t: TFunction): string | null =>
  sections.some(({ rows }) => rows.length > 0) ? null : t(total === 0 ? 'lists:page.empty' : 'merge:print.noGroup')

/**
 * The whole page with its texts. Other requests get their turn between reading a list, preparing its texts and
 * rendering it.
 */
export const wordPrinted = async (
  read: ReadPrinted,
  by: PrintedBy,
  t: TFunction,
  format: Formats,
): Promise<{ total: number; cut: boolean; none: string | null; sections: PrintedSection[] }> => {
  await nextTurn()
  const sections = describePrinted(read, by, t, format)
  const cut = isCut(read, by, sections)
  await nextTurn()
  return { total: read.total, cut, none: whyNone(read, sections, t), sections }
}
