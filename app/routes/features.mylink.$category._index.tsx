/** The channels of a category of MyLink, or the audio sources, a page at a time; without any, the reason. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { findLinks, type LinkPage } from '~/modules/link/link.server'
import { now } from '~/platform/clock.server'
import listStyles from '~/styles/lists.css'
import styles from '~/styles/mylink.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { EmptyState } from '~/ui/empty-state'
import { Field, SelectField } from '~/ui/field'
import { DeletedCard } from '~/ui/mylink/deleted-card'
import { LinkFrame } from '~/ui/mylink/frame'
import { useLinkKept } from '~/ui/mylink/kept'
import { LinkTable } from '~/ui/mylink/link-table'
import { TableCard } from '~/ui/mylink/table-card'
import {
  crumbsOf,
  linkHandle,
  linkOrders,
  linkTexts,
  parseLinkQuery,
  searchMax,
  sheetsOf,
  usualSize,
  type LinkQuery,
  type ShelfView,
} from '~/ui/mylink/view'
import { OddSearch } from '~/ui/odd-search'
import { FoldedSearch } from '~/ui/search-form'
import { requireValue } from '~/web/lists/answer.server'
import { readDeleted, readShelf, viewOf } from '~/web/mylink/shelf.server'
import { requirePage } from '~/web/paging.server'

export { actOnLinks as action } from '~/web/mylink/links-action.server'
export const handle = linkHandle<{ shelf: ShelfView }>(
  ({ shelf }, t) => shelf.name ?? t(`mylink:of.${shelf.service}.title`),
)
export const links = sheetsOf(listStyles, styles)

/** If the address asks for something impossible, `query.odd` names that and there are no rows. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { shelf, ...page } = await readShelf(args)
  const query = parseLinkQuery(new URL(args.request.url).searchParams)
  const isOdd = query.odd.length > 0
  const none: Pick<LinkPage, 'items' | 'total'> = { items: [], total: 0 }
  const [{ items: rows, total }, deleted] = await Promise.all([
    isOdd ? none : findLinks(shelf, { ...query, sort: query.sort ?? 'own' }).then(requireValue),
    readDeleted(shelf.actor, shelf.service, shelf.id),
  ])
  requirePage(args.request, { page: query.page, size: query.size, total })
  return json(
    { ...page, shelf: viewOf(shelf), all: shelf.channels, query, rows, total, now: now().toISOString(), deleted },
    { status: isOdd ? 422 : 200 },
  )
}

/** Closed at first, because the links come first. */
const LinkSearch = ({ query, path }: { query: LinkQuery; path: string }) => {
  const { t } = useTranslation('mylink')
  const { search, sort, size } = query
  return (
    <FoldedSearch
      title={t('find.title')}
      isOpen={false}
      shown={[search, sort === null ? '' : t(`find.${sort}`)].filter((one) => one !== '').join(' · ')}
      label={t('find.title')}
      action={path}
      isFiltered={search !== '' || sort !== null}
      filledWith={`${sort ?? ''} ${search}`}
      hidden={size === usualSize ? {} : { size }}
    >
      <Field
        name="search"
        type="search"
        label={t('find.search')}
        placeholder={t('find.hint')}
        defaultValue={search}
        maxLength={searchMax}
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
      />
      <SelectField
        name="sort"
        label={t('find.order')}
        defaultValue={sort ?? ''}
        options={[
          { value: '', label: t('find.own') },
          ...linkOrders.map((order) => ({ value: order, label: t(`find.${order}`) })),
        ]}
      />
    </FoldedSearch>
  )
}

const LinksPage = () => {
  const view = useLoaderData<typeof loader>()
  const { shelf, query, rows, total, all, batch, lock, deleted } = view
  const { service, path, name } = shelf
  const { t } = useTranslation(linkTexts)
  const kept = useLinkKept()
  const canChange = lock === null
  const isSearched = query.search !== ''
  const hasLinks = total > 0 || isSearched
  const add = (
    <ButtonLink href={`${path}/add`} variant="primary" icon="plus">
      {t(`of.${service}.add`)}
    </ButtonLink>
  )
  return (
    <LinkFrame
      title={name === null ? t(`of.${service}.title`) : <bdi>{name}</bdi>}
      lead={name === null ? t(`of.${service}.lead`) : t(`of.${service}.count`, { count: all })}
      crumbs={[{ href: '/features', label: t('features') }, ...(name === null ? [] : crumbsOf(t, shelf).slice(0, 1))]}
      actions={
        canChange ? (
          <>
            {hasLinks ? add : null}
            {name === null ? null : (
              <ButtonLink href={`${path}/edit`} icon="edit" aria-label={t('category.edit')}>
                {t('common:row.edit')}
              </ButtonLink>
            )}
          </>
        ) : null
      }
      lock={lock}
    >
      {query.odd.length > 0 ? (
        <Card>
          <OddSearch odd={query.odd} all={path} />
        </Card>
      ) : hasLinks ? (
        <div className="stack">
          <LinkSearch query={query} path={path} />
          <Card>
            {rows.length === 0 ? (
              <EmptyState
                art="none"
                title={t('find.none')}
                text={t('find.noneText')}
                action={<ButtonLink href={path}>{t('find.all')}</ButtonLink>}
              />
            ) : (
              <div className="stack">
                {isSearched ? (
                  <p className="muted" role="status">
                    {t('find.found', { number: total })}
                  </p>
                ) : null}
                <LinkTable {...view} kept={kept} />
              </div>
            )}
          </Card>
        </div>
      ) : (
        <Card>
          <EmptyState
            title={t(`of.${service}.empty`)}
            text={canChange ? t(`of.${service}.emptyText`) : undefined}
            action={canChange ? add : undefined}
          />
        </Card>
      )}
      {service === 'audio' ? <TableCard service="audio" canImport={canChange} hasLinks={hasLinks} /> : null}
      {canChange ? <DeletedCard service={service} path={path} batch={batch} deleted={deleted} /> : null}
    </LinkFrame>
  )
}
export default LinksPage
