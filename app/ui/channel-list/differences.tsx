/** The differences of two lists a page at a time, with links that narrow them to one kind. */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { Pagination } from '../pagination'
import { DifferenceTable } from './difference-table'
import { differenceShows, showText } from './difference-text'

type Show = (typeof differenceShows)[number]
type DifferencesProps = Parameters<typeof DifferenceTable>[0] & {
  counts: Readonly<Record<Show | 'changed', number>>
  show: Show | null
  page: number
  size: number
  /** How many the chosen kind has. */
  total: number
  /** The name of a kind where it isn't the usual one. */
  labelOf?: (kind: Show) => string
  href: (show: Show | null, more?: Record<string, number>) => string
}

export const Differences = ({ counts, show, page, size, total, labelOf, href, ...table }: DifferencesProps) => {
  const { t } = useTranslation('lists')
  const format = useFormat()
  const chip = (to: Show | null, text: string, count: number) => (
    <Fragment key={text}>
      {' '}
      <a className="chip" href={href(to)} aria-current={show === to ? 'true' : undefined}>
        {text} <span className="muted">{format.number(count)}</span>
      </a>
    </Fragment>
  )
  return (
    <>
      <div className="row">
        {chip(null, t('compare.show.all'), counts.added + counts.removed + counts.changed)}
        {differenceShows
          .filter((one) => counts[one] > 0)
          .map((one) => chip(one, labelOf?.(one) ?? showText(one, t), counts[one]))}
      </div>
      <DifferenceTable {...table} />
      <Pagination
        page={page}
        size={size}
        total={total}
        href={(toPage, toSize) => href(show, { page: toPage, size: toSize })}
      />
    </>
  )
}
