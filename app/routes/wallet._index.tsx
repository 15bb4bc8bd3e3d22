/** My Wallet: the balance, the actions, and the transactions, found by type, direction and days. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { listTransactions, paymentPasswordState, walletState } from '~/modules/wallet/wallet.server'
import { now } from '~/platform/clock.server'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import styles from '~/styles/wallet.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { OddSearch } from '~/ui/odd-search'
import { isZero } from '~/ui/order/amounts'
import { PageHead } from '~/ui/page-head'
import { Pager } from '~/ui/pager'
import { isAnswerable, statusFor } from '~/ui/search-address'
import { BalanceCard } from '~/ui/wallet/balance-card'
import { actsOf, type walletActs } from '~/ui/wallet/places'
import { isFiltered, parseWalletQuery, walletHref, directions, shownTypes, type WalletQuery } from '~/ui/wallet/query'
import { PaymentPasswordLock, WalletStateNotice } from '~/ui/wallet/state-notice'
import { TransactionList } from '~/ui/wallet/transaction-list'
import { WalletTabs } from '~/ui/wallet/wallet-tabs'
import { searchOf, viewSums, viewTransactions } from '~/web/wallet/statement.server'
import { DateRange } from '~/ui/date-range'
import { SelectField } from '~/ui/field'
import { FoldedSearch } from '~/ui/search-form'

/** Links, each with its own address: one of them is the current page. */
const DirectionChips = ({ query }: { query: WalletQuery }) => {
  const { t } = useTranslation('wallet')
  return (
    <nav className="wallet-chips" aria-label={t('details.directions')}>
      <ul>
        {[null, ...directions].map((direction) => (
          <li key={direction}>
            <a
              href={walletHref(query, { direction })}
              aria-current={direction === query.direction ? 'true' : undefined}
              data-keep-scroll=""
            >
              {t(`details.${direction ?? 'all'}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const WalletSearch = ({ query }: { query: WalletQuery }) => {
  const { t } = useTranslation('wallet')
  const { type, direction, range, size } = query
  const isSearched = type !== null || `${range.from}${range.to}` !== ''
  return (
    <div className="wallet-search no-print">
      <DirectionChips query={query} />
      <FoldedSearch
        title={t('details.filter')}
        isOpen={isSearched || range.errors.length > 0}
        label={t('details.search')}
        action="/wallet"
        isFiltered={isSearched}
        filledWith={`${type ?? ''} ${direction ?? ''} ${range.from} ${range.to}`}
        hidden={{ ...(size === 10 ? {} : { size }), ...(direction === null ? {} : { direction }) }}
      >
        <SelectField
          name="type"
          label={t('details.typeLabel')}
          defaultValue={String(type ?? -1)}
          options={[
            { value: '-1', label: t('details.type.all') },
            ...shownTypes.map((one) => ({ value: String(one), label: t(`details.type.${one}`) })),
          ]}
        />
        <DateRange range={range} legend={t('details.days')} />
      </FoldedSearch>
    </div>
  )
}

export const handle = { i18n: ['wallet', 'order', 'parts'], title: 'wallet:wallet.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const query = parseWalletQuery(new URL(request.url).searchParams)
  const [state, language] = await Promise.all([walletState(userId), getLanguage(request, context)])
  if (state === null) throw redirect('/wallet/open')
  const [sums, password, found] = await Promise.all([
    viewSums(userId),
    paymentPasswordState(userId),
    isAnswerable(query) ? listTransactions(userId, searchOf(query), query) : { items: [], older: null, newer: null },
  ])
  // A position beyond the end, typed or from another search, leads to the first page.
  if (isAnswerable(query) && found.items.length === 0 && (query.before !== null || query.after !== null))
    throw redirect(walletHref(query))
  const page = {
    query,
    now: now().toISOString(),
    state: { state: state.state, reason: state.reason },
    lockedUntil: password.lockedUntil?.toISOString() ?? null,
    sums,
    items: await viewTransactions(userId, found.items, language),
    older: found.older,
    newer: found.newer,
  }
  return json(page, statusFor(query))
}

/** `isClosed`: the wallet will have no transactions ever again. */
const Nothing = ({ filtered, acts, isClosed }: { filtered: boolean; acts: typeof walletActs; isClosed: boolean }) => {
  const { t } = useTranslation('wallet')
  const [next] = acts
  if (isClosed && !filtered) return <EmptyState art="none" level={3} title={t('details.emptyTitle')} />
  if (filtered)
    return (
      <EmptyState
        art="none"
        level={3}
        title={t('details.noneTitle')}
        text={t('details.noneText')}
        action={<ButtonLink href="/wallet">{t('details.noneAll')}</ButtonLink>}
      />
    )
  return (
    <EmptyState
      art="wallet"
      level={3}
      title={t('details.emptyTitle')}
      text={t('details.emptyText')}
      action={
        next === undefined ? (
          <ButtonLink href="/service">{t('details.emptyServices')}</ButtonLink>
        ) : (
          <ButtonLink href={next.href}>{t(`act.${next.key}`)}</ButtonLink>
        )
      }
    />
  )
}

const Wallet = () => {
  const { t } = useTranslation('wallet')
  const { query, now, state, lockedUntil, sums, items, older, newer } = useLoaderData<typeof loader>()
  // Debts must be paid before anything is sent.
  const acts = actsOf(state.state, lockedUntil === null && isZero(sums.owed))
  const answerable = isAnswerable(query)
  const isEmpty = items.length === 0 && answerable && !isFiltered(query)
  return (
    <>
      <PageHead title={t('wallet.title')} />
      <WalletTabs />
      <div className="stack stack-wide wallet buttons-full">
        <WalletStateNotice {...state} balance={sums.balance} />
        {state.state === 'open' ? <PaymentPasswordLock until={lockedUntil} /> : null}
        <BalanceCard {...sums} acts={acts} />
        <section className="wallet-details" aria-labelledby="wallet-details">
          <h2 id="wallet-details">{t('details.title')}</h2>
          {isEmpty ? null : <WalletSearch query={query} />}
          <Card>
            {!answerable ? (
              <OddSearch odd={query.odd} all="/wallet" level={3} />
            ) : items.length === 0 ? (
              <Nothing filtered={!isEmpty} acts={acts} isClosed={state.state === 'closed'} />
            ) : (
              <TransactionList items={items} now={now} />
            )}
            {items.length === 0 ||
            (older === null && newer === null && items.length <= 10 && query.size === 10) ? null : (
              <Pager
                newest={newer === null ? null : walletHref(query)}
                newer={newer === null ? null : walletHref(query, { after: newer })}
                older={older === null ? null : walletHref(query, { before: older })}
                size={query.size}
                sizeHref={(size) => walletHref(query, { size })}
              />
            )}
          </Card>
          {items.length === 0 ? null : (
            <p className="no-print">
              <a
                className="tall-link"
                href={walletHref({ ...query, size: 10 }, {}, '/wallet/statement.csv')}
                data-reload=""
                data-download=""
              >
                {t('details.csv')}
              </a>
            </p>
          )}
        </section>
      </div>
    </>
  )
}
export default Wallet
