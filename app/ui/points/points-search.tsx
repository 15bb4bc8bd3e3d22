/** The filter of a list of points: source and days. It is closed until it is used. */
import { useTranslation } from 'react-i18next'
import { DateRange } from '../date-range'
import { SelectField } from '../field'
import { FoldedSearch } from '../search-form'
import { isFiltered, shownTypes, type PointsQuery } from './query'

export const PointsSearch = ({ action, query, byType }: { action: string; query: PointsQuery; byType: boolean }) => {
  const { t } = useTranslation('points')
  const filtered = isFiltered(query)
  return (
    <FoldedSearch
      title={t('search.open')}
      isOpen={filtered || query.range.errors.length > 0}
      label={t('search.open')}
      action={action}
      isFiltered={filtered}
      filledWith={`${query.type ?? ''} ${query.range.from} ${query.range.to}`}
      hidden={query.size === 10 ? {} : { size: query.size }}
    >
      {byType ? (
        <SelectField
          name="type"
          label={t('search.type')}
          defaultValue={query.type === null ? '' : String(query.type)}
          options={[
            { value: '', label: t('search.any') },
            ...shownTypes.map((type) => ({ value: String(type), label: t(`type.${type}`) })),
          ]}
        />
      ) : null}
      <DateRange range={query.range} legend={t('search.days')} />
    </FoldedSearch>
  )
}
