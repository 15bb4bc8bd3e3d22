/** The header with its tabs, language and account menus, the page between, and the footer. Works as plain HTML. */
import { useLocation } from '@remix-run/react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, parseLanguage } from '~/i18n/languages'
import { Icon } from './icon'
import { Logo } from './logo'
import { Menu } from './menu'

type ShellBrand = { id: string; name: string; stylesheet: string | null; themeColours: { light: string; dark: string }; contact: { email: string | null; site: string | null } }
export type ShellData = { brand: ShellBrand; user: { id: string; name: string } | null }

const tabs = [
  { href: '/home', key: 'nav.home', signedIn: false },
  { href: '/terminal', key: 'nav.terminal', signedIn: true },
  { href: '/features', key: 'nav.features', signedIn: true },
] as const

const useHere = () => {
  const { pathname } = useLocation()
  return { pathname, isIn: (href: string) => pathname === href || pathname.startsWith(`${href}/`) }
}

const LanguageMenu = () => {
  const { t, i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const current = parseLanguage(i18n.language)
  const currentName = languages.find(language => language.tag === current)?.name ?? ''
  return (
    <Menu className="top-link" label={<><Icon name="globe" /><span className="hide-s">{currentName}</span><span className="hidden-visually">{t('language.choose')}</span></>}>
      {/* A form of buttons: one press chooses, with or without scripts. The page comes anew in its language. */}
      <form method="post" action="/language" data-reload="" aria-label={t('language.choose')}>
        <input type="hidden" name="returnTo" value={pathname + search} />
        {languages.map(language => (
          <button key={language.code} className="menu-item" name="language" value={language.code} lang={language.tag} aria-current={language.tag === current ? 'true' : undefined}>
            <span className="menu-mark">{language.tag === current ? <Icon name="check" /> : null}</span>
            <bdi>{language.name}</bdi>
          </button>
        ))}
      </form>
    </Menu>
  )
}

const AccountMenu = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation()
  const { isIn } = useHere()
  return (
    <Menu className="top-link" label={<><Icon name="user" /><bdi className="top-name hide-s">{name}</bdi><span className="hidden-visually">{t('account.menu')}</span><Icon name="down" className="hide-s" /></>}>
      <p className="menu-note">{t('account.signedInAs')} <bdi className="strong">{name}</bdi></p>
      <a className="menu-item" href="/personal" aria-current={isIn('/personal') ? 'page' : undefined}><Icon name="user" />{t('nav.personal')}</a>
      <hr className="menu-line" />
      <form method="post" action="/logout" data-exit={id} data-reload="">
        <button className="menu-item"><Icon name="exit" />{t('action.exit')}</button>
      </form>
    </Menu>
  )
}

export type ShellProps = { brand: ShellData['brand'] | null; user: ShellData['user']; mainRef?: RefObject<HTMLElement>; messages?: ReactNode; children: ReactNode }

export const Shell = ({ brand, user, mainRef, messages, children }: ShellProps) => {
  const { t } = useTranslation()
  const { isIn, pathname } = useHere()
  const name = brand?.name ?? 'Mango Portal'
  return (
    <div className="frame">
      <a className="skip hidden-visually" href="#main">{t('nav.skip')}</a>
      <header className="top">
        <div className="top-inner">
          <a className="brand" href={pathname === '/home' ? '#top' : '/home'} aria-label={`${name}, ${t('nav.home')}`}><Logo /><span>{name}</span></a>
          <nav className="tabs" aria-label={t('nav.main')}>
            {tabs.filter(tab => user !== null || !tab.signedIn).map(tab => (
              <a key={tab.href} href={tab.href} aria-current={isIn(tab.href) ? 'page' : undefined}>{t(tab.key)}</a>
            ))}
          </nav>
          <div className="top-end">
            <LanguageMenu />
            {user ? <AccountMenu {...user} /> : (
              <>
                <a className="top-link" href="/login" aria-current={isIn('/login') ? 'page' : undefined}>{t('nav.signIn')}</a>
                <a className="top-link top-outline hide-s" href="/register" aria-current={isIn('/register') ? 'page' : undefined}>{t('nav.register')}</a>
              </>
            )}
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} ref={mainRef} className="page">
        {messages}
        {children}
      </main>
      <footer className="foot" id="foot">
        <div className="foot-inner">
          <span>{t('foot.tagline', { name })}</span>
          {brand?.contact.email ? <a href={`mailto:${brand.contact.email}`}><bdi dir="ltr">{brand.contact.email}</bdi></a> : null}
        </div>
      </footer>
    </div>
  )
}
