/** The sign-in history: when, from where, how, and whether it succeeded. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { rangeOfForm } from '~/i18n/date-range'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { listSignIns, signInOutcomes } from '~/modules/account/account.server'
import { Card } from '~/ui/card'
import { DateRange } from '~/ui/date-range'
import { EmptyState } from '~/ui/empty-state'
import { SelectField } from '~/ui/field'
import { PageHead } from '~/ui/page-head'
import { Pagination, parsePaging } from '~/ui/pagination'
import { SearchForm } from '~/ui/search-form'
import { Table } from '~/ui/table'
import { Tag } from '~/ui/tag'
import { nameOfBrowser } from '~/web/account/browser-name'
import { requireUser } from '~/request/caller.server'
import { requirePage } from '~/web/paging.server'

export const handle = { i18n: ['account', 'parts'], title: 'account:signIns.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const search = new URL(request.url).searchParams
  const paging = parsePaging(search)
  const range = rangeOfForm(search)
  const outcome = signInOutcomes.find((known) => known === search.get('outcome')) ?? null
  // An invalid range shows its error instead of everything.
  const { items, total } =
    range.errors.length > 0
      ? { items: [], total: 0 }
      : await listSignIns(user.userId, { ...paging, outcome, times: range.times })
  requirePage(request, { ...paging, total })
  return json({
    ...paging,
    total,
    range,
    outcome,
    items: items.map(({ id, at, via, outcome: result, address, userAgent }) => ({
      id,
      at,
      via,
      outcome: result,
      address,
      browser: nameOfBrowser(userAgent),
    })),
  })
}

const path = '/personal/sign-ins'
const tones = {
  done: 'ok',
  'second-step': 'info',
  'wrong-password': 'bad',
  'wrong-code': 'bad',
  disabled: 'bad',
} as const

const SignIns = () => {
  const { t } = useTranslation('account')
  const format = useLocalFormat()
  const { items, total, page, size, range, outcome } = useLoaderData<typeof loader>()
  const asked = new URLSearchParams(
    [
      ['outcome', outcome ?? ''],
      ['from', range.from],
      ['to', range.to],
      ['zone', range.zone],
    ].filter(([, value]) => value !== ''),
  ).toString()
  return (
    <>
      <PageHead
        title={t('signIns.title')}
        lead={t('signIns.lead')}
        crumbs={[{ href: '/personal', label: t('personal.title') }]}
      />
      <Card>
        <SearchForm
          label={t('signIns.search')}
          action={path}
          isFiltered={asked !== ''}
          filledWith={asked}
          hidden={{ size }}
        >
          <SelectField
            name="outcome"
            label={t('signIns.outcome')}
            defaultValue={outcome ?? ''}
            options={[
              { value: '', label: t('signIns.any') },
              ...Object.keys(tones).map((value) => ({ value, label: t(`signIns.state.${value}`) })),
            ]}
          />
          <DateRange range={range} />
        </SearchForm>
        {items.length === 0 && range.errors.length === 0 ? <EmptyState art="none" title={t('signIns.none')} /> : null}
        {items.length === 0 ? null : (
          <Table
            caption={t('signIns.title')}
            rows={items}
            rowKey={(item) => item.id}
            columns={[
              {
                key: 'at',
                header: t('signIns.at'),
                kind: 'name',
                cell: (item) => (
                  <time dateTime={item.at} suppressHydrationWarning>
                    {format.dateTime(item.at)}
                  </time>
                ),
              },
              { key: 'via', header: t('signIns.via'), cell: (item) => t(`signIns.by.${item.via}`) },
              {
                key: 'browser',
                header: t('sessions.browser'),
                kind: 'quiet',
                cell: (item) => <bdi>{item.browser ?? t('sessions.unknown')}</bdi>,
              },
              {
                key: 'address',
                header: t('sessions.address'),
                kind: 'quiet',
                cell: (item) => (
                  <bdi className="code" dir="ltr">
                    {item.address}
                  </bdi>
                ),
              },
              {
                key: 'outcome',
                header: t('signIns.outcome'),
                phone: 'end',
                cell: (item) => <Tag tone={tones[item.outcome]}>{t(`signIns.state.${item.outcome}`)}</Tag>,
              },
            ]}
          />
        )}
        <Pagination
          page={page}
          size={size}
          total={total}
          href={(to, rows) => `${path}?${asked === '' ? '' : `${asked}&`}page=${to}&size=${rows}`}
        />
      </Card>
      <p className="center">
        <a href="/personal/sessions">{t('sessions.title')}</a>
      </p>
    </>
  )
}
export default SignIns
