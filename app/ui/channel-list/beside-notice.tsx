/** A box saved a list that had gone on since it loaded it: both versions are kept, and the owner says which one counts. */
import { useTranslation } from 'react-i18next'
import { Button, ButtonLink } from '~/ui/button'
import { boxText } from './box-text'
import { Notice } from '~/ui/notice'

export const BesideNotice = ({ list, newest }: { list: { id: string; beside: { revision: number; sn: string; nickname: string | null } }; newest: number }) => {
  const { t } = useTranslation('lists')
  const path = `/features/lists/${list.id}`
  const { revision } = list.beside
  return (
    <Notice tone="warn" title={t('beside.title', { box: boxText(list.beside, t) })}>
      <p>{t('beside.text', { number: revision })}</p>
      <form noValidate method="post" action={`${path}/history`} className="form-actions">
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="base" value={newest} />
        <Button name="intent" value="keep" variant="primary">{t('beside.keep')}</Button>
        <Button>{t('beside.use')}</Button>
        <ButtonLink href={`${path}/history`} variant="quiet">{t('action.history')}</ButtonLink>
      </form>
    </Notice>
  )
}
