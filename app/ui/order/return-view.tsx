/** The page that asks for the return address of a deposit. Texts are in the namespace `order`. */
import { useTranslation } from 'react-i18next'
import type { HeldDeposit } from '~/modules/order/view'
import type { Crumb } from '../breadcrumb'
import { Card } from '../card'
import { FormPage } from '~/ui/form-page'
import type { useFormErrors } from '../form-errors'
import { Unbroken } from '../unbroken'
import { useAmounts } from './amounts'
import { HeldFacts } from './held-card'
import { ReturnForm } from './return-form'

/** `list`: where its order or recharge is listed; `path`: its page. */
export const ReturnView = ({
  held,
  batch,
  form,
  list,
  path,
  number,
}: {
  held: HeldDeposit
  batch: string
  form: ReturnType<typeof useFormErrors>
  list: Crumb
  path: string
  number: string
}) => {
  const { t } = useTranslation('order')
  const amounts = useAmounts()
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
