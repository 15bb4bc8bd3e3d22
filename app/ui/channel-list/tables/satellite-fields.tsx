/** The fields of a satellite: its name, its position in degrees with its side, its band. */
import { useTranslation } from 'react-i18next'
import { sideOf } from './angle'
import { EntryNameField, KeptNumber, KeptSelect, type Kept } from './parts'

type Shown = { name: string; angle: number | null; band: 'KU' | 'C' | null }

export const SatelliteFields = ({ satellite, kept }: { satellite: Shown | null; kept: Kept }) => {
  const { t } = useTranslation(['tables', 'lists'])
  const present = sideOf(satellite?.angle ?? null)
  return (
    <>
      <EntryNameField kept={kept} present={satellite?.name ?? ''} />
      <div className="form-row">
        <KeptNumber decimal name="angle" label={t('satellites.degrees')} value={present.degrees} kept={kept} />
        <KeptSelect
          name="side"
          label={t('satellites.side')}
          value={present.side}
          kept={kept}
          options={[
            { value: 'E', label: t('satellites.east') },
            { value: 'W', label: t('satellites.west') },
          ]}
        />
        <KeptSelect
          name="band"
          label={t('lists:channel.band')}
          value={satellite?.band ?? (satellite === null ? 'KU' : '')}
          kept={kept}
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
