/** The search over links and the order in which they are shown: closed until it is used, since the links come first. */
import { useTranslation } from 'react-i18next'
import { Field, SelectField } from '../field'
import { FoldedSearch } from '../search-form'
import { isNarrowed, linkSorts, searchMax, usualSize, type LinkQuery } from './query'

export const LinkSearch = ({ query, path }: { query: LinkQuery; path: string }) => {
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
