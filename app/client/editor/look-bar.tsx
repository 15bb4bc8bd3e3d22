/** Over rows in another order than the list's: which one it is, the way back, and making it the list's own. */
import { useTranslation } from 'react-i18next'
import type { ViewSort } from '~/engine/types'
import { ViewOrderNotice } from '~/ui/channel-list/view-order'

type LookBarProps = { sort: ViewSort; canEdit: boolean; onBack(): void; onTake(): void }

export const LookBar = ({ sort, canEdit, onBack, onTake }: LookBarProps) => {
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
