/**
 * The rail beside a list's rows: its sky in small and its parts, each a link that filters. On a narrow window the same
 * links are one line of chips above the rows.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { RailSky, type SkyDot } from './rail-sky'

export type RailEntry = {
  key: string
  text: string
  /** Small text beside the entry, such as a satellite's angle. */
  note?: string
  /** Null if it isn't counted. */
  count: number | null
  /** A filter of the list, or a page about it. */
  href: string
  /** The rows are filtered by it. Its link then removes the filter. */
  current?: boolean
  /** Drawn before the text; decoration. */
  mark?: '★'
}
/** `title`: null for entries that need none. A section without entries isn't shown. */
export type RailSection = {
  key: string
  title: string | null
  /** The page on which its entries are edited. */
  page?: string
  entries: readonly RailEntry[]
}

export type RailProps = { sections: readonly RailSection[]; sky: readonly SkyDot[] }

const Entry = ({ text, note, count, href, current, mark }: RailEntry) => {
  const format = useFormat()
  return (
    <li className={count === 0 && !current ? 'rail-empty' : undefined}>
      <a href={href} className="rail-entry" aria-current={current ? 'true' : undefined}>
        <span className="rail-text">
          {mark && (
            <span className="rail-mark" aria-hidden="true">
              {mark}{' '}
            </span>
          )}
          <bdi>{text}</bdi>
        </span>{' '}
        <span className="rail-count">
          {note && <bdi>{note}</bdi>}
          {note && count !== null && ' · '}
          {count !== null && <bdi>{format.number(count)}</bdi>}
        </span>
      </a>
    </li>
  )
}

export const Rail = ({ sections, sky }: RailProps) => {
  const { t } = useTranslation('lists')
  return (
    <nav className="rail" aria-label={t('rail.label')}>
      <div className="rail-inner">
        <RailSky dots={sky} />
        <div className="rail-line">
          {sections
            .filter(({ entries }) => entries.length > 0)
            .map(({ key, title, page, entries }) => (
              <div key={key} className="rail-section">
                {title !== null && (
                  <h2 className="rail-title">{page === undefined ? title : <a href={page}>{title}</a>}</h2>
                )}
                <ul>
                  {entries.map((entry) => (
                    <Entry {...entry} key={entry.key} />
                  ))}
                </ul>
              </div>
            ))}
        </div>
      </div>{' '}
    </nav>
  )
}
