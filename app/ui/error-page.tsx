/** A page instead of a page: what happened, what it means, and the way on. */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button'
import { Card } from './card'
import { EmptyState } from './empty-state'

/** No answer came at all. */
export const noAnswer = 0

const kindOf = (status: number): 'network' | 'missing' | 'forbidden' | 'busy' | 'broken' => {
  if (status === noAnswer) return 'network'
  if (status === 404 || status === 410) return 'missing'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 429 || status === 503) return 'busy'
  return 'broken'
}

export const ErrorPage = ({ status, code }: { status: number; code: string | null }) => {
  const { t, i18n } = useTranslation(['common', 'errors'])
  const kind = kindOf(status)
  const text = code !== null && code !== 'A0404' && code !== 'A0500' && i18n.exists(`errors:${code}`) ? t(`errors:${code}`) : t(`error.${kind}.text`)
  return (
    <div className="narrow">
      <Card>
        <EmptyState
          level={1}
          title={kind === 'network' ? t('errors:network') : t(`error.${kind}.title`)}
          text={text}
          // The address is the page's own by now: it is asked for again.
          action={kind === 'network' ? <ButtonLink href="" variant="primary" data-reload="">{t('error.network.again')}</ButtonLink> : <ButtonLink href="/home" variant="primary" data-reload="">{t('error.home')}</ButtonLink>}
        />
      </Card>
    </div>
  )
}
