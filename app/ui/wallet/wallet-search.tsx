/** The search in a wallet's details: income or expense at once, type and days behind a line. */
import { useTranslation } from 'react-i18next'
import { DateRange } from '../date-range'
import { SelectField } from '../field'
import { FoldedSearch } from '../search-form'
import { directions, shownTypes, walletHref, type WalletQuery } from './query'

/** Links, each with its own address: one of them is the current page. */
const DirectionChips = ({ query }: { query: WalletQuery }) => {
  const { t } = useTranslation('wallet')
  return (
    <nav className="wallet-chips" aria-label={t('details.directions')}>
      <ul>
        {[null, ...directions].map((direction) => (
          <li key={direction}>
            <a
              href={walletHref(query, { direction })}
              aria-current={direction === query.direction ? 'true' : undefined}
              data-keep-scroll=""
            >
              {t(`details.${direction ?? 'all'}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export const WalletSearch = ({ query }: { query: WalletQuery }) => {
  const { t } = useTranslation('wallet')
  const { type, direction, range, size } = query
  const isSearched = type !== null || `${range.from}${range.to}` !== ''
  return (
    <div className="wallet-search no-print">
      <DirectionChips query={query} />
      <FoldedSearch
        title={t('details.filter')}
        isOpen={isSearched || range.errors.length > 0}
        label={t('details.search')}
        action="/wallet"
        isFiltered={isSearched}
        filledWith={`${type ?? ''} ${direction ?? ''} ${range.from} ${range.to}`}
        hidden={{ ...(size === 10 ? {} : { size }), ...(direction === null ? {} : { direction }) }}
      >
        <SelectField
          name="type"
          label={t('details.typeLabel')}
          defaultValue={String(type ?? -1)}
          options={[
            { value: '-1', label: t('details.type.all') },
            ...shownTypes.map((one) => ({ value: String(one), label: t(`details.type.${one}`) })),
          ]}
        />
        <DateRange range={range} legend={t('details.days')} />
      </FoldedSearch>
    </div>
  )
}
