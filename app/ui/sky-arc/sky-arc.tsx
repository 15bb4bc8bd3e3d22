/** The sky arc where its satellites change on the page: the layout is computed as it is drawn. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { drawSky } from './draw-sky'
import { SkyView, type SkyViewProps } from './sky-view'

export type { SkySatellite } from './sky-view'

export const SkyArc = (props: Omit<SkyViewProps, 'drawings'>) => {
  const { t } = useTranslation('lists')
  return <SkyView {...props} drawings={drawSky(props.satellites, props.chosen ?? null, t, useFormat())} />
}
