/**
 * The fields of the filter panel: the same in the plain page's form and, with `onPart`, in the editor, where they apply
 * at once.
 */
import { useTranslation } from 'react-i18next'
import { FilterSelect } from './filter-select'
import { FurtherFilters, useField, type FurtherFiltersProps } from './further-filters'
import { channelTypeNames, type ChannelFilter } from './query'

type Choice = { value: string; label: string }
export type FilterFieldsProps = FurtherFiltersProps & {
  satellites: readonly Choice[]
  /** Transponders of the chosen satellite; empty while no satellite is chosen. */
  transponders: readonly Choice[]
  groups: readonly Choice[]
  categories: readonly Choice[]
}

const text = (value: number | undefined): string => (value === undefined ? '' : String(value))
const indexIn = (value: string): number | undefined => (value === '' ? undefined : Number(value))

export const FilterFields = ({ satellites, transponders, groups, categories, ...further }: FilterFieldsProps) => {
  const { t } = useTranslation('lists')
  const { filter, onPart } = further
  const part = (partOf: (value: string) => ChannelFilter) => onPart && ((value: string) => onPart(partOf(value)))
  const satellite = useField(
    text(filter.satellite),
    part((value) => ({ satellite: indexIn(value), transponder: undefined })),
  )
  const transponder = useField(
    text(filter.transponder),
    part((value) => ({ transponder: indexIn(value) })),
  )
  const type = useField(
    filter.type,
    part((value) => ({ type: channelTypeNames.find((name) => name === value) })),
  )
  const scrambled = useField(
    filter.scrambled === undefined ? '' : filter.scrambled ? '1' : '0',
    part((value) => ({ scrambled: value === '' ? undefined : value === '1' })),
  )
  const favourite = useField(
    text(filter.favourite),
    part((value) => ({ favourite: indexIn(value) })),
  )
  const category = useField(
    text(filter.category),
    part((value) => ({ category: indexIn(value) })),
  )
  return (
    <div className="filters">
      <FilterSelect
        name="satellite"
        label={t('filter.satellite')}
        {...satellite}
        options={[{ value: '', label: t('filter.anySatellite') }, ...satellites]}
      />
      <FilterSelect
        name="transponder"
        label={t('filter.transponder')}
        {...transponder}
        dir="auto"
        disabled={onPart !== undefined && transponders.length === 0}
        options={[{ value: '', label: t('filter.anyTransponder') }, ...transponders]}
      />
      <FilterSelect
        name="type"
        label={t('filter.type')}
        {...type}
        options={[
          { value: '', label: t('filter.anyType') },
          ...channelTypeNames.map((name) => ({ value: name, label: t(`type.${name}`) })),
        ]}
      />
      <FilterSelect
        name="scrambled"
        label={t('filter.scrambled')}
        {...scrambled}
        options={[
          { value: '', label: t('filter.anyScrambled') },
          { value: '0', label: t('filter.free') },
          { value: '1', label: t('filter.scrambledOnly') },
        ]}
      />
      {groups.length > 0 && (
        <FilterSelect
          name="favourite"
          label={t('filter.favourite')}
          {...favourite}
          options={[{ value: '', label: t('filter.anyFavourite') }, ...groups]}
        />
      )}
      {categories.length > 0 && (
        <FilterSelect
          name="category"
          label={t('filter.category')}
          {...category}
          options={[{ value: '', label: t('filter.anyCategory') }, ...categories]}
        />
      )}
      <FurtherFilters {...further} />
    </div>
  )
}
