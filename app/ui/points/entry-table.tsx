/** Points earned and spent, newest first. Texts are in the namespace `points`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Code } from '../code'
import { orderPath } from '../order/order-path'
import { Table, type Column } from '../table'
import { useSigned } from './signed-points'
import type { EntryView } from './view'

const useColumns = (): Column<EntryView>[] => {
  const { t } = useTranslation('points')
  const format = useFormat()
  const signed = useSigned()
  /** A negative gift is one that was taken back. */
  const sourceOf = ({ type, amount }: EntryView): string =>
    type === 1 && amount.startsWith('-') ? t('type.takenBack') : t(`type.${type}`)
  return [
    {
      key: 'source',
      header: t('column.source'),
      kind: 'name',
      cell: (entry) => sourceOf(entry),
    },
    {
      key: 'order',
      header: t('column.order'),
      cell: ({ orderNumber }) =>
        orderNumber === null ? null : (
          <a href={orderPath(orderNumber)}>
            <Code>{orderNumber}</Code>
          </a>
        ),
    },
    {
      key: 'date',
      header: t('column.date'),
      kind: 'quiet',
      cell: ({ at }) => <time dateTime={at}>{format.date(at)}</time>,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      kind: 'number',
      phone: 'end',
      cell: ({ amount }) => <span className="strong">{signed(amount)}</span>,
    },
    {
      key: 'after',
      header: t('column.after'),
      kind: 'number',
      phone: 'hide',
      cell: ({ balanceAfter }) => format.number(BigInt(balanceAfter)),
    },
  ]
}

export const EntryTable = ({ entries }: { entries: readonly EntryView[] }) => {
  const { t } = useTranslation('points')
  return (
    <Table
      caption={t('entries')}
      columns={useColumns()}
      rows={entries}
      rowKey={({ number, at, amount }) => number ?? `${at} ${amount}`}
    />
  )
}
