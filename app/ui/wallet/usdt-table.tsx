/** The USDT record: what arrived, at which address, by which transaction, at which rate, and the result. */
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { UsdtDeposit } from '~/modules/recharge/view'
import { Code } from '../code'
import { useAmounts } from '../order/amounts'
import { orderPath, rechargePath } from '../order/order-path'
import { useRate } from '../order/rate'
import { Table, type Column } from '../table'
import { Tag, type TagTone } from '../tag'

const tones = {
  confirming: 'info',
  waits: 'warn',
  paid: 'ok',
  credited: 'ok',
  checked: 'info',
  returned: 'quiet',
} as const satisfies Record<UsdtDeposit['state'], TagTone>

const useColumns = (): Column<UsdtDeposit>[] => {
  const { t } = useTranslation(['wallet', 'order'])
  const amounts = useAmounts()
  const format = useLocalFormat()
  const rateOf = useRate()
  return [
    {
      key: 'amount',
      header: t('usdt.amount'),
      kind: 'name',
      cell: ({ amount, worth }) => (
        <>
          <bdi className="code strong" dir="ltr">
            {amounts.coin(amount, 'USDT')}
          </bdi>{' '}
          {worth === null ? null : <span className="muted small">{amounts.usd(worth)}</span>}
        </>
      ),
    },
    {
      key: 'state',
      header: t('order:fact.status'),
      phone: 'end',
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`usdt.state.${state}`)}</Tag>,
    },
    {
      key: 'for',
      phone: 'full',
      header: t('usdt.for'),
      cell: ({ target: { kind, number } }) => (
        <>
          {t(`usdt.target.${kind}`)}{' '}
          <a href={kind === 'order' ? orderPath(number) : rechargePath(number)}>
            <Code>{number}</Code>
          </a>
        </>
      ),
    },
    {
      key: 'address',
      phone: 'full',
      header: t('order:record.address'),
      kind: 'quiet',
      cell: ({ payinAddress }) => (payinAddress === null ? '–' : <Code className="order-code">{payinAddress}</Code>),
    },
    {
      key: 'hash',
      phone: 'full',
      header: t('order:record.hash'),
      kind: 'quiet',
      cell: ({ payinHash }) => (payinHash === null ? '–' : <Code className="order-code">{payinHash}</Code>),
    },
    {
      key: 'rate',
      phone: 'full',
      header: t('order:record.rate'),
      kind: 'quiet',
      cell: ({ rate }) => (rate === null ? '–' : <bdi>{rateOf('USDT', rate)}</bdi>),
    },
    {
      key: 'time',
      phone: 'full',
      header: t('record.time'),
      kind: 'quiet',
      cell: ({ at }) => <time dateTime={at}>{format.dateTime(at)}</time>,
    },
  ]
}

export const UsdtTable = ({ deposits }: { deposits: readonly UsdtDeposit[] }) => {
  const { t } = useTranslation('wallet')
  return <Table caption={t('usdt.title')} columns={useColumns()} rows={deposits} rowKey={({ id }) => id} />
}
