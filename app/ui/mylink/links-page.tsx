/** The links of a category, or the audio sources, a page at a time; without any, the reason. */
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../button'
import { Card } from '../card'
import { EmptyState } from '../empty-state'
import { Field, SelectField } from '../field'
import { OddSearch } from '../odd-search'
import { FoldedSearch } from '../search-form'
import { DeletedCard } from './deleted-card'
import { LinkFrame } from './frame'
import { useLinkKept } from './kept'
import { LinkTable } from './link-table'
import { isNarrowed, linkSorts, searchMax, usualSize, type LinkQuery } from './query'
import { TableCard } from './table-card'
import type { LinksView } from './view'
import { crumbsOf, wordsOf } from './words'

/** Closed at first, because the links come first. */
const LinkSearch = ({ query, path }: { query: LinkQuery; path: string }) => {
  const { t } = useTranslation('mylink')
  const narrowed = isNarrowed(query)
  return (
    <FoldedSearch
      title={t('find.title')}
      isOpen={false}
      shown={[query.search, query.sort === null ? '' : t(`find.${query.sort}`)].filter((one) => one !== '').join(' · ')}
      label={t('find.title')}
      action={path}
      isFiltered={narrowed}
      filledWith={`${query.sort ?? ''} ${query.search}`}
      hidden={query.size === usualSize ? {} : { size: query.size }}
    >
      <Field
        name="search"
        type="search"
        label={t('find.search')}
        placeholder={t('find.hint')}
        defaultValue={query.search}
        maxLength={searchMax}
        dir="auto"
        autoComplete="off"
        enterKeyHint="search"
      />
      <SelectField
        name="sort"
        label={t('find.order')}
        defaultValue={query.sort ?? ''}
        options={[
          { value: '', label: t('find.own') },
          ...linkSorts.map((sort) => ({ value: sort, label: t(`find.${sort}`) })),
        ]}
      />
    </FoldedSearch>
  )
}

export const LinksPage = () => {
  const view = useLoaderData<LinksView>()
  const { shelf, query, rows, total, all, batch, lock, deleted } = view
  const { service, path, name } = shelf
  const words = wordsOf[service]
  const { t } = useTranslation(words.texts)
  const kept = useLinkKept()
  const canChange = lock === null
  const isSearched = query.search !== ''
  const hasLinks = total > 0 || isSearched
  const add = (
    <ButtonLink href={`${path}/add`} variant="primary" icon="plus">
      {t(words.add)}
    </ButtonLink>
  )
  return (
    <LinkFrame
      title={name === null ? t(words.title) : <bdi>{name}</bdi>}
      lead={name === null ? t('audio:lead') : t(words.kind, { count: all })}
      crumbs={[
        { href: '/features', label: t('mylink:features') },
        ...(name === null ? [] : crumbsOf(t, shelf).slice(0, 1)),
      ]}
      actions={
        canChange ? (
          <>
            {hasLinks ? add : null}
            {name === null ? null : (
              <ButtonLink href={`${path}/edit`} icon="edit" aria-label={t('mylink:category.edit')}>
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
                title={t('mylink:find.none')}
                text={t('mylink:find.noneText')}
                action={<ButtonLink href={path}>{t('mylink:find.all')}</ButtonLink>}
              />
            ) : (
              <div className="stack">
                {isSearched ? (
                  <p className="muted" role="status">
                    {t('mylink:find.found', { number: total })}
                  </p>
                ) : null}
                <LinkTable {...view} caption={t(words.caption)} canChange={canChange} kept={kept} />
              </div>
            )}
          </Card>
        </div>
      ) : (
        <Card>
          <EmptyState
            title={t(words.empty)}
            text={canChange ? t(words.emptyText) : undefined}
            action={canChange ? add : undefined}
          />
        </Card>
      )}
      {service === 'audio' ? <TableCard service="audio" canImport={canChange} hasLinks={hasLinks} /> : null}
      {canChange ? <DeletedCard service={service} path={path} batch={batch} deleted={deleted} /> : null}
    </LinkFrame>
  )
}
