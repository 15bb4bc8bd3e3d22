/**
 * Says that a box saved an outdated version of the list: both versions are kept. Merging them loses nothing, so it
 * comes first; then what differs; to keep only one of them is behind a line that opens.
 */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '~/ui/button'
import { Notice } from '~/ui/notice'
import { boxText } from './box-text'

export type Beside = { revision: number; sn: string; nickname: string | null; earlier: number | null }

/**
 * `base`: the version that is shown; null while edits of it are not saved, since the choice is between versions.
 * `differs`: how the two differ, in words, where that is known for the version shown.
 */
export const BesideNotice = ({
  listPath,
  beside,
  base,
  batch,
  differs,
}: {
  listPath: string
  beside: Beside
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
          {/* The whole page is asked for: the version that is chosen is another list in the editor. */}
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
