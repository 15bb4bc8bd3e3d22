/** The end of a form: its button, and the link that leads away without sending it. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink, type ButtonVariant } from './button'
import type { IconName } from './icon'

export const CancelLink = ({ href }: { href: string }) => {
  const { t } = useTranslation()
  return (
    <ButtonLink variant="quiet" href={href}>
      {t('action.cancel')}
    </ButtonLink>
  )
}

type FormActionsProps = {
  submit: ReactNode
  variant?: ButtonVariant
  icon?: IconName
  /** Tells the forms of a page apart. */
  intent?: string
  wide?: boolean
  cancelHref?: string
  /** Further buttons and links. */
  children?: ReactNode
}
export const FormActions = ({
  submit,
  variant = 'primary',
  icon,
  intent,
  wide,
  cancelHref,
  children,
}: FormActionsProps) => (
  <div className="form-actions">
    <Button variant={variant} icon={icon} wide={wide} {...(intent !== undefined && { name: 'intent', value: intent })}>
      {submit}
    </Button>{' '}
    {cancelHref === undefined ? null : <CancelLink href={cancelHref} />} {children}
  </div>
)
