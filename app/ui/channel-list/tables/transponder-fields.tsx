/** The fields of a transponder: frequency, polarisation, symbol rate, error correction, band. */
import { useTranslation } from 'react-i18next'
import { fecChoices, limits, polarisations } from '~/engine/types'
import { isolate } from '../joined'
import { KeptNumber, KeptSelect, type Kept } from './parts'

type Shown = {
  frequencyKHz: number | null
  polarisation: string | null
  symbolRate: number | null
  fec: string | null
  band?: string | null
}

export const TransponderFields = ({ transponder, kept }: { transponder: Shown | null; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const { frequencyKHz = null, fec = 'auto', band = null } = transponder ?? {}
  // A file may have a value that is not offered; it stays until another one is chosen.
  const own = fec !== null && !fecChoices.some((one) => one === fec) ? [{ value: '', label: isolate(fec) }] : []
  return (
    <>
      <div className="form-row">
        <KeptNumber
          decimal
          name="frequency"
          label={t('transponders.frequency')}
          hint={t('rule.range', { min: limits.frequencyMHz[0], max: limits.frequencyMHz[1] })}
          value={frequencyKHz === null ? null : frequencyKHz / 1000}
          kept={kept}
        />
        <KeptNumber
          name="symbolRate"
          label={t('transponders.symbolRate')}
          hint={t('rule.range', { min: limits.symbolRate[0], max: limits.symbolRate[1] })}
          value={transponder?.symbolRate}
          kept={kept}
        />
      </div>
      <div className="form-row">
        <KeptSelect
          name="polarisation"
          label={t('lists:channel.polarisation')}
          value={transponder?.polarisation ?? 'H'}
          kept={kept}
          options={polarisations.map((value) => ({ value, label: t(`lists:channel.pol.${value}`) }))}
        />
        <KeptSelect
          name="fec"
          label={t('lists:channel.fec')}
          value={own.length > 0 ? '' : (fec ?? 'auto')}
          kept={kept}
          options={[
            ...own,
            ...fecChoices.map((value) => ({ value, label: value === 'auto' ? t('transponders.auto') : value })),
          ]}
        />
        <KeptSelect
          id="field-transponder-band"
          name="band"
          label={t('lists:channel.band')}
          value={band ?? ''}
          kept={kept}
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
