/** The page that asks for the return address of a deposit. Texts are in the namespace `order`. */
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { formatsOf } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import type { HeldDeposit } from '~/modules/order/view'
import type { Crumb } from '~/ui/breadcrumb'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { useFormErrors, type FailureShape } from '~/ui/form-errors'
import { Unbroken } from '~/ui/unbroken'
import { amountsOf, useAmounts } from './amounts'
import { HeldFacts } from './held'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'

const ReturnForm = ({
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

/** `namespaces`: those of the page that lists its order or recharge. */
export const returnHandle = (namespaces: string[]): RouteHandle<{ held: HeldDeposit }> => ({
  i18n: namespaces,
  title: (data, t, language) =>
    t('order:held.ask', {
      amount: data ? amountsOf(t, formatsOf(language)).coin(data.held.amount, data.held.symbol) : '',
    }),
})

/** `list`: where its order or recharge is listed; `pathOf`: its page. */
export const ReturnView = ({ list, pathOf }: { list: Crumb; pathOf: (number: string) => string }) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
  const { held, batch, number } = useLoaderData<{ held: HeldDeposit; batch: string; number: string }>()
  const form = useFormErrors(useActionData<{ failure: FailureShape }>()?.failure)
  const path = pathOf(number)
  return (
    <FormPage
      form={form}
      title={<Unbroken text={(amount) => t('held.ask', { amount })} value={amounts.coin(held.amount, held.symbol)} />}
      lead={t(`held.text.${held.state}`)}
      crumbs={[list, { href: path, label: number }]}
    >
      <Card>
        <HeldFacts held={held} />
        <ReturnForm held={held} batch={batch} form={form} cancelHref={path} />
      </Card>
    </FormPage>
  )
}
