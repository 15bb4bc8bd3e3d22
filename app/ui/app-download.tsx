/**
 * The provider's apps: each with its address to open, to copy, and to scan from another screen. Shared by the page and
 * the dialog.
 */
import { useTranslation } from 'react-i18next'
import { ButtonLink } from './button'
import { CopyValue } from './copy-button'
import { EmptyState } from './empty-state'
import { Qr, type QrPath } from './qr'

export type AppLink = { kind: 'android' | 'ios' | 'payment' | 'paymentWeb'; address: string; qr: QrPath }

const AppCard = ({ kind, address, qr }: AppLink) => {
  const { t } = useTranslation('provider')
  const name = t(`app.${kind}.title`)
  return (
    <li className="app-card">
      <Qr qr={qr} label={t('app.qr', { name })} />
      <div className="stack stack-tight app-card-text">
        <h2>{name}</h2>
        <p className="muted">{t(`app.${kind}.text`)}</p>
        <div className="app-address">
          <CopyValue value={address} label={t('app.copy', { name })} />
          <ButtonLink
            href={address}
            target="_blank"
            rel="noopener noreferrer"
            icon="link"
            aria-label={t('app.openOf', { name })}
          >
            {t('app.open')}
          </ButtonLink>
        </div>
      </div>
    </li>
  )
}

export const AppDownload = ({ links }: { links: readonly AppLink[] }) => {
  const { t } = useTranslation('provider')
  if (links.length === 0)
    return (
      <EmptyState
        title={t('app.none.title')}
        text={t('app.none.text')}
        art="none"
        action={<ButtonLink href="/help/contact">{t('app.contact')}</ButtonLink>}
      />
    )
  return (
    <>
      <ul className="app-cards">
        {links.map((link) => (
          <AppCard key={link.kind} {...link} />
        ))}
      </ul>
      {links.length < 4 ? <p className="small muted">{t('app.some')}</p> : null}
    </>
  )
}
