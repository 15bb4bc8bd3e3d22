/**
 * What a tool would do, row by row: the name before and after, which duplicate stays, what is removed and what can't be
 * changed.
 */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFormat, type Formats } from '~/i18n/format'
import { limits } from '~/engine/types'
import { angleText, plainSatelliteName } from '~/ui/sky-arc/angle'
import { Table, type Column } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { FavouriteTags } from '../favourite-tags'
import { groupName } from '../group-name'
import { isolate, joined } from '../joined'
import type { ShownRow, ToolData } from './types'

/** The satellite and the transponder of a row in words. */
const receptionText = (row: ShownRow, t: TFunction, format: Formats): string =>
  joined([
    row.kind !== 'satellite' && row.satelliteName !== null && plainSatelliteName(row.satelliteName),
    angleText(row.angle, t, format),
    row.place,
    row.sid !== null && `SID ${row.sid}`,
  ])

const nameText = (row: ShownRow, t: TFunction): string => {
  if (row.kind === 'transponder') return row.place === '' ? t('tools:kind.transponder') : row.place
  if (row.name.trim() !== '') return row.kind === 'satellite' ? plainSatelliteName(row.name) : row.name
  return t(row.kind === 'satellite' ? 'lists:satellite.unnamed' : 'lists:row.unnamed')
}

type PlanTableProps = Pick<ToolData, 'tool' | 'groups'> & {
  rows: readonly ShownRow[]
  /** What happens to a row that is not the one that stays. */
  act: string
  /** The address that excludes a channel, or a group of duplicates; null if nothing can be excluded. */
  leaveHref: ((id: number) => string) | null
}

/** The column with the change of a row, or the reason for none. */
const outcomeColumn = (act: string, t: TFunction): Column<ShownRow> => ({
  key: 'outcome',
  header: t('tools:column.outcome'),
  phone: 'full',
  cell: (row) => {
    if (row.refusal !== null)
      return <Tag tone="warn">{t(`tools:refusal.${row.refusal}`, { number: limits.nameCharacters })}</Tag>
    if (act === 'becomes')
      return (
        <Tag tone="info">
          {row.after === null ? t('tools:outcome.new') : t('tools:outcome.becomes', { after: isolate(row.after) })}
        </Tag>
      )
    if (row.keeps)
      return (
        <>
          <Tag tone="ok">{t('tools:outcome.stays')}</Tag>
          {row.more > 0 && <span className="muted"> {t('lists:remove.more', { number: row.more })}</span>}
        </>
      )
    return <Tag tone={act === 'delete' ? 'bad' : 'info'}>{t(`tools:outcome.${act}`)}</Tag>
  },
})

export const PlanTable = ({ tool, groups, rows, act, leaveHref }: PlanTableProps) => {
  const { t } = useTranslation(['tools', 'lists'])
  const format = useFormat()
  const isRenaming = act === 'rename'
  const columns: (Column<ShownRow> | false)[] = [
    {
      key: 'number',
      header: t('lists:column.number'),
      kind: 'number',
      phone: 'lead',
      cell: (row) => (row.position > 0 ? format.number(row.position) : ''),
    },
    {
      key: 'name',
      header: isRenaming ? t('tools:column.before') : t('lists:column.channel'),
      kind: 'name',
      cell: (row) => (
        <>
          <bdi>{nameText(row, t)}</bdi>
          {row.kind !== 'channel' && <span className="muted"> · {t(`tools:kind.${row.kind}`)}</span>}
        </>
      ),
    },
    isRenaming && {
      key: 'after',
      header: t('tools:column.after'),
      phone: 'full',
      cell: (row) =>
        row.refusal === null ? (
          <strong>
            <bdi>{row.after}</bdi>
          </strong>
        ) : (
          <Tag tone="warn">{t(`tools:refusal.${row.refusal}`, { number: limits.nameCharacters })}</Tag>
        ),
    },
    !isRenaming && {
      key: 'reception',
      header: t('lists:channel.reception'),
      phone: 'sub',
      cell: (row) => receptionText(row, t, format),
    },
    tool === 'duplicates' && {
      key: 'favourites',
      header: t('lists:column.favourite'),
      phone: 'sub',
      cell: (row) => (
        <FavouriteTags
          groups={groups
            .filter(({ index }) => row.favourites & (1 << index))
            .map(({ index, name }) => groupName(name, index, t))}
          number={format.number}
        />
      ),
    },
    !isRenaming && outcomeColumn(act, t),
    leaveHref !== null && {
      key: 'leave',
      header: <span className="hidden-visually">{t('tools:leave.column')}</span>,
      kind: 'actions',
      cell: (row) =>
        row.kind === 'channel' && row.refusal === null && (row.group === null || row.keeps) ? (
          <a href={leaveHref(row.id)} aria-label={t('tools:leave.one', { name: nameText(row, t) })} data-keep-scroll="">
            {t('tools:leave.short')}
          </a>
        ) : null,
    },
  ]
  return (
    <Table
      caption={t('tools:plan.title')}
      rows={rows}
      rowKey={(row) => `${row.kind}${row.id}`}
      columns={columns.filter((column) => column !== false)}
    />
  )
}
