/** Until when a box has a service. Texts are in the namespace `service`. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { BoxServiceLine, EndView } from './view'

export const ServiceUntil = ({ line }: { line: Pick<BoxServiceLine, 'state' | 'startsAt' | 'endsAt'> }) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  if (line.endsAt === null) return <>{t('until.open')}</>
  const date = format.date(line.endsAt)
  if (line.state === 'coming' && line.startsAt !== null)
    return <>{t('until.coming', { from: format.date(line.startsAt), date })}</>
  return <>{t(line.state === 'ended' ? 'until.ended' : 'until.until', { date })}</>
}

/** The ends in words, each with the names of the services that end then. */
export const useEnds = (): ((ends: readonly EndView[]) => string[]) => {
  const { t } = useTranslation('service')
  const format = useFormat()
  return (ends) =>
    ends.map(({ names, endsAt }) => t('until.of', { names: format.list(names), date: format.date(endsAt) }))
}
