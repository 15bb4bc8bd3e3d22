/** The fields of a satellite: its name, its position in degrees with its side, its band. */
import { useTranslation } from 'react-i18next'
import { limits } from '~/engine/types'
import { Field, SelectField } from '~/ui/field'
import { NumberField } from '~/ui/number-field'
import { sideOf } from './angle'
import type { Kept } from './parts'

type Shown = { name: string; angle: number | null; band: 'KU' | 'C' | null }

export const SatelliteFields = ({ satellite, kept }: { satellite: Shown | null; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const present = sideOf(satellite?.angle ?? null)
  return (
    <>
      <Field
        name="name"
        label={t('lists:column.name')}
        hint={t('rule.label', { number: limits.otherNameCharacters })}
        defaultValue={kept.value('name', satellite?.name ?? '')}
        error={kept.error('name')}
        autoComplete="off"
        dir="auto"
      />
      <div className="form-row">
        <NumberField
          decimal
          name="angle"
          label={t('satellites.degrees')}
          defaultValue={kept.value('angle', present.degrees)}
          error={kept.error('angle')}
        />
        <SelectField
          name="side"
          label={t('satellites.side')}
          defaultValue={kept.value('side', present.side)}
          options={[
            { value: 'E', label: t('satellites.east') },
            { value: 'W', label: t('satellites.west') },
          ]}
        />
        <SelectField
          name="band"
          label={t('lists:channel.band')}
          defaultValue={kept.value('band', satellite?.band ?? (satellite === null ? 'KU' : ''))}
          error={kept.error('band')}
          options={[
            ...(satellite !== null && satellite.band === null ? [{ value: '', label: t('satellites.noBand') }] : []),
            { value: 'KU', label: 'KU' },
            { value: 'C', label: 'C' },
          ]}
        />
      </div>
    </>
  )
}
