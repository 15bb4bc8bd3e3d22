/** The link to the messages, with the unread count: nothing at 0, 99+ above 99; the link's text contains the number. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { HeaderIcon } from './icon'

const maxShown = 99

export const UnreadBadge = ({ count, current }: { count: number; current: 'page' | undefined }) => {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <a className="top-link bell" href="/news" aria-current={current}>
      <HeaderIcon name="mail" />
      <span className="hidden-visually">{count > 0 ? t('nav.unread', { count }) : t('nav.messages')}</span>
      {count > 0 ? (
        <>
          {' '}
          {/* The number is styling: without styles only the words contain it. */}
          <bdi
            className="count"
            dir="ltr"
            aria-hidden="true"
            data-count={count > maxShown ? `${format.number(maxShown)}+` : format.number(count)}
          />
        </>
      ) : null}
    </a>
  )
}
