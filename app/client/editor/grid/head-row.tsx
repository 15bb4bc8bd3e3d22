/**
 * The names of the columns: the grid's first row, which stays at the top of the window. A press shows the rows in the
 * order of that column; the list itself is unchanged.
 */
import { useTranslation } from 'react-i18next'
import type { ViewColumn, ViewSort } from '~/engine/types'
import { nextViewSort } from '~/ui/channel-list/query'
import { ariaSortOf, sortMark } from '~/ui/channel-list/view-order'

type HeadRowProps = { canEdit: boolean; sort: ViewSort | null; onSort(sort: ViewSort | null): void }

const heads: readonly { column: ViewColumn; text: string; className: string }[] = [
  { column: 'position', text: 'number', className: 'c-number n' },
  { column: 'name', text: 'channel', className: 'c-name' },
  { column: 'satellite', text: 'satellite', className: 'c-satellite' },
  { column: 'frequency', text: 'transponder', className: 'c-place' },
  { column: 'type', text: 'type', className: 'c-type' },
  { column: 'favourite', text: 'favourite', className: 'c-favourite' },
  { column: 'sid', text: 'sid', className: 'c-sid n' },
]

export const HeadRow = ({ canEdit, sort, onSort }: HeadRowProps) => {
  const { t } = useTranslation('lists')
  return (
    <div role="row" className="ed-row ed-head" aria-rowindex={1}>
      {canEdit && (
        <div role="columnheader" className="c-check">
          <span className="hidden-visually">{t('column.select')}</span>
        </div>
      )}
      {heads.map(({ column, text, className }) => (
        <div key={column} role="columnheader" className={className} aria-sort={ariaSortOf(sort, column)}>
          <button type="button" className="ed-sort" onClick={() => onSort(nextViewSort(sort, column))}>
            {t(`column.${text}`)}
            <span aria-hidden="true">{sortMark(sort, column)}</span>
          </button>
        </div>
      ))}
    </div>
  )
}
