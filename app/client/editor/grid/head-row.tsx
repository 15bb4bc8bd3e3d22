/** The names of the columns: the grid's first row, which stays at the top of the window. */
import { useTranslation } from 'react-i18next'

export const HeadRow = ({ canEdit }: { canEdit: boolean }) => {
  const { t } = useTranslation('lists')
  return (
    <div role="row" className="ed-row ed-head" aria-rowindex={1}>
      {canEdit && (
        <div role="columnheader" className="c-check">
          <span className="hidden-visually">{t('column.select')}</span>
        </div>
      )}
      <div role="columnheader" className="c-number n">
        {t('column.number')}
      </div>
      <div role="columnheader" className="c-name">
        {t('column.channel')}
      </div>
      <div role="columnheader" className="c-satellite">
        {t('column.satellite')}
      </div>
      <div role="columnheader" className="c-place">
        {t('column.transponder')}
      </div>
      <div role="columnheader" className="c-type">
        {t('column.type')}
      </div>
      <div role="columnheader" className="c-favourite">
        {t('column.favourite')}
      </div>
      <div role="columnheader" className="c-sid n">
        {t('column.sid')}
      </div>
    </div>
  )
}
