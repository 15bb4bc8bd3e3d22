/** The countries that are restricted for AF-VIP, with their flags, and what that means. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import styles from '~/styles/provider.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Flag } from '~/ui/flag'
import { PageHead } from '~/ui/page-head'
import { getLanguage } from '~/request/language.server'
import { restrictedRegionsIn } from '~/web/help/region.server'

export const handle = {
  i18n: ['provider'],
  title: 'provider:regions.title',
  description: 'provider:regions.lead',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) =>
  json({ regions: restrictedRegionsIn(await getLanguage(request, context)) })

const RegionsPage = () => {
  const { t } = useTranslation('provider')
  const { regions } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('regions.title')} lead={t('regions.lead')} crumbs={[{ href: '/help', label: t('help') }]} />
      <div className="aside">
        <Card title={t('regions.list')}>
          <ul className="regions">
            {regions.map(({ code, name }) => (
              <li key={code}>
                <span className="flag-slot">
                  <Flag code={code} />
                </span>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t('regions.meaning.title')}>
          <div className="stack stack-tight">
            <p>{t('regions.meaning.africa')}</p>
            <p>{t('regions.meaning.list')}</p>
            <p>{t('regions.meaning.others')}</p>
            <p className="muted">{t('regions.meaning.ask')}</p>
            <div className="form-actions no-print">
              <ButtonLink href="/help/contact">{t('contact.title')}</ButtonLink>
            </div>
          </div>
        </Card>
      </div>
    </>
  )
}
export default RegionsPage
