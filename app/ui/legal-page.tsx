/**
 * A legal text as a page to read and to print. A sample is marked as such at the top; sections are numbered and listed
 * in a table of contents. The text comes from the brand; only the page's labels are the portal's.
 */
import { useLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundLegalText } from '~/brand/legal.server'
import type { LegalBlock } from '~/brand/legal-text'
import { useFormat } from '~/i18n/format'
import { Button } from './button'
import { Card } from './card'
import { Contents } from './contents'
import { Notice } from './notice'
import { PageHead } from './page-head'
import { WithScripts } from './with-scripts'

type BrandWords = { name: string; email: string | null }

/**
 * A sentence that contains the brand's name and address. Without an address, it links to the page of contacts instead.
 */
const Words = ({ children, brand }: { children: string; brand: BrandWords }) => {
  const { t } = useTranslation('legal')
  return (
    <>
      {children.split(/(\{name\}|\{email\})/).map((part, index) => (
        <Fragment key={`${index}`}>
          {part === '{name}' ? (
            <bdi>{brand.name}</bdi>
          ) : part !== '{email}' ? (
            part
          ) : brand.email === null ? (
            <a href="/help/contact">{t('contact')}</a>
          ) : (
            <a href={`mailto:${brand.email}`}>
              <bdi dir="ltr">{brand.email}</bdi>
            </a>
          )}
        </Fragment>
      ))}
    </>
  )
}

const Block = ({ block, brand }: { block: LegalBlock; brand: BrandWords }) => {
  if (typeof block === 'string')
    return (
      <p>
        <Words brand={brand}>{block}</Words>
      </p>
    )
  if ('facts' in block) {
    return (
      <dl className="legal-facts">
        {block.facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Words brand={brand}>{text}</Words>
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  return (
    <ul>
      {block.map((item) => (
        <li key={item}>
          <Words brand={brand}>{item}</Words>
        </li>
      ))}
    </ul>
  )
}

const placeOf = (index: number): string => `section-${index + 1}`

/** `other`: the address of the other legal text, and the key of its title. */
export const LegalPage = ({ other }: { other: { href: string; title: string } }) => {
  const { t } = useTranslation('legal')
  const { text, brand } = useLoaderData<{ text: FoundLegalText; brand: BrandWords }>()
  const format = useFormat()
  return (
    <>
      <PageHead
        title={text.title}
        lead={<Words brand={brand}>{text.lead}</Words>}
        crumbs={[{ href: '/help', label: t('help') }]}
        actions={
          <WithScripts>
            <Button type="button" className="no-print" onClick={() => window.print()}>
              {t('print')}
            </Button>
          </WithScripts>
        }
      />
      {text.sample ? (
        <Notice title={t('sample.title')}>
          <p>{t('sample.text')}</p>
        </Notice>
      ) : null}
      <div className="aside legal" lang={text.language} data-sample={text.sample ? '' : undefined}>
        <Card className="legal-text">
          <p className="small muted">{t('changed', { date: format.date(text.changedOn) })}</p>
          <ol className="legal-sections">
            {text.sections.map((section, index) => (
              <li key={section.title}>
                <section aria-labelledby={placeOf(index)}>
                  <h2 id={placeOf(index)} tabIndex={-1}>
                    {/* Without styles the list's own numbers are enough. */}
                    <span className="legal-number" aria-hidden="true" data-number={format.number(index + 1)} />
                    {section.title}
                  </h2>
                  {section.blocks.map((block, at) => (
                    <Block key={`${at}`} block={block} brand={brand} />
                  ))}
                </section>
              </li>
            ))}
          </ol>
        </Card>
        <Contents className="card legal-contents" label={t('contents')}>
          <ol>
            {text.sections.map((section, index) => (
              <li key={section.title}>
                <a href={`#${placeOf(index)}`}>{section.title}</a>
              </li>
            ))}
          </ol>
          <p className="legal-other">
            <a href={other.href}>{t(other.title)}</a>
          </p>
        </Contents>
      </div>
    </>
  )
}
