/** A placeholder while something is loading: bars instead of lines, and a sentence for screen readers. */
import { useTranslation } from 'react-i18next'

export const LoadingState = ({ rows = 3 }: { rows?: number }) => {
  const { t } = useTranslation()
  return (
    <div className="loading" role="status">
      <span className="hidden-visually">{t('loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="loading-bar" aria-hidden="true" />
      ))}
    </div>
  )
}
