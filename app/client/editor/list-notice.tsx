/**
 * A notice above the rows: if they are in another order, which one it is and the way back; if there are none, why, and
 * what to do about it.
 */
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { isFiltered } from '~/ui/channel-list/query'
import { ViewOrderNotice } from '~/ui/channel-list/view-order'
import { useEditor } from './context'

type OrderNoticeProps = { sort: ViewSort; onBack(): void; onTake(): void }

const OrderNotice = ({ sort, onBack, onTake }: OrderNoticeProps) => {
  const { t } = useTranslation('editor')
  const { canEdit } = useEditor().snapshot
  return (
    <ViewOrderNotice sort={sort}>
      <button type="button" className="btn" onClick={onBack}>
        {t('editor:look.back')}
      </button>
      {canEdit && (
        <button type="button" className="btn quiet" onClick={onTake}>
          {t('editor:look.take')}
        </button>
      )}
    </ViewOrderNotice>
  )
}

type NoRowsProps = { onReset(): void }

const NoRows = ({ onReset }: NoRowsProps) => {
  const { t } = useTranslation('lists')
  const { snapshot, list } = useEditor()
  return (
    <div className="empty ed-empty">
      <p>{t(isFiltered(snapshot.filter) ? 'page.noMatch' : 'page.empty')}</p>
      {isFiltered(snapshot.filter) ? (
        <button type="button" className="btn" onClick={onReset}>
          {t('filter.reset')}
        </button>
      ) : (
        snapshot.canEdit && (
          <a className="btn primary" href={`${list.path}/channels/add`}>
            {t('tool.adding')}
          </a>
        )
      )}
    </div>
  )
}

type ListNoticeProps = NoRowsProps & Omit<OrderNoticeProps, 'sort'>

export const ListNotice = ({ onReset, ...order }: ListNoticeProps) => {
  const { sort, rowCount } = useEditor().snapshot
  return (
    <>
      {sort && <OrderNotice sort={sort} {...order} />}
      {rowCount === 0 && <NoRows onReset={onReset} />}
    </>
  )
}
