/**
 * One page of the differences between two versions of a list: each channel once, with both sides of each difference.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { Difference, DifferenceField, DifferenceSide } from '~/modules/channel-list/types'
import { Table } from '~/ui/table'
import { groupName } from './group-name'
import { isolate, joined } from './joined'

/** `place`: the transponder in words. */
type Side = DifferenceSide & { place: string }
export type DifferenceRow = Omit<Difference, 'mine' | 'theirs'> & { mine: Side | null; theirs: Side | null }

const labels = {
  name: 'clash.fields.name',
  position: 'clash.fields.position',
  lock: 'clash.fields.lock',
  skip: 'clash.fields.skip',
  favourites: 'column.favourite',
  reception: 'channel.reception',
} as const satisfies Record<DifferenceField, string>

const SideCell = ({ label, row, side }: { label: string; row: DifferenceRow; side: Side | null }) => {
  const { t } = useTranslation(['lists', 'common'])
  const format = useFormat()
  const valueOf = (field: DifferenceField, one: Side): string => {
    switch (field) {
      case 'name':
        return one.name === '' ? t('lists:row.unnamed') : one.name
      case 'position':
        return format.number(one.position)
      case 'lock':
      case 'skip':
        return t(one[field] ? 'lists:clash.yes' : 'lists:clash.no')
      case 'favourites':
        return one.groups.length === 0
          ? t('lists:clash.none')
          : format.list(one.groups.map(({ name, index }) => isolate(groupName(name, index, t))))
      case 'reception':
        return joined([
          one.place,
          t(`lists:type.${one.type}`),
          one.scrambled !== null && t(one.scrambled ? 'lists:channel.scrambled' : 'lists:channel.free'),
        ])
    }
  }
  // A channel that one side lacks is described by its position on the other.
  const fields: readonly DifferenceField[] = row.kind === 'changed' ? row.fields : ['position']
  return (
    <span>
      {/* On a phone one value stands beside the list's name, several stand below it. */}
      <strong className={`cell-label cell-side${side !== null && fields.length > 1 ? ' is-above' : ''}`}>
        {t('common:label', { label: isolate(label) })}{' '}
      </strong>
      {side === null ? (
        <span className="muted">{t('lists:compare.absent')}</span>
      ) : (
        fields.map((field, index) => (
          <span key={field}>
            {index > 0 && <br />}
            <span className="muted">{t('common:label', { label: t(`lists:${labels[field]}`) })}</span>{' '}
            <bdi>{valueOf(field, side)}</bdi>
          </span>
        ))
      )}
    </span>
  )
}

/** `labels`: the names of the two sides, and of both together; by default the list and the box. */
export const DifferenceTable = ({
  rows,
  labels: sides,
}: {
  rows: readonly DifferenceRow[]
  labels?: { mine: string; theirs: string; both: string }
}) => {
  const { t } = useTranslation('lists')
  const mine = sides?.mine ?? t('compare.mine')
  const theirs = sides?.theirs ?? t('compare.theirs')
  const format = useFormat()
  const of = (row: DifferenceRow): Side | null => row.mine ?? row.theirs
  return (
    <Table
      caption={sides?.both ?? t('compare.title')}
      rows={rows}
      rowKey={(row) => `${row.mine?.position ?? ''} ${row.theirs?.position ?? ''}`}
      columns={[
        {
          key: 'number',
          header: t('column.number'),
          kind: 'number',
          phone: 'lead',
          cell: (row) => format.number(of(row)?.position ?? 0),
        },
        {
          key: 'channel',
          header: t('column.channel'),
          kind: 'name',
          cell: (row) => <bdi>{of(row)?.name || t('row.unnamed')}</bdi>,
        },
        {
          key: 'mine',
          header: <bdi>{mine}</bdi>,
          phone: 'full',
          cell: (row) => <SideCell label={mine} row={row} side={row.mine} />,
        },
        {
          key: 'theirs',
          header: <bdi>{theirs}</bdi>,
          phone: 'full',
          cell: (row) => <SideCell label={theirs} row={row} side={row.theirs} />,
        },
      ]}
    />
  )
}
