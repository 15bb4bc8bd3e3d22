/**
 * Says that a box saved an outdated version of the list, and that both versions are kept. Merging loses nothing, so it
 * comes first; then the differences. Keeping only one version is behind a line that opens.
 */
import { useTranslation } from 'react-i18next'
import type { ConflictCopy } from '~/modules/channel-list/types'
import { Button, ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { boxText } from './box-text'

/**
 * `base`: the version that is shown; null while edits of it are unsaved, because the choice is between versions.
 * `differs`: how the two differ, in words, if that is known for the shown version.
 */
export const ConflictCopyNotice = ({
  listPath,
  beside,
  base,
  batch,
  differs,
}: {
  listPath: string
  beside: ConflictCopy
  base: number | null
  batch: string
  differs: string | null
}) => {
  const { t } = useTranslation('lists')
  return (
    <div className="beside-notice">
      <Notice tone="warn" title={t('beside.title', { box: boxText(beside, t) })} live>
        <ButtonLink href={`${listPath}/reconcile`} variant="primary">
          {t('beside.merge')}
        </ButtonLink>{' '}
        <a className="tall-link" href={`${listPath}/compare`}>
          {t('beside.compare')}
        </a>{' '}
        <details className="notice-more">
          <summary>{t('bar.more')}</summary>
          <p>{t('beside.text', { number: beside.revision })}</p>
          {beside.earlier !== null && (
            <p>{t('beside.earlier', { number: beside.revision, earlier: beside.earlier })}</p>
          )}
          {/* Reloads the whole page: the chosen version is another list in the editor. */}
          <form noValidate method="post" action={`${listPath}/compare`} className="form-actions" data-reload="">
            <input type="hidden" name="revision" value={beside.revision} />
            <input type="hidden" name="base" value={base ?? ''} />
            <input type="hidden" name="batch" value={batch} />
            <Button name="intent" value="keep" disabled={base === null}>
              {t('beside.keep')}
            </Button>{' '}
            <Button disabled={base === null}>{t('beside.use')}</Button>
          </form>
        </details>
        {differs !== null && <p>{differs}</p>}
      </Notice>
    </div>
  )
}
