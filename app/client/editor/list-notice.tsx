/**
 * A notice above the rows: if they are in another order, which one it is and the way back; if there are none, why, and
 * what to do about it.
 */
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { isFiltered } from '~/ui/channel-list/query'
import { ViewOrderNotice } from '~/ui/channel-list/view-order'
import type { Snapshot } from './store/snapshot'

type OrderNoticeProps = { sort: ViewSort; canEdit: boolean; onBack(): void; onTake(): void }

const OrderNotice = ({ sort, canEdit, onBack, onTake }: OrderNoticeProps) => {
  const { t } = useTranslation('editor')
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

type NoRowsProps = { snapshot: Snapshot; listPath: string; onReset(): void }

const NoRows = ({ snapshot, listPath, onReset }: NoRowsProps) => {
  const { t } = useTranslation('lists')
  return (
    <div className="empty ed-empty">
      <p>{t(isFiltered(snapshot.filter) ? 'page.noMatch' : 'page.empty')}</p>
      {isFiltered(snapshot.filter) ? (
        <button type="button" className="btn" onClick={onReset}>
          {t('filter.reset')}
        </button>
      ) : (
        snapshot.canEdit && (
          <a className="btn primary" href={`${listPath}/channels/add`}>
            {t('tool.adding')}
          </a>
        )
      )}
    </div>
  )
}

type ListNoticeProps = Pick<NoRowsProps, 'snapshot' | 'listPath' | 'onReset'> &
  Pick<OrderNoticeProps, 'onBack' | 'onTake'>

export const ListNotice = ({ snapshot, listPath, onReset, ...actions }: ListNoticeProps) => (
  <>
    {snapshot.sort && <OrderNotice sort={snapshot.sort} canEdit={snapshot.canEdit} {...actions} />}
    {snapshot.rowCount === 0 && <NoRows snapshot={snapshot} listPath={listPath} onReset={onReset} />}
  </>
)
