/** A list's satellites above its rows: the sky arc whose satellites filter the page, and their texts. */
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { useFormat } from '~/i18n/format'
import { angleText, plainSatelliteName, shortAngleText } from '~/ui/sky-arc/angle'
import { SkyArc } from '~/ui/sky-arc/sky-arc'
import { joined } from './joined'
import { listHref, placed, type ChannelFilter } from './query'

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

type SkyCardProps = {
  path: string
  filter: ChannelFilter
  sort: ViewSort | null
  satellites: readonly ShownSatellite[]
  channels: number
}

/** `channels`: of the whole list. Choosing a satellite again takes the filter away. */
export const SkyCard = ({ path, filter, sort, satellites, channels }: SkyCardProps) => {
  const { t } = useTranslation('lists')
  const hrefOf = (satellite: number | undefined): string =>
    placed(listHref(path, { ...filter, satellite, transponder: undefined }, { sort }))
  return (
    <section className="card sky-card" aria-label={t('satellite.label')}>
      <SkyArc
        label={t('satellite.label')}
        chosen={filter.satellite === undefined ? null : String(filter.satellite)}
        all={{ href: hrefOf(undefined), channels }}
        satellites={satellites
          .filter((entry) => entry.channels > 0)
          .map((entry) => ({
            key: String(entry.index),
            name: entry.name,
            angle: entry.angle,
            channels: entry.channels,
            href: hrefOf(entry.index === filter.satellite ? undefined : entry.index),
          }))}
      />
    </section>
  )
}
