/** The search in orders: number, days, status and box. It is closed until it is used. */
import { useTranslation } from 'react-i18next'
import { DateRange } from '../date-range'
import { Field, SelectField } from '../field'
import { FoldedSearch } from '../search-form'
import { isFiltered, listedStatuses, type OrderQuery } from './query'

export const OrderSearch = ({
  query,
  boxes,
}: {
  query: OrderQuery
  boxes: readonly { sn: string; name: string }[]
}) => {
  const { t } = useTranslation('order')
  const filtered = isFiltered(query)
  return (
    <FoldedSearch
      title={t('search.open')}
      isOpen={filtered || query.range.errors.length > 0}
      label={t('search.open')}
      action="/order"
      isFiltered={filtered}
      filledWith={`${query.number} ${query.status ?? ''} ${query.sn} ${query.range.from} ${query.range.to}`}
      hidden={query.size === 10 ? {} : { size: query.size }}
    >
      <Field
        type="search"
        name="number"
        label={t('search.number')}
        defaultValue={query.number}
        maxLength={40}
        code
        autoComplete="off"
      />
      <SelectField
        name="status"
        label={t('search.status')}
        defaultValue={query.status === null ? '' : String(query.status)}
        options={[
          { value: '', label: t('search.anyStatus') },
          ...listedStatuses.map((status) => ({ value: String(status), label: t(`status.${status}`) })),
        ]}
      />
      {boxes.length > 1 || query.sn !== '' ? (
        <SelectField
          name="sn"
          label={t('search.box')}
          defaultValue={query.sn}
          options={[
            { value: '', label: t('search.anyBox') },
            ...boxes.map(({ sn, name }) => ({ value: sn, label: name })),
            ...(query.sn === '' || boxes.some(({ sn }) => sn === query.sn)
              ? []
              : [{ value: query.sn, label: query.sn }]),
          ]}
        />
      ) : null}
      <DateRange range={query.range} legend={t('search.days')} />
    </FoldedSearch>
  )
}
