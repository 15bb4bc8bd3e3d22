/**
 * What stands where something is still being fetched: bars in the place of lines, and a sentence for those who listen.
 */
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
