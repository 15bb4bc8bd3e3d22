/** Links to the pages on which every field of a channel, or one field of several, is edited. */
import { useTranslation } from 'react-i18next'
import type { InspectorProps } from './props'

/** More channels than this make an address too long; use the bar's "all that match" for them. */
const addressed = 300

export const FieldsPart = ({ snapshot, list, ids }: InspectorProps) => {
  const { t } = useTranslation('editor')
  const [id] = ids
  if (!snapshot.canEdit || id === undefined || ids.length > addressed) return null
  const query = new URLSearchParams({ ids: ids.join('.'), source: snapshot.sourceId })
  return (
    <p className="small">
      {ids.length === 1 ? (
        <a href={`${list.path}/channels/${id}/fields`}>{t('inspector.allFields')}</a>
      ) : (
        <a href={`${list.path}/fields?${query.toString()}`}>{t('inspector.oneField')}</a>
      )}
    </p>
  )
}
