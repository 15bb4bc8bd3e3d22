/** The record of recharges: method, amount, state, time. Texts are in the namespaces `wallet` and `order`. */
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RechargeSummary } from '~/modules/recharge/view'
import { Code } from '../code'
import { isZero, useAmounts } from '../order/amounts'
import { useMethodName } from '../order/method-name'
import { rechargePath } from '../order/order-path'
import { Table, type Column } from '../table'
import { StatusTag } from '../order/status-tag'

const useColumns = (): Column<RechargeSummary>[] => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  const format = useLocalFormat()
  const nameOf = useMethodName()
  return [
    {
      key: 'way',
      header: t('recharge.way'),
      kind: 'name',
      cell: ({ number, method }) => (
        <>
          <a href={rechargePath(number)}>{nameOf({ method })}</a>{' '}
          <span className="small muted">
            <Code>{number}</Code>
          </span>
        </>
      ),
    },
    {
      key: 'amount',
      header: t('recharge.asked'),
      kind: 'number',
      phone: 'end',
      cell: ({ amount }) => <span className="strong">{amounts.usd(amount)}</span>,
    },
    {
      key: 'credited',
      phone: 'hide',
      header: t('recharge.credited'),
      kind: 'number',
      cell: ({ credited }) => (isZero(credited) ? '–' : amounts.mango(credited)),
    },
    {
      key: 'status',
      header: t('order:fact.status'),
      cell: ({ status }) => <StatusTag record="recharge" status={status} />,
    },
    {
      key: 'time',
      header: t('record.time'),
      kind: 'quiet',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>,
    },
  ]
}

export const RechargeTable = ({ recharges }: { recharges: readonly RechargeSummary[] }) => {
  const { t } = useTranslation('wallet')
  return (
    <Table caption={t('recharges.title')} columns={useColumns()} rows={recharges} rowKey={({ number }) => number} />
  )
}
