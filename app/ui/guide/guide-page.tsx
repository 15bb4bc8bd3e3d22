/** A guide as a page: its contents, its sections in the table's order, links to more help and to the other guides. */
import { useId, type MouseEvent, type ReactNode, Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonLink } from '../button'
import { Contents } from '../contents'
import { Icon } from '../icon'
import { Notice } from '../notice'
import { PageHead } from '../page-head'
import { guidePath, guides, type DrawingName, type GuideName, type GuideSection, guideLinks } from './guides'
import { Code } from '../code'

/**
 * A sentence of a guide with its few marks: *screen text*, `a code`, [a link](by its name in the table). Marks instead
 * of markup keep the texts simple for translators and safe to show.
 */
const mark = /\*([^*]+)\*|`([^`]+)`|\[([^\]]+)\]\(([a-z-]+)\)/g

const isLink = (name: string | undefined): name is keyof typeof guideLinks =>
  name !== undefined && Object.hasOwn(guideLinks, name)

const markOf = ([whole, screen, code, link, name]: RegExpMatchArray): ReactNode => {
  if (screen !== undefined) return <strong className="guide-screen">{screen}</strong>
  if (code !== undefined) return <Code>{code}</Code>
  return isLink(name) ? <a href={guideLinks[name]}>{link}</a> : whole
}

const RichText = ({ text }: { text: string }) => {
  const parts: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(mark)) {
    parts.push(text.slice(end, match.index), <Fragment key={match.index}>{markOf(match)}</Fragment>)
    end = (match.index ?? 0) + match[0].length
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  )
}

/** A guide's drawings by name: the shapes inside a picture of 320 by 180. */
export type Drawings<Name extends GuideName> = Readonly<Record<DrawingName<Name>, ReactNode>>

const numbers = (count = 0): number[] => Array.from({ length: count }, (_, index) => index + 1)

const Figure = ({ label, children }: { label: string; children: ReactNode }) => {
  const id = useId()
  return (
    <figure className="stack stack-tight guide-figure">
      <svg
        className="guide-art"
        viewBox="0 0 320 180"
        width="320"
        height="180"
        role="img"
        aria-labelledby={id}
        focusable="false"
      >
        <g className="guide-scene">{children}</g>
      </svg>
      <figcaption id={id}>{label}</figcaption>
    </figure>
  )
}

type SectionProps = {
  section: GuideSection
  text: (key: string) => string
  drawing: { label: string; shapes: ReactNode } | null
}

const Section = ({ section, text, drawing }: SectionProps) => {
  const { id, lead, steps, points, troubles, note } = section
  const rich = (key: string): ReactNode => <RichText text={text(`${id}.${key}`)} />
  return (
    <section className="guide-section" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <h2 id={`${id}-title`}>{text(`${id}.title`)}</h2>
      <div className={drawing ? 'stack guide-drawn' : 'stack'}>
        <div className="stack guide-text">
          {lead ? <p>{rich('lead')}</p> : null}
          {steps ? (
            <ol className="guide-steps">
              {numbers(steps).map((step) => (
                <li key={step}>
                  <p>{rich(`step.${step}`)}</p>
                </li>
              ))}
            </ol>
          ) : null}
          {points ? (
            <ul className="marked guide-points">
              {numbers(points).map((point) => (
                <li key={point}>{rich(`point.${point}`)}</li>
              ))}
            </ul>
          ) : null}
          {troubles ? (
            <dl className="stack guide-troubles">
              {numbers(troubles).map((trouble) => (
                <div key={trouble}>
                  <dt>{rich(`trouble.${trouble}.what`)}</dt>
                  <dd>{rich(`trouble.${trouble}.do`)}</dd>
                </div>
              ))}
            </dl>
          ) : null}
          {note ? (
            <Notice tone="info">
              <p>{rich('note')}</p>
            </Notice>
          ) : null}
        </div>
        {drawing ? <Figure label={drawing.label}>{drawing.shapes}</Figure> : null}
      </div>
    </section>
  )
}

const Around = ({ name }: { name: GuideName }) => {
  const { t } = useTranslation('help')
  const place = guides.findIndex((guide) => guide.name === name)
  const [before, after] = [guides[place - 1], guides[place + 1]]
  return (
    <nav className="guide-around no-print" aria-label={t('on.guides')}>
      {before ? (
        <a href={guidePath(before.name)} rel="prev">
          <Icon name="back" />
          <span>
            <span className="muted small">{t('on.previous')}</span>{' '}
            <span className="strong">{t(`guide.${before.name}.title`)}</span>
          </span>
        </a>
      ) : (
        <span />
      )}{' '}
      {after ? (
        <a href={guidePath(after.name)} rel="next" className="guide-next">
          <span>
            <span className="muted small">{t('on.next')}</span>{' '}
            <span className="strong">{t(`guide.${after.name}.title`)}</span>
          </span>
          <Icon name="next" />
        </a>
      ) : null}
    </nav>
  )
}

/**
 * Scrolls to a section and puts its address into the address bar. The history entry stays the same: the router would
 * treat a new one as a page and restore a scroll position for it.
 */
const goToSection = (event: MouseEvent<HTMLAnchorElement>): void => {
  const section = document.getElementById(event.currentTarget.hash.slice(1))
  if (section === null || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  history.replaceState(history.state, '', event.currentTarget.hash)
  section.scrollIntoView()
  section.focus({ preventScroll: true })
}

export const GuidePage = <Name extends GuideName>({ name, drawings }: { name: Name; drawings: Drawings<Name> }) => {
  const { t } = useTranslation('help')
  const sections: readonly GuideSection[] = guides.find((guide) => guide.name === name)?.sections ?? []
  const text = (key: string): string => t(`guide-${name}:${key}`)
  // The table's type guarantees that a section's drawing belongs to the guide.
  const drawingOf = (drawing: string | undefined) =>
    drawing === undefined ? null : { label: text(`drawing.${drawing}`), shapes: drawings[drawing as DrawingName<Name>] }
  return (
    <article className="guide">
      <PageHead title={t(`guide.${name}.title`)} lead={text('lead')} crumbs={[{ href: '/help', label: t('title') }]} />
      <div className="guide-columns">
        <Contents className="guide-contents" label={t('on.contents')}>
          <ul>
            {sections.map(({ id }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={goToSection}>
                  {text(`${id}.title`)}
                </a>
              </li>
            ))}
          </ul>
        </Contents>
        <div className="guide-sections">
          {sections.map((section) => (
            <Section key={section.id} section={section} text={text} drawing={drawingOf(section.drawing)} />
          ))}
          <aside className="card guide-more no-print" aria-labelledby="guide-more">
            <div>
              <h2 id="guide-more">{t('on.more.title')}</h2>
              <p className="muted">{t('on.more.text')}</p>
            </div>
            <div className="row">
              <ButtonLink href="/news/feedback/new">{t('on.more.tell')}</ButtonLink>
              <ButtonLink href="/help/contact" variant="quiet">
                {t('contact.link')}
              </ButtonLink>
            </div>
          </aside>
          <Around name={name} />
        </div>
      </div>
    </article>
  )
}
