/** The search in orders: number, days, status and box. It is closed until it is used. */
import { useTranslation } from 'react-i18next'
import { Field, SelectField } from '../field'
import { ListSearch } from '../search-form'
import { listedStatuses, type OrderQuery } from './query'

export const OrderSearch = ({
  query,
  boxes,
}: {
  query: OrderQuery
  boxes: readonly { sn: string; name: string }[]
}) => {
  const { t } = useTranslation('order')
  return (
    <ListSearch title={t('search.open')} path="/order" query={query} days={t('search.days')}>
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
    </ListSearch>
  )
}
