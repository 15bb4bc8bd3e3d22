/** The search in a record: days and, for recharges, state and method. It is closed until it is used. */
import { useTranslation } from 'react-i18next'
import { SelectField } from '../field'
import { useMethodName } from '../order/method-name'
import { ListSearch } from '../search-form'
import { recordStatuses, type RecordQuery } from './record-query'

export const RecordSearch = ({
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
