/** The error page: what happened, what it means, and where to go next. */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button'
import { DishArt } from './empty-art'

/** The status if there is no answer at all. */
export const noAnswer = 0

type Kind = 'network' | 'missing' | 'forbidden' | 'method' | 'busy' | 'broken'

const kindOf = (status: number): Kind => {
  if (status === noAnswer) return 'network'
  if (status === 405) return 'method'
  if (status === 404 || status === 410) return 'missing'
  if (status === 401 || status === 403) return 'forbidden'
  if (status === 429 || status === 503) return 'busy'
  return 'broken'
}

/** The key of the page's heading and title. */
export const errorTitleKey = (status: number): string => {
  const kind = kindOf(status)
  return kind === 'network' ? 'errors:network' : `common:error.${kind}.title`
}

/**
 * The drawings are in a file outside the scripts. Without a network it may not load, so that page uses the dish,
 * which the scripts contain.
 */
const ErrorArt = ({ kind }: { kind: Kind }) =>
  kind === 'network' ? (
    <DishArt />
  ) : (
    <svg className="error-art" viewBox="0 0 240 132" width="240" height="132" aria-hidden="true" focusable="false">
      <use href={`/icons/errors.svg#${kind}`} />
    </svg>
  )

export const ErrorPage = ({
  status,
  code,
  context = null,
}: {
  status: number
  code: string | null
  context?: string | null
}) => {
  const { t, i18n } = useTranslation(['common', 'errors'])
  const kind = kindOf(status)
  // For a missing or broken page, the page's own text says more than the code's, unless the missing thing is known.
  const saysMore =
    code !== null && ((code !== 'A0404' && code !== 'A0500') || context !== null) && i18n.exists(`errors:${code}`)
  const text = saysMore ? t(`errors:${code}`, context === null ? {} : { context }) : t(`error.${kind}.text`)
  return (
    <div className="error-page">
      <ErrorArt kind={kind} />
      <h1>{t(errorTitleKey(status))}</h1>
      <p>{text}</p>
      <div className="row">
        {/* The address is already the page's own, so it is requested again. */}
        {kind === 'network' ? (
          <ButtonLink href="" variant="primary" data-reload="">
            {t('error.network.again')}
          </ButtonLink>
        ) : (
          <ButtonLink href="/home" variant="primary" data-reload="">
            {t('error.home')}
          </ButtonLink>
        )}
        {kind === 'network' ? null : (
          <ButtonLink href="/help/contact" data-reload="">
            {t('foot.contact')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
