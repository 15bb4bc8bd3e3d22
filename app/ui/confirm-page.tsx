/** A confirmation page before something irreversible: what will happen, yes, no. A double click counts once. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Crumb } from './breadcrumb'
import { Button, ButtonLink } from './button'
import { Card } from './card'
import { PageHead } from './page-head'

export type ConfirmPageProps = {
  title: ReactNode
  text: ReactNode
  confirm: ReactNode
  /** The way back, if it needs another label beside a "cancel" button. */
  keep?: ReactNode
  cancelHref: string
  crumbs?: readonly Crumb[]
  children?: ReactNode
}

export const ConfirmPage = ({ title, text, confirm, keep, cancelHref, crumbs, children }: ConfirmPageProps) => {
  const { t } = useTranslation()
  return (
    <div className="narrow">
      <PageHead title={title} crumbs={crumbs} />
      <Card>
        <form noValidate method="post" className="form" data-once="">
          <p>{text}</p>
          {children}
          <div className="form-actions">
            <Button variant="danger">{confirm}</Button>
            <ButtonLink variant="quiet" href={cancelHref}>
              {keep ?? t('action.cancel')}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  )
}
