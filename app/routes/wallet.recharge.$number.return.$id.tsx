/** Where a deposit of a recharge that can't be credited is sent back to, as of an order. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { giveAddress } from '~/modules/payment/payment.server'
import { redirectWithFlash } from '~/request/flash.server'
import styles from '~/styles/order.css'
import { Card } from '~/ui/card'
import { ErrorSummary } from '~/ui/error-summary'
import { useFormErrors } from '~/ui/form-errors'
import { heldAmount } from '~/ui/order/held'
import { HeldFacts } from '~/ui/order/held-card'
import { rechargePath } from '~/ui/order/order-path'
import { ReturnForm } from '~/ui/order/return-form'
import { PageHead } from '~/ui/page-head'
import { Unbroken } from '~/ui/unbroken'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { returnSchema } from '~/web/order/order-query.server'
import { rechargeTooLate, requireHeldOfRecharge } from '~/web/wallet/recharge-form.server'

export const handle = { i18n: ['wallet', 'order'], title: 'order:held.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { recharge, held } = await requireHeldOfRecharge(request, context, params)
  return json({ number: recharge.number, held, batch: newBatch() })
}

export const action = async ({ request, context, params }: ActionFunctionArgs) => {
  const { user, recharge, held } = await requireHeldOfRecharge(request, context, params)
  const read = await readForm(request, context, returnSchema)
  if (!read.ok) return invalid(read)
  const { address, tag = null, batch } = read.value
  const given = await giveAddress(user.userId, { depositId: held.id, address, tag, batch })
  if (!given.ok && given.data?.['context'] === 'decided') return rechargeTooLate(context, recharge.number)
  if (!given.ok) return refused(given, read.values)
  return redirectWithFlash(context, rechargePath(recharge.number), { kind: 'done', key: 'order:flash.address' })
}

const Return = () => {
  const { t } = useTranslation(['wallet', 'order'])
  const { number, held, batch } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure)
  return (
    <div className="narrow">
      <PageHead
        title={<Unbroken text={(amount) => t('order:held.ask', { amount })} value={heldAmount(held)} />}
        lead={t(`order:held.text.${held.state}`)}
        crumbs={[
          { href: '/wallet', label: t('wallet.title') },
          { href: rechargePath(number), label: number },
        ]}
      />
      <ErrorSummary errors={form.summary} />
      <Card>
        <HeldFacts held={held} />
        <ReturnForm held={held} batch={batch} form={form} cancelHref={rechargePath(number)} />
      </Card>
    </div>
  )
}
export default Return
