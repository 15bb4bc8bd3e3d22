/** What a person is told whose browser refuses cookies, instead of the page that they signed in for. */
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
