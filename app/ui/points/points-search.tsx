/** The filter of a list of points: source and days. It is closed until it is used. */
import { useTranslation } from 'react-i18next'
import { SelectField } from '../field'
import { ListSearch } from '../search-form'
import { shownTypes, type PointsQuery } from './query'

export const PointsSearch = ({ path, query, byType }: { path: string; query: PointsQuery; byType: boolean }) => {
  const { t } = useTranslation('points')
  return (
    <ListSearch title={t('search.open')} path={path} query={query} days={t('search.days')}>
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
    </ListSearch>
  )
}
