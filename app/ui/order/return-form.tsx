/** Asks for the address to which a deposit is returned. */
import { useTranslation } from 'react-i18next'
import type { HeldDeposit } from '~/modules/order/view'
import { Field } from '../field'
import { FormActions } from '../form-actions'
import type { useFormErrors } from '../form-errors'

export const ReturnForm = ({
  held,
  batch,
  form,
  cancelHref,
}: {
  held: HeldDeposit
  batch: string
  form: ReturnType<typeof useFormErrors>
  cancelHref: string
}) => {
  const { t } = useTranslation('order')
  const { symbol, network } = held
  const which = network === null ? t('held.anyHint', { symbol }) : t('held.addressHint', { network })
  return (
    <form noValidate method="post" className="form space-above" data-once="">
      <input type="hidden" name="batch" value={batch} />
      <Field
        code
        label={t('held.address')}
        name="address"
        autoComplete="off"
        maxLength={200}
        hint={held.hasChecksum ? which : `${which} ${t('held.noChecksum')}`}
        defaultValue={form.valueOf('address') ?? held.address ?? ''}
        error={form.messageOf('address')}
      />
      {held.takesTag ? (
        <Field
          code
          label={t('held.tag')}
          name="tag"
          autoComplete="off"
          maxLength={100}
          hint={t('held.tagHint')}
          defaultValue={form.valueOf('tag') ?? held.tag ?? ''}
          error={form.messageOf('tag')}
        />
      ) : null}
      <p>{t('held.once')}</p>
      <FormActions submit={t('held.submit')} cancelHref={cancelHref} />
    </form>
  )
}
