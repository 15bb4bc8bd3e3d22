/** The end of a form: its button, and the link that leads away without sending it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from './button'
import type { IconName } from './icon'

export const CancelLink = ({ href }: { href: string }) => {
  const { t } = useTranslation()
  return (
    <ButtonLink variant="quiet" href={href}>
      {t('action.cancel')}
    </ButtonLink>
  )
}

/** `intent` tells the forms of a page apart. */
type FormActionsProps = { submit: ReactNode; icon?: IconName; intent?: string; wide?: boolean; cancelHref?: string }
export const FormActions = ({ submit, icon, intent, wide, cancelHref }: FormActionsProps) => (
  <div className="form-actions">
    <Button variant="primary" icon={icon} wide={wide} {...(intent !== undefined && { name: 'intent', value: intent })}>
      {submit}
    </Button>
    {cancelHref === undefined ? null : <CancelLink href={cancelHref} />}
  </div>
)
