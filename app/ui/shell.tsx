/**
 * The header with its tabs, messages, language and account menus, the page, and the footer. It works as plain HTML. On
 * a phone the less frequent links (the app, help, registering) are in the last menu.
 */
import { useLocation } from '@remix-run/react'
import { Fragment, type ReactNode, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, parseLanguage } from '~/i18n/languages'
import { HeaderIcon, Icon, type IconName } from './icon'
import { Logo } from './logo'
import { Menu } from './menu'
import { UnreadBadge } from './unread-badge'
import { VisuallyHidden } from './visually-hidden'

type ShellBrand = {
  id: string
  name: string
  stylesheet: string | null
  themeColours: { light: string; dark: string }
  contact: { email: string | null; site: string | null }
}
export type ShellData = { brand: ShellBrand; user: { id: string; name: string } | null }

/** On a phone each tab has its icon above its name, and the longest name, Services, is shortened to one word. */
const tabs = [
  { href: '/home', key: 'nav.home', icon: 'home' },
  { href: '/terminal', key: 'nav.terminal', icon: 'box' },
  { href: '/service', key: 'nav.services', icon: 'cloud' },
  { href: '/order', key: 'nav.orders', icon: 'receipt' },
  { href: '/features', key: 'nav.features', icon: 'satellite' },
] as const

const appPage = '/help/app'
const legalPages = [
  { href: '/help/contact', key: 'foot.contact' },
  { href: '/userAgreement', key: 'foot.agreement' },
  { href: '/privacy', key: 'foot.privacy' },
] as const

const useHere = () => {
  const { pathname } = useLocation()
  const isIn = (href: string) => pathname === href || pathname.startsWith(`${href}/`)
  /** The aria-current of a link to the open page. */
  const current = (href: string) => (isIn(href) ? ('page' as const) : undefined)
  // The app's page and the contacts have their own links beside Help's.
  const inHelp = isIn('/help') && !isIn(appPage) && !isIn('/help/contact') ? ('page' as const) : undefined
  return { pathname, current, inHelp }
}

const LanguageMenu = () => {
  const { t, i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const current = parseLanguage(i18n.language)
  const currentName = languages.find((language) => language.tag === current)?.name ?? ''
  return (
    <Menu
      className="top-link"
      label={
        <>
          <HeaderIcon name="globe" />
          <span className="hide-m">{currentName}</span>
          <VisuallyHidden>{t('language.choose')}</VisuallyHidden>
        </>
      }
    >
      {/* A form of buttons: one click chooses, with or without scripts. The page is reloaded in the new language. */}
      <form noValidate method="post" action="/language" data-reload="" aria-label={t('language.choose')}>
        <input type="hidden" name="returnTo" value={pathname + search} />
        {languages.map((language) => (
          <Fragment key={language.code}>
            {' '}
            <button
              className="menu-item"
              name="language"
              value={language.code}
              lang={language.tag}
              aria-current={language.tag === current ? 'true' : undefined}
            >
              <span className="menu-mark">{language.tag === current ? <Icon name="check" /> : null}</span>
              <bdi>{language.name}</bdi>
            </button>
          </Fragment>
        ))}
      </form>
    </Menu>
  )
}

const MenuLink = ({
  href,
  icon,
  text,
  current,
  app,
}: {
  href: string
  icon: IconName
  text: string
  current: 'page' | undefined
  app?: true
}) => (
  <li>
    <a className="menu-item" href={href} aria-current={current} data-app-download={app ? '' : undefined}>
      <Icon name={icon} />
      {text}
    </a>
  </li>
)

/** The app and help links, if the header has no room for them. */
const MoreLinks = () => {
  const { t } = useTranslation()
  const { current, inHelp } = useHere()
  return (
    <>
      <MenuLink href={appPage} icon="phone" text={t('nav.app')} current={current(appPage)} app />
      <MenuLink href="/help" icon="help" text={t('nav.help')} current={inHelp} />
    </>
  )
}

const AccountMenu = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation()
  const { current } = useHere()
  return (
    <Menu
      className="top-link"
      label={
        <>
          <HeaderIcon name="user" />
          <bdi className="top-name hide-m">{name}</bdi>
          <VisuallyHidden>{t('account.menu')}</VisuallyHidden>
          <Icon name="down" className="hide-m" />
        </>
      }
    >
      <p className="menu-note">
        {t('account.signedInAs')} <bdi className="strong">{name}</bdi>
      </p>
      <ul className="menu-links">
        <MenuLink href="/personal" icon="user" text={t('nav.personal')} current={current('/personal')} />
        <MenuLink href="/wallet" icon="wallet" text={t('nav.wallet')} current={current('/wallet')} />
      </ul>
      <ul className="menu-links only-s">
        <MoreLinks />
      </ul>
      <hr className="menu-line" />
      <form noValidate method="post" action="/logout" data-exit={id} data-reload="">
        <button className="menu-item">
          <Icon name="exit" />
          {t('action.exit')}
        </button>
      </form>
    </Menu>
  )
}

/** A visitor's links; on a phone all except Sign in are in a menu. */
const VisitorLinks = () => {
  const { t } = useTranslation()
  const { current } = useHere()
  return (
    <>
      <li>
        <a className="top-link" href="/login" aria-current={current('/login')}>
          {t('nav.signIn')}
        </a>
      </li>
      <li className="hide-s">
        <a className="top-link top-outline" href="/register" aria-current={current('/register')}>
          {t('nav.register')}
        </a>
      </li>
      <li className="only-s">
        <Menu
          className="top-link"
          label={
            <>
              <HeaderIcon name="menu" />
              <span className="hidden-visually">{t('nav.more')}</span>
            </>
          }
        >
          <ul className="menu-links">
            <MenuLink href="/home" icon="home" text={t('nav.home')} current={current('/home')} />
            <MenuLink href="/register" icon="user" text={t('nav.register')} current={current('/register')} />
            <MoreLinks />
          </ul>
        </Menu>
      </li>
    </>
  )
}

export type ShellProps = {
  brand: ShellData['brand'] | null
  user: ShellData['user']
  /** Unread messages and replies; shown to users only. */
  unread?: number
  mainRef?: RefObject<HTMLElement>
  messages?: ReactNode
  children: ReactNode
}

export const Shell = ({ brand, user, unread = 0, mainRef, messages, children }: ShellProps) => {
  const { t } = useTranslation()
  const { current, inHelp, pathname } = useHere()
  const name = brand?.name ?? 'Mango Portal'
  return (
    <div className="frame" id="top">
      <a className="skip hidden-visually" href="#main">
        {t('nav.skip')}
      </a>
      <header className="top">
        <div className={user === null ? 'top-inner top-visitor' : 'top-inner'}>
          <a className="brand" href={pathname === '/home' ? '#top' : '/home'} aria-label={`${name} – ${t('nav.home')}`}>
            <Logo />
            <span>{name}</span>
          </a>
          <nav className="tabs" aria-label={t('nav.main')}>
            <ul>
              {tabs
                .filter(({ icon }) => user !== null || icon === 'home')
                .map((tab) => (
                  <li key={tab.href}>
                    <a href={tab.href} aria-current={current(tab.href)} aria-label={t(tab.key)}>
                      <Icon name={tab.icon} className="only-s" />
                      {/* The short word is styling: without styles a tab has one name. */}
                      {tab.icon === 'cloud' ? (
                        <span className="tab-short" data-words={t('nav.servicesShort')}>
                          {t(tab.key)}
                        </span>
                      ) : (
                        t(tab.key)
                      )}
                    </a>
                  </li>
                ))}
            </ul>
          </nav>
          <ul className="top-end">
            <li className="hide-s">
              <a className="top-link" href={appPage} aria-current={current(appPage)} data-app-download="">
                <Icon name="phone" />
                <span className="short-m">{t('nav.app')}</span>
              </a>
            </li>
            <li className="hide-s">
              <a className="top-link" href="/help" aria-current={inHelp}>
                <Icon name="help" />
                <span className="short-m">{t('nav.help')}</span>
              </a>
            </li>
            {user ? (
              <li>
                <UnreadBadge count={unread} current={current('/news')} />
              </li>
            ) : null}
            <li>
              <LanguageMenu />
            </li>
            {user ? (
              <li>
                <AccountMenu {...user} />
              </li>
            ) : (
              <VisitorLinks />
            )}
          </ul>
        </div>
      </header>
      {/* Identifies whose content this is: during a client navigation the address changes first. */}
      <main id="main" tabIndex={-1} ref={mainRef} className="page" data-path={pathname}>
        {messages}
        {children}
      </main>
      <footer className="foot" id="foot">
        <div className="foot-inner">
          <p className="foot-line">{t('foot.tagline', { name })}</p>
          <nav className="foot-links" aria-label={t('nav.service')}>
            <ul>
              <li>
                <a href="/help" aria-current={inHelp}>
                  {t('nav.help')}
                </a>
              </li>
              {legalPages.map(({ href, key }) => (
                <li key={href}>
                  <a href={href} aria-current={current(href)}>
                    {t(key)}
                  </a>
                </li>
              ))}
              {brand?.contact.email ? (
                <li>
                  <a href={`mailto:${brand.contact.email}`}>
                    <bdi dir="ltr">{brand.contact.email}</bdi>
                  </a>
                </li>
              ) : null}
            </ul>
          </nav>
        </div>
      </footer>
    </div>
  )
}
