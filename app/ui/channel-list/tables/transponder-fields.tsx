/** The fields of a transponder: frequency, polarisation, symbol rate, error correction, band. */
import { useTranslation } from 'react-i18next'
import { fecChoices, limits, polarisations } from '~/engine/types'
import { SelectField } from '~/ui/field'
import { NumberField } from '~/ui/number-field'
import { isolate } from '../joined'
import type { Kept } from './parts'

type Shown = {
  frequencyKHz: number | null
  polarisation: string | null
  symbolRate: number | null
  fec: string | null
  band?: string | null
}

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

export const TransponderFields = ({ transponder, kept }: { transponder: Shown | null; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const { frequencyKHz = null, fec = 'auto', band = null } = transponder ?? {}
  // A file may have a value that is not offered; it stays until another one is chosen.
  const own = fec !== null && !fecChoices.some((one) => one === fec) ? [{ value: '', label: isolate(fec) }] : []
  return (
    <>
      <div className="form-row">
        <NumberField
          decimal
          name="frequency"
          label={t('transponders.frequency')}
          hint={t('rule.range', { min: limits.frequencyMHz[0], max: limits.frequencyMHz[1] })}
          defaultValue={kept.value('frequency', textOf(frequencyKHz === null ? null : frequencyKHz / 1000))}
          error={kept.error('frequency')}
        />
        <NumberField
          name="symbolRate"
          label={t('transponders.symbolRate')}
          hint={t('rule.range', { min: limits.symbolRate[0], max: limits.symbolRate[1] })}
          defaultValue={kept.value('symbolRate', textOf(transponder?.symbolRate))}
          error={kept.error('symbolRate')}
        />
      </div>
      <div className="form-row">
        <SelectField
          name="polarisation"
          label={t('lists:channel.polarisation')}
          defaultValue={kept.value('polarisation', transponder?.polarisation ?? 'H')}
          error={kept.error('polarisation')}
          options={polarisations.map((value) => ({ value, label: t(`lists:channel.pol.${value}`) }))}
        />
        <SelectField
          name="fec"
          label={t('lists:channel.fec')}
          defaultValue={kept.value('fec', own.length > 0 ? '' : (fec ?? 'auto'))}
          options={[
            ...own,
            ...fecChoices.map((value) => ({ value, label: value === 'auto' ? t('transponders.auto') : value })),
          ]}
        />
        <SelectField
          id="field-transponder-band"
          name="band"
          label={t('lists:channel.band')}
          defaultValue={kept.value('band', band ?? '')}
          options={[
            { value: '', label: t('transponders.bandOfSatellite') },
            { value: 'KU', label: 'KU' },
            { value: 'C', label: 'C' },
          ]}
        />
      </div>
    </>
  )
}
