/** The ten recovery codes, shown once: to print or to write down. */
import { json, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { requireUser } from '~/request/caller.server'
import { takeRecoveryCodes } from '~/web/account/recovery-codes.server'

export const handle = { i18n: ['account'], title: 'account:recovery.title' } satisfies RouteHandle

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const { codes, header } = takeRecoveryCodes(request, context, user.userId)
  return json({ codes }, { headers: { 'set-cookie': header } })
}

const RecoveryCodes = () => {
  const { t } = useTranslation('account')
  const { codes } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHead
        title={t('recovery.title')}
        lead={codes === null ? undefined : t('recovery.lead')}
        crumbs={[
          { href: '/personal', label: t('personal.title') },
          { href: '/personal/authenticator', label: t('authenticator.title') },
        ]}
      />
      {codes === null ? (
        <Notice tone="info">{t('recovery.gone')}</Notice>
      ) : (
        <Card>
          <div className="stack">
            <ul className="recovery-codes">
              {codes.map((code) => (
                <li key={code}>
                  <bdi className="code strong" dir="ltr">
                    {code}
                  </bdi>
                </li>
              ))}
            </ul>
          </div>
        </Card>
      )}
      <div className="form-actions">
        {codes === null ? (
          <ButtonLink href="/personal/authenticator/renew">{t('authenticator.renew')}</ButtonLink>
        ) : (
          <ButtonLink variant="primary" href="/personal">
            {t('recovery.done')}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
export default RecoveryCodes
