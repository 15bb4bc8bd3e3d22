/**
 * APP Download: the provider's apps with their addresses and QR codes. With scripts, the same opens as a dialog over
 * any page.
 */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/provider.css'
import { AppDownload } from '~/ui/app-download'
import { Card } from '~/ui/card'
import { PageHead } from '~/ui/page-head'
import { findAppLinks } from '~/web/help/app-link.server'

export const handle = {
  i18n: ['provider'],
  title: 'provider:app.title',
  description: 'provider:app.lead',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = ({ context }: LoaderFunctionArgs) => json({ apps: findAppLinks(context.origin) })

const AppPage = () => {
  const { t } = useTranslation('provider')
  const { apps } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={t('app.title')}
        lead={apps.length > 0 ? t('app.lead') : undefined}
        crumbs={[{ href: '/help', label: t('help') }]}
      />
      <Card>
        <AppDownload links={apps} />
      </Card>
    </>
  )
}
export default AppPage
