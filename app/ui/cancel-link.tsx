/** Leads away from a form without sending it. */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button'

export const CancelLink = ({ href }: { href: string }) => {
  const { t } = useTranslation()
  return (
    <ButtonLink variant="quiet" href={href}>
      {t('action.cancel')}
    </ButtonLink>
  )
}
