/**
 * The search over a list's channels in one line: a plain GET form, whose fields are the parameters of the resulting
 * address. The rarer fields are in a panel behind a button, which needs no script.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Button, ButtonLink } from '~/ui/button'
import { Icon } from '~/ui/icon'
import { Menu } from '~/ui/menu'
import { FilterFields, type FilterFieldsProps } from './filter-fields'
import { isFiltered, listHref, placed, type ChannelFilter } from './query'
import { countParts, QuickFilters } from './quick-filters'

type FilterFormProps = FilterFieldsProps & {
  listPath: string
  /** Ticked rows, which stay ticked under another filter, and the file that they belong to. */
  ticked: { selected: string; source: string } | null
}

/** The label of the panel's button, with the number of set filters. */
export const FilterLabel = ({ filter }: { filter: ChannelFilter }) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const count = countParts(filter)
  return (
    <>
      {t('filter.button')} {count > 0 && <bdi>· {format.number(count)}</bdi>} <Icon name="down" />
    </>
  )
}

export const FilterForm = ({ listPath, ticked, ...fields }: FilterFormProps) => {
  const { t } = useTranslation('lists')
  const { filter, sort } = fields
  return (
    // The key resets the fields when the address changes without a page load. The action has no anchor: text browsers
    // append the fields to it, and the rows are on the first screen anyway.
    <form
      noValidate
      method="get"
      action={listPath}
      role="search"
      aria-label={t('filter.label')}
      className="channel-filter"
      data-keep-scroll=""
      key={`${JSON.stringify(filter)}${sort ?? ''}`}
    >
      {ticked && <input type="hidden" name="selected" value={ticked.selected} />}
      {ticked && <input type="hidden" name="source" value={ticked.source} />}
      <div className="field">
        <label htmlFor="field-search" className="hidden-visually">
          {t('filter.search')}
        </label>{' '}
        <input
          id="field-search"
          className="input filter-search"
          type="search"
          name="search"
          placeholder={t('filter.searchHint')}
          defaultValue={filter.search ?? ''}
          maxLength={100}
        />
      </div>
      <Button icon="search" className="filter-submit">
        <span className="tools-word">{t('filter.submit')}</span>
      </Button>
      <QuickFilters filter={filter} hrefOf={(next) => placed(listHref(listPath, next, { sort }))} />
      <Menu className="btn" label={<FilterLabel filter={filter} />}>
        <FilterFields {...fields} />
      </Menu>
      {(isFiltered(filter) || sort !== null) && (
        <ButtonLink
          variant="quiet"
          href={placed(listHref(listPath, {}))}
          icon="close"
          className="filter-reset"
          data-keep-scroll=""
        >
          <span className="tools-word">{t('filter.reset')}</span>
        </ButtonLink>
      )}
    </form>
  )
}
