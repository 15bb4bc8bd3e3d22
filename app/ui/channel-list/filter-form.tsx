/**
 * The search form over a list's channels: a plain GET form, whose fields are the parameters of the resulting address.
 */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '~/ui/button'
import { Field, SelectField } from '~/ui/field'
import type { Choices, ViewSort } from '~/engine/types'
import { FurtherFilters, isFurther } from './further-filters'
import { isFiltered, listHref, type ChannelFilter } from './query'

type Choice = { value: string; label: string }

type FilterFormProps = {
  listPath: string
  filter: ChannelFilter
  satellites: readonly Choice[]
  /** Transponders of the chosen satellite; empty while no satellite is chosen. */
  transponders: readonly Choice[]
  groups: readonly Choice[]
  sort: ViewSort | null
  choices: Choices
  /** Ticked rows, which stay ticked under another filter, and the file that they belong to. */
  ticked: { selected: string; source: string } | null
}

export const FilterForm = ({
  listPath,
  filter,
  satellites,
  transponders,
  groups,
  sort,
  choices,
  ticked,
}: FilterFormProps) => {
  const { t } = useTranslation('lists')
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
  const hasMore =
    filter.transponder !== undefined ||
    filter.scrambled !== undefined ||
    filter.favourite !== undefined ||
    sort !== null ||
    isFurther(filter)
  return (
    // The key resets the fields when the address changes without a page load.
    <form
      noValidate
      method="get"
      action={`${listPath}#channels`}
      role="search"
      aria-label={t('filter.label')}
      className="channel-filter"
      data-keep-scroll=""
      key={`${JSON.stringify(filter)}${sort ?? ''}`}
    >
      {ticked && <input type="hidden" name="selected" value={ticked.selected} />}
      {ticked && <input type="hidden" name="source" value={ticked.source} />}
      <div className="filters">
        <Field
          type="search"
          name="search"
          label={t('filter.search')}
          placeholder={t('filter.searchHint')}
          defaultValue={filter.search ?? ''}
          maxLength={100}
          className="filter-search"
        />
        <SelectField
          name="satellite"
          label={t('filter.satellite')}
          defaultValue={text(filter.satellite)}
          options={[{ value: '', label: t('filter.anySatellite') }, ...satellites]}
        />
        <SelectField
          name="type"
          label={t('filter.type')}
          defaultValue={filter.type ?? ''}
          options={[
            { value: '', label: t('filter.anyType') },
            { value: 'tv', label: t('type.tv') },
            { value: 'radio', label: t('type.radio') },
            { value: 'data', label: t('type.data') },
            { value: 'other', label: t('type.other') },
          ]}
        />
        <div className="form-actions">
          <Button icon="search">{t('filter.submit')}</Button>
          {(isFiltered(filter) || sort !== null) && (
            <ButtonLink variant="quiet" href={`${listHref(listPath, {})}#channels`} data-keep-scroll="">
              {t('filter.reset')}
            </ButtonLink>
          )}
        </div>
      </div>
      <details className="more-filters" open={hasMore}>
        <summary>{t('filter.more')}</summary>
        <div className="filters">
          <SelectField
            name="transponder"
            label={t('filter.transponder')}
            defaultValue={text(filter.transponder)}
            dir="auto"
            options={[{ value: '', label: t('filter.anyTransponder') }, ...transponders]}
          />
          <SelectField
            name="scrambled"
            label={t('filter.scrambled')}
            defaultValue={filter.scrambled === undefined ? '' : filter.scrambled ? '1' : '0'}
            options={[
              { value: '', label: t('filter.anyScrambled') },
              { value: '0', label: t('filter.free') },
              { value: '1', label: t('filter.scrambledOnly') },
            ]}
          />
          {groups.length > 0 && (
            <SelectField
              name="favourite"
              label={t('filter.favourite')}
              defaultValue={text(filter.favourite)}
              options={[{ value: '', label: t('filter.anyFavourite') }, ...groups]}
            />
          )}
          <FurtherFilters filter={filter} sort={sort} choices={choices} />
        </div>
      </details>
    </form>
  )
}
