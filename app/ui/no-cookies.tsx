/** Shown instead of the page after signing in, to a person whose browser refuses cookies. */
import { useTranslation } from 'react-i18next'
import { Notice } from './notice'

export const NoCookies = () => {
  const { t } = useTranslation('account')
  return (
    <Notice tone="bad" title={t('noCookies.title')}>
      <p>{t('noCookies.text')}</p>
    </Notice>
  )
}
