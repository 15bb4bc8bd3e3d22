/**
 * Shown above rows in another order than the list's: which order it is, the way back, and the one action that makes it
 * the list's own.
 */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ViewColumn, ViewSort } from '~/engine/types'
import { Notice } from '~/ui/notice'

/** "Name, A to Z" and so on. */
export const viewSortKey = (sort: ViewSort): string =>
  sort.startsWith('-') ? `editor:look.down.${sort.slice(1)}` : `editor:look.up.${sort}`

/** The aria-sort value of a column's head. */
export const ariaSortOf = (sort: ViewSort | null, column: ViewColumn): 'ascending' | 'descending' | 'none' =>
  sort === column ? 'ascending' : sort === `-${column}` ? 'descending' : 'none'

export const sortMark = (sort: ViewSort | null, column: ViewColumn): string =>
  sort === column ? ' ↑' : sort === `-${column}` ? ' ↓' : ''

export const ViewOrderNotice = ({ sort, children }: { sort: ViewSort; children: ReactNode }) => {
  const { t } = useTranslation('editor')
  return (
    <Notice tone="info">
      <p>{t('editor:look.shown', { order: t(viewSortKey(sort)) })}</p>
      <div className="form-actions">{children}</div>
    </Notice>
  )
}
