/** Selected channels that the filter hides: how many, and whether commands include them. */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import { useEditor } from './context'

export const HiddenChoice = () => {
  const { store, snapshot } = useEditor()
  const { t } = useTranslation('editor')
  const format = useFormat()
  const { hiddenSelected: count, withHidden } = snapshot
  if (count === 0) return null
  return (
    <span className="ed-unseen">
      <span>{t(withHidden ? 'bar.hidden-in' : 'bar.unseen', { count, number: format.number(count) })}</span>{' '}
      {!withHidden && (
        <button type="button" className="btn" onClick={() => store.takeHidden(true)}>
          {t('bar.hidden-take')}
        </button>
      )}{' '}
      <button type="button" className="btn" onClick={() => store.takeHidden(false)}>
        {t('bar.hidden-drop')}
      </button>
    </span>
  )
}
