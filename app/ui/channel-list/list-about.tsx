/** What a list consists of and where it came from; shown in place of a selected channel's description. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolate } from './joined'

type ListAboutProps = {
  list: { dialect: string; version: string | null; encoding: string }
  channels: number
  satellites: number
  transponders: number
  children?: ReactNode
}

export const ListAbout = ({ list, channels, satellites, transponders, children }: ListAboutProps) => {
  const { t } = useTranslation('lists')
  return (
    <section className="stack">
      <h2 className="ins-title">{t('rail.about')}</h2>
      {children}
      <ul className="stack stack-tight small muted">
        <li>{t('channels.count', { count: channels })}</li>
        <li>{t('counts.satellites', { count: satellites })}</li>
        <li>{t('counts.transponders', { count: transponders })}</li>
        <li>
          {t('page.from', { format: isolate([t(`dialect.${list.dialect}`), list.version].filter(Boolean).join(' ')) })}
        </li>
      </ul>
    </section>
  )
}
