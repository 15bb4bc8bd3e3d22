/** Home for a visitor: what the portal is, how it works in three steps, a look at the editor, and the ways to ask. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from '@remix-run/react'
import { defaultLanguage, directionOf, languages, parseLanguage } from '~/i18n/languages'
import { ButtonLink } from '../button'
import { Icon, type IconName } from '../icon'
import { Notice } from '../notice'
import art from './art.svg'
import { EditorPicture } from './editor-picture'
import night from './night.svg'

const steps = ['read', 'order', 'load'] as const
const reasons = [
  ['safe', 'history'],
  ['exact', 'shield'],
  ['old', 'phone'],
] as const satisfies readonly (readonly [string, IconName])[]
const guides = [
  ['/help/editor', 'help.editor', 'list'],
  ['/help/box-settings', 'help.box', 'box'],
  ['/help', 'help.all', 'help'],
  ['/help/contact', 'help.contact', 'mail'],
] as const satisfies readonly (readonly [string, string, IconName])[]

/** Each language under its own name; a click shows the page in it. */
const LanguageChoice = () => {
  const { t, i18n } = useTranslation(['home', 'common'])
  const { pathname, search } = useLocation()
  const current = parseLanguage(i18n.language)
  return (
    <form
      noValidate
      method="post"
      action="/language"
      data-reload=""
      className="row tongue-choice"
      aria-label={t('common:language.choose')}
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      {languages.map((language) => (
        <Fragment key={language.code}>
          {' '}
          <button
            className="tongue"
            name="language"
            value={language.code}
            lang={language.tag}
            aria-current={language.tag === current ? 'true' : undefined}
          >
            <bdi>{language.name}</bdi>
          </button>
        </Fragment>
      ))}
    </form>
  )
}

/** A step's drawing. Its motion follows the reading direction; letters and marks stay. */
const PointArt = ({ step }: { step: (typeof steps)[number] }) => {
  const { i18n } = useTranslation()
  const turns = directionOf(parseLanguage(i18n.language) ?? defaultLanguage) === 'rtl' && step !== 'load'
  return (
    <svg className="point-art" viewBox="0 0 240 120" width="240" height="120" aria-hidden="true">
      <use href={`${art}#${step}`} transform={turns ? 'translate(240) scale(-1 1)' : undefined} />
      {step === 'read' ? <use href={`${art}#letters`} x={turns ? -136 : 0} /> : null}
    </svg>
  )
}

export const VisitorHome = ({ returning }: { returning: boolean }) => {
  const { t } = useTranslation(['home', 'account'])
  return (
    <>
      {returning ? (
        <Notice tone="info">
          <a href="/login">{t('account:login.returning')}</a>
        </Notice>
      ) : null}
      <section className="hero">
        <div className="hero-text">
          <h1>{t('hero.title')}</h1>
          <p>{t('hero.text')}</p>
          <div className="row">
            <ButtonLink href={returning ? '/login' : '/register'} variant="primary">
              {returning ? t('hero.signIn') : t('hero.register')}
            </ButtonLink>
            <ButtonLink href={returning ? '/register' : '/login'} className="on-night">
              {returning ? t('hero.register') : t('hero.signIn')}
            </ButtonLink>
          </div>
        </div>
        <img className="night-art" src={night} alt={t('hero.picture')} />
      </section>
      <section className="stack visit" aria-labelledby="visit-how">
        <h2 id="visit-how">{t('how.title')}</h2>
        <ol className="points">
          {steps.map((key) => (
            <li key={key} className="card point">
              <PointArt step={key} />
              <h3>{t(`point.${key}.title`)}</h3>
              <p>{t(`point.${key}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
      <section className="stack visit show" aria-labelledby="visit-show">
        <div className="stack">
          <h2 id="visit-show">{t('show.title')}</h2>
          <p className="show-text">{t('show.text')}</p>
          <ul className="reasons">
            {reasons.map(([key, icon]) => (
              <li key={key}>
                <Icon name={icon} />
                <div>
                  <h3>{t(`why.${key}.title`)}</h3>
                  <p>{t(`why.${key}.text`)}</p>
                </div>
              </li>
            ))}
          </ul>
        </div>
        <EditorPicture />
      </section>
      <section className="stack visit tongues no-print" aria-labelledby="visit-languages">
        <div>
          <h2 id="visit-languages">{t('why.languages.title')}</h2>
          <p>{t('why.languages.text')}</p>
        </div>
        <LanguageChoice />
      </section>
      <section className="stack visit" aria-labelledby="visit-help">
        <div>
          <h2 id="visit-help">{t('help.title')}</h2>
          <p className="muted">{t('help.text')}</p>
        </div>
        <ul className="asks no-print">
          {guides.map(([href, key, icon]) => (
            <li key={href}>
              <a href={href}>
                <Icon name={icon} />
                <span>{t(key)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
