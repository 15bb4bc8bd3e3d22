/** A record of the wallet, of recharges or of USDT: its search, its table, and the text for an empty one. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FoundCard } from '~/ui/found-card'
import { PageHead } from '~/ui/page-head'
import { type RecordQuery, recordStatuses } from './record-query'
import { WalletTabs } from './wallet-tabs'
import { SelectField } from '~/ui/field'
import { useMethodName } from '~/ui/order/method-name'
import { ListSearch } from '~/ui/search-form'

/** The search: days and, for recharges, state and method. It is closed until it is used. */
const RecordSearch = ({
  query,
  path,
  methods,
}: {
  query: RecordQuery
  path: string
  /** The methods that can be chosen; empty if the record has only one. */
  methods: readonly number[]
}) => {
  const { t } = useTranslation(['wallet', 'order'])
  const nameOf = useMethodName()
  return (
    <ListSearch title={t('record.search')} path={path} query={query} days={t('record.days')}>
      {methods.length === 0 ? null : (
        <>
          <SelectField
            name="method"
            label={t('recharge.way')}
            defaultValue={query.method === null ? '' : String(query.method)}
            options={[
              { value: '', label: t('record.anyWay') },
              ...methods.map((method) => ({ value: String(method), label: nameOf({ method }) })),
            ]}
          />
          <SelectField
            name="status"
            label={t('order:search.status')}
            defaultValue={query.status === null ? '' : String(query.status)}
            options={[
              { value: '', label: t('order:search.anyStatus') },
              ...recordStatuses.map((status) => ({ value: String(status), label: t(`order:status.${status}`) })),
            ]}
          />
        </>
      )}
    </ListSearch>
  )
}

type RecordPageProps = {
  record: 'recharges' | 'usdt'
  query: RecordQuery
  /** The methods that can be searched for. */
  methods: Parameters<typeof RecordSearch>[0]['methods']
  total: number
  /** Null if nothing was found. */
  table: ReactNode
}
export const RecordPage = ({ record, query, methods, total, table }: RecordPageProps) => {
  const { t } = useTranslation('wallet')
  const path = `/wallet/${record}`
  return (
    <>
      <PageHead title={t(`${record}.title`)} lead={t(`${record}.lead`)} />
      <WalletTabs />
      <div className="stack stack-tight buttons-full">
        <FoundCard
          query={query}
          total={total}
          path={path}
          search={<RecordSearch query={query} path={path} methods={methods} />}
          none={{ title: t(`${record}.none`), text: t('recharges.noneText'), all: t('recharges.all') }}
          empty={
            <EmptyState
              art="wallet"
              title={t(`${record}.empty`)}
              text={t(`${record}.emptyText`)}
              action={
                <ButtonLink variant="primary" href="/wallet/recharge">
                  {t('act.recharge')}
                </ButtonLink>
              }
            />
          }
        >
          {table}
        </FoundCard>
      </div>
    </>
  )
}
