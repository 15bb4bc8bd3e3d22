/** A list as one whole page: all channels, or by favourite group or satellite. For paper, PDF and readers by a link. */
import type { TFunction } from 'i18next'
import type { SourcedView } from '~/modules/channel-list/channel-list.server'
import type { Formats } from '~/i18n/format'
import { groupName } from '~/ui/channel-list/group-name'
import type { PrintedRow, PrintedSection } from '~/ui/channel-list/printed-list'
import { angleText, plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'
import { placeText } from './channels.server'

export const printedBy = ['all', 'group', 'satellite'] as const
export type PrintedBy = (typeof printedBy)[number]
export const printedByIn = (text: string | null): PrintedBy => printedBy.find((one) => one === text) ?? 'all'

/** The most rows on one page: a channel stands in each of its groups, of which it may have 32. */
const printedRowsMax = 6000
/** The most channels on one page: more than twice what a list holds; only a box's save has more. */
const channelsMax = 5000

/** What is read of a list for it: plain data, which needs no list any more. */
export const readPrinted = (view: SourcedView) => ({
  rows: view.rows({}, { page: 1, size: channelsMax }).items,
  groups: view.favouriteGroups(),
  satellites: view.satellites(),
  total: view.length,
})
type Read = ReturnType<typeof readPrinted>

/** The sections in words; those without a title are the whole list. */
export const describePrinted = (
  { rows, groups, satellites }: Read,
  by: PrintedBy,
  t: TFunction,
  format: Formats,
): PrintedSection[] => {
  const describe = (row: Read['rows'][number]): PrintedRow => ({
    number: row.number,
    name: row.name,
    type: t(`lists:type.${row.type}`),
    place: [shortAngleText(row.angle, t, format), placeText(row)].filter(Boolean).join(' · '),
    sid: row.sid,
  })
  let left = printedRowsMax
  const section = (title: string | null, members: Read['rows']): PrintedSection => {
    const rows = members.slice(0, left).map(describe)
    left -= rows.length
    return { title, channels: members.length, rows }
  }
  if (by === 'group')
    return groups
      .map((group) =>
        section(
          groupName(group.name, group.index, t),
          rows.filter(({ favourites }) => ((favourites >>> group.index) & 1) === 1),
        ),
      )
      .filter((one) => one.rows.length > 0)
  if (by === 'satellite') {
    const titles = satellites.map(({ name, angle }) =>
      [plainSatelliteName(name) || t('lists:satellite.unnamed'), angleText(angle, t, format)]
        .filter(Boolean)
        .join(' · '),
    )
    const members = new Map<number, Read['rows']>()
    for (const row of rows) {
      const there = members.get(row.satellite)
      if (there === undefined) members.set(row.satellite, [row])
      else there.push(row)
    }
    return [...members]
      .sort(([a], [b]) => a - b)
      .map(([satellite, of]) => section(titles[satellite] ?? t('lists:satellite.unnamed'), of))
  }
  return [section(null, rows)]
}
