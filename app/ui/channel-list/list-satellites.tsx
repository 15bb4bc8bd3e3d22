/** The texts of a list's satellites. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { angleText, plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'
import { joined } from './joined'

export type ShownSatellite = { index: number; name: string; angle: number | null; channels: number }

/** The satellites' names and angles as rows show them, by index, and as a choice names them. */
export const useSatelliteTexts = (satellites: readonly ShownSatellite[]) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const named = satellites.map((entry) => ({
    ...entry,
    name: plainSatelliteName(entry.name) || t('satellite.unnamed'),
  }))
  return {
    byIndex: new Map(named.map(({ index, name, angle }) => [index, { name, angle: shortAngleText(angle, t, format) }])),
    choices: named.map(({ index, name, angle }) => ({
      value: String(index),
      label: joined([name, angleText(angle, t, format)]),
    })),
  }
}
