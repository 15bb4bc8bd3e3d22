/** A list that was shared by a link: its channels, to search, to print, and to copy. The owner is not shown. */
import { json, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/printed.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PrintedTable } from '~/ui/channel-list/printed-list'
import { EmptyState } from '~/ui/empty-state'
import { Field } from '~/ui/field'
import { PageHead } from '~/ui/page-head'
import { Pagination, parsePaging } from '~/ui/pagination'
import { SearchForm } from '~/ui/search-form'
import { getLanguage, getT } from '~/request/language.server'
import { requirePage } from '~/web/paging.server'
import { describePrinted } from '~/web/lists/printed.server'
import { requireShared, sharedHeaders } from '~/web/lists/shared.server'

export const handle = {
  i18n: ['merge', 'lists'],
  title: (data) => data?.name ?? '',
} satisfies RouteHandle<{ name: string }>
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]
export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex, nofollow' }]
export const headers = () => sharedHeaders

export const loader = async ({ request, params, context }: LoaderFunctionArgs) => {
  const [t, language] = await Promise.all([getT(request, context), getLanguage(request, context)])
  const asked = new URL(request.url).searchParams
  const search = (asked.get('search') ?? '').slice(0, 100)
  const paging = parsePaging(asked)
  const { name, channels, value } = await requireShared(context, params['token'], (view) => ({
    ...view.rows(search === '' ? {} : { search }, paging),
    satellites: view.satellites(),
  }))
  requirePage(request, { ...paging, total: value.total })
  const [section] = describePrinted(
    { rows: value.items, rowsMax: value.items.length, groups: [], satellites: value.satellites, total: value.total },
    'all',
    t,
    formatsOf(language),
  )
  return json(
    {
      name,
      channels,
      path: `/s/${params['token'] ?? ''}`,
      search,
      ...paging,
      total: value.total,
      rows: section?.rows ?? [],
    },
    { headers: sharedHeaders },
  )
}

const SharedPage = () => {
  const { name, channels, path, search, page, size, total, rows } = useLoaderData<typeof loader>()
  const { t } = useTranslation(['merge', 'lists'])
  return (
    <div className="stack stack-wide">
      <PageHead
        title={<bdi>{name}</bdi>}
        lead={`${t('lists:channels.count', { count: channels })} · ${t('merge:shared.lead')}`}
        actions={
          <>
            <ButtonLink href={`${path}/copy`} variant="primary">
              {t('merge:shared.copy')}
            </ButtonLink>
            <ButtonLink href={`${path}/print`}>{t('merge:shared.print')}</ButtonLink>
          </>
        }
      />
      <Card>
        <div className="stack">
          <div className="no-print">
            <SearchForm
              label={t('lists:filter.label')}
              action={path}
              isFiltered={search !== ''}
              filledWith={search}
              hidden={{ size }}
            >
              <Field
                name="search"
                type="search"
                label={t('lists:filter.search')}
                placeholder={t('lists:filter.searchHint')}
                defaultValue={search}
                maxLength={100}
                autoComplete="off"
              />
            </SearchForm>
          </div>
          {total === 0 ? (
            <EmptyState title={t('lists:page.noMatch')} text={t('lists:page.noMatchText')} art="none" />
          ) : (
            <PrintedTable caption={name} rows={rows} />
          )}
          <Pagination
            page={page}
            size={size}
            total={total}
            href={(toPage, toSize) =>
              `${path}?${new URLSearchParams({
                ...(search === '' ? {} : { search }),
                page: String(toPage),
                size: String(toSize),
              }).toString()}`
            }
          />
        </div>
      </Card>
    </div>
  )
}
export default SharedPage
