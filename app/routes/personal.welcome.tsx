/**
 * Right after registration: asks for an e-mail address or a phone, to recover a forgotten password. It can be skipped.
 */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'

export const handle = { i18n: ['account'], title: 'account:welcome.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  await requireUser(request, context)
  return json(null)
}

const Welcome = () => {
  const { t } = useTranslation('account')
  return (
    <div className="narrow">
      <PageHead title={t('welcome.title')} lead={t('welcome.lead')} />
      <div className="cols cols-wide">
        <Card title={t('email.label')}>
          <div className="stack">
            <p className="muted">{t('welcome.email')}</p>
            <div className="row">
              <ButtonLink href="/personal/contact/email" variant="primary">
                {t('contact.addEmail')}
              </ButtonLink>
            </div>
          </div>
        </Card>
        <Card title={t('phone.label')}>
          <div className="stack">
            <p className="muted">{t('welcome.phone')}</p>
            <div className="row">
              <ButtonLink href="/personal/contact/phone">{t('contact.addPhone')}</ButtonLink>
            </div>
          </div>
        </Card>
      </div>
      <p className="center">
        <a href="/home">{t('welcome.skip')}</a>
      </p>
    </div>
  )
}
export default Welcome
