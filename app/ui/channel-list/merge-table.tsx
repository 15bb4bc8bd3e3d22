/** Channels of another list that are missing here, with check boxes. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { MergeRow } from '~/modules/channel-list/types'
import { angleText } from '~/ui/sky-arc/angle'
import { Table } from '~/ui/table'
import { tickColumn } from '~/ui/tick-column'
import { joined } from './joined'

export const MergeTable = ({
  rows,
  canSelect,
  ticked,
}: {
  rows: readonly (MergeRow & { place: string })[]
  canSelect: boolean
  ticked: ReadonlySet<number>
}) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  return (
    <Table
      caption={t('page.channels')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        ...(canSelect ? [tickColumn<MergeRow>({ t, texts: 'lists', isTicked: ({ id }) => ticked.has(id) })] : []),
        {
          key: 'name',
          header: t('column.channel'),
          kind: 'name',
          cell: (row) => <bdi>{row.name || t('row.unnamed')}</bdi>,
        },
        {
          key: 'type',
          header: t('column.type'),
          phone: 'end',
          cell: (row) => joined([t(`type.${row.type}`), row.scrambled === true && t('row.scrambled')]),
        },
        {
          key: 'place',
          header: t('column.transponder'),
          phone: 'sub',
          cell: (row) => joined([row.angle !== null && angleText(row.angle, t, format), row.place]),
        },
        {
          key: 'sid',
          header: t('column.sid'),
          kind: 'number',
          phone: 'sub',
          phoneLabel: 'drawn',
          cell: (row) => row.sid ?? '–',
        },
      ]}
    />
  )
}
