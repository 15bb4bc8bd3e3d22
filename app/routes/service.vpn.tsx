/** The VPN client: whether it runs, where its app is, and how to sign in there. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { PageHead } from '~/ui/page-head'
import { Tag } from '~/ui/tag'
import { requireUser } from '~/request/caller.server'
import { getLanguage } from '~/request/language.server'
import { vpnView } from '~/web/service/vpn-view.server'
import { now } from '~/platform/clock.server'
import styles from '~/styles/service.css'

export const handle = { i18n: ['service'], title: 'service:vpn.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const language = await getLanguage(request, context)
  return json({ ...(await vpnView(user.userId, language, now())), userName: user.userName })
}

const Vpn = () => {
  const { t } = useTranslation('service')
  const format = useFormat()
  const { boxes, appLink, userName } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHead title={t('vpn.title')} lead={t('vpn.lead')} crumbs={[{ href: '/service', label: t('title') }]} />
      <div className="stack">
        <Card title={t('vpn.state')}>
          {boxes.length === 0 ? (
            <p>
              {t('noBox.title')} <a href="/terminal/bind">{t('noBox.bind')}</a>
            </p>
          ) : (
            <ul className="vpn-boxes">
              {boxes.map(({ sn, name, state, endsAt, renew }) => (
                <li key={sn}>
                  <span>
                    <bdi className="strong">{name}</bdi>{' '}
                    {state === null ? (
                      <Tag>{t('vpn.none')}</Tag>
                    ) : (
                      <Tag
                        tone={state === 'ended' ? 'bad' : state === 'running' || state === 'granted' ? 'ok' : 'quiet'}
                      >
                        {state === 'ended' && endsAt !== null
                          ? t('until.ended', { date: format.date(endsAt) })
                          : t(`state.${state}`)}
                      </Tag>
                    )}{' '}
                    {endsAt === null || state === 'ended' ? null : (
                      <span className="muted">{t('until.until', { date: format.date(endsAt) })}</span>
                    )}
                  </span>
                  {renew === null || state === 'granted' ? null : (
                    <ButtonLink href={renew}>
                      {t(state === null ? 'vpn.buy' : state === 'ended' ? 'renew.again' : 'renew.renew')}
                    </ButtonLink>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Card>
        <Card title={t('vpn.how')}>
          <ol>
            <li>
              {t('vpn.one')}{' '}
              {appLink === null ? <a href="/help/app">{t('vpn.apps')}</a> : <a href={appLink}>{t('vpn.app')}</a>}
            </li>
            <li>
              {t('vpn.two')} <bdi className="strong">{userName}</bdi>
            </li>
            <li>{t('vpn.three')}</li>
          </ol>
          <p className="space-above">
            <a href="/help/vpn">{t('vpn.guide')}</a>
          </p>
        </Card>
      </div>
    </div>
  )
}
export default Vpn
