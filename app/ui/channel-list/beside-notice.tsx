/**
 * Says that a box saved an outdated version of the list: both versions are kept, and the notice links to the
 * comparison, where the owner chooses.
 */
import { useTranslation } from 'react-i18next'
import { useFormat } from '~/i18n/format'
import type { DifferenceCounts } from '~/modules/channel-list/types'
import { ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { boxText } from './box-text'
import { countTexts } from './difference-text'
import { joined } from './joined'

export type Beside = { revision: number; sn: string; nickname: string | null; earlier: number | null }

/** `counts`: how the two differ, where that is known for the version shown. */
export const BesideNotice = ({
  listPath,
  beside,
  counts,
}: {
  listPath: string
  beside: Beside
  counts: DifferenceCounts | null
}) => {
  const { t } = useTranslation(['lists', 'common'])
  const format = useFormat()
  return (
    <div className="beside-notice">
      <Notice tone="warn" title={t('lists:beside.title', { box: boxText(beside, t) })} live>
        <p className="form-actions">
          <ButtonLink href={`${listPath}/compare`} variant="primary">
            {t('lists:beside.compare')}
          </ButtonLink>
        </p>
        <details className="notice-more">
          <summary>
            {counts ? joined(countTexts(counts, t, format)) || t('lists:compare.same') : t('lists:bar.more')}
          </summary>
          <p>{t('lists:beside.text', { number: beside.revision })}</p>
          {beside.earlier !== null && (
            <p>{t('lists:beside.earlier', { number: beside.revision, earlier: beside.earlier })}</p>
          )}
        </details>
      </Notice>
    </div>
  )
}
