/** A record of the wallet, of recharges or of USDT: its search, its table, and the text for an empty one. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../button'
import { EmptyState } from '../empty-state'
import { FoundCard } from '../found-card'
import { PageHead } from '../page-head'
import type { RecordQuery } from './record-query'
import { RecordSearch } from './record-search'
import { WalletTabs } from './wallet-tabs'

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
