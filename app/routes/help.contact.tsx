/**
 * Contact Us: how to reach the provider, and what to have at hand; a signed-in customer can start from one of their
 * boxes.
 */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { listBoxes } from '~/modules/device/device.server'
import styles from '~/styles/provider.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { SerialNumber } from '~/ui/code'
import { PageHead } from '~/ui/page-head'
import { findUser } from '~/request/caller.server'
import { findContact } from '~/modules/provider/provider.server'

export const handle = {
  i18n: ['provider'],
  title: 'provider:contact.title',
  description: 'provider:contact.lead',
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/** More boxes than this would make the page a list of boxes; Terminal shows all of them. */
const maxBoxesShown = 10

type ContactBox = { sn: string; name: string; softwareVersion: string | null }

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const contact = findContact(context.origin)
  const user = await findUser(request, context)
  const boxes = user === null ? [] : (await listBoxes(user.userId)).slice(0, maxBoxesShown)
  return json({
    contact,
    boxes: boxes.map(({ sn, nickname, model, softwareVersion }): ContactBox => ({
      sn,
      name: nickname ?? (model || sn),
      softwareVersion,
    })),
  })
}

const Way = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="stack stack-tight contact-way">
    <h2>{name}</h2>
    {children}
  </div>
)

const Ways = ({ contact }: { contact: ReturnType<typeof findContact> }) => {
  const { t } = useTranslation('provider')
  const { email, phone, site, post } = contact
  return (
    <div className="stack stack-wide">
      <Way name={t('contact.portal.title')}>
        <p>{t('contact.portal.text')}</p>
        <div className="form-actions no-print">
          <ButtonLink variant="primary" href="/news/feedback/new">
            {t('contact.portal.link')}
          </ButtonLink>
        </div>
      </Way>
      <Way name={t('contact.email')}>
        {email === null ? (
          <p>{t('contact.noEmail')}</p>
        ) : (
          <p>
            <a href={`mailto:${email}`}>
              <bdi dir="ltr">{email}</bdi>
            </a>
          </p>
        )}
      </Way>
      {phone === null ? null : (
        <Way name={t('contact.phone')}>
          <p>
            <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
              <bdi dir="ltr">{phone}</bdi>
            </a>
          </p>
        </Way>
      )}
      {site === null ? null : (
        <Way name={t('contact.site')}>
          <p>
            <a href={site}>
              <bdi dir="ltr">{site.replace(/^https?:\/\//, '')}</bdi>
            </a>
          </p>
        </Way>
      )}
      {post === null ? null : (
        <Way name={t('contact.post')}>
          <address>
            {post.map((line) => (
              <bdi key={line}>{line}</bdi>
            ))}
          </address>
        </Way>
      )}
    </div>
  )
}

const Boxes = ({ boxes }: { boxes: readonly ContactBox[] }) => {
  const { t } = useTranslation(['provider', 'common'])
  return (
    <Card title={t('provider:contact.boxes.title')}>
      <p className="muted">{t('provider:contact.boxes.text')}</p>
      <ul className="contact-boxes">
        {boxes.map((box) => (
          <li key={box.sn}>
            <div className="stack stack-tight">
              <h3>
                <bdi>{box.name}</bdi>
              </h3>
              <p className="small muted">
                {t('common:label', { label: t('provider:contact.sn') })} <SerialNumber sn={box.sn} />
              </p>
              <p className="small muted">
                {t('common:label', { label: t('provider:contact.software') })}{' '}
                {box.softwareVersion === null ? t('provider:contact.boxes.unknown') : <bdi>{box.softwareVersion}</bdi>}
              </p>
            </div>
            <ButtonLink className="no-print" href={`/news/feedback/new?sn=${box.sn}`}>
              {t('provider:contact.boxes.ask')}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const ContactPage = () => {
  const { t } = useTranslation('provider')
  const { contact, boxes } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('contact.title')} lead={t('contact.lead')} crumbs={[{ href: '/help', label: t('help') }]} />
      <div className="aside">
        <div className="stack">
          <Card>
            <Ways contact={contact} />
          </Card>
          {boxes.length > 0 ? <Boxes boxes={boxes} /> : null}
        </div>
        <div className="stack">
          <Card title={t('contact.have.title')}>
            <ul className="marked at-hand">
              {(['sn', 'software', 'what', 'picture'] as const).map((key) => (
                <li key={key}>{t(`contact.have.${key}`)}</li>
              ))}
            </ul>
            <p className="space-above strong">{t('contact.have.never')}</p>
          </Card>
          <Card title={t('contact.more.title')} className="no-print">
            <ul className="link-list">
              <li>
                <a href="/help">{t('contact.more.guides')}</a>
              </li>
              <li>
                <a href="/help/instructions">{t('contact.more.manuals')}</a>
              </li>
            </ul>
          </Card>
        </div>
      </div>
    </>
  )
}
export default ContactPage
