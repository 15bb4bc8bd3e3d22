/**
 * Transfers Mango to another customer, second form: shows the input and the cost, and asks for the payment password.
 */
import { json, redirect, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { transfer } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { redirectWithFlash } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/wallet.css'
import { Button, ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { useAmounts } from '~/ui/order/amounts'
import { Facts } from '~/ui/order/facts'
import { PaymentPasswordField, paymentPasswordTexts } from '~/ui/wallet/payment-password'
import { PaymentPasswordLock } from '~/ui/wallet/state-notice'
import { findStep, stepCookie } from '~/web/account/step.server'
import { transferConfirmSchema } from '~/web/form/form-schema.server'
import { invalid, readForm } from '~/web/form/form.server'
import { refusalFlash, refusedOrVerify } from '~/web/form/refusal.server'
import { readMango } from '~/web/wallet/amounts.server'
import { costOf, senderView } from '~/web/wallet/transfer-page.server'

export const handle = {
  i18n: ['wallet', 'order'],
  title: 'wallet:transfer.confirmTitle',
  sealed: true,
} satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const step = findStep(request, 'transfer')
  if (step === null || step.userId !== user.userId) throw redirect('/wallet/transfer')
  const { recipient, initial, amount, note, seen, batch } = step
  const { state, lockedUntil, hasPassword } = await senderView(user.userId)
  // The previous page says why a transfer is not possible.
  if (!hasPassword || state !== 'open') throw redirect('/wallet/transfer')
  return json({ recipient, initial, amount, note, seen, batch, lockedUntil, ...costOf(readMango(amount)) })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, transferConfirmSchema)
  if (!read.ok) return invalid(read)
  const sent = await transfer(user.userId, read.value, await visitOf(request, context))
  if (sent.ok)
    return redirect(`/wallet/transfer/${sent.value.number}`, {
      status: 303,
      headers: { 'set-cookie': stepCookie(context, null) },
    })
  // Without a step, go to the previous page, which says what was refused: an entry may have been used up.
  if (findStep(request, 'transfer')?.userId !== user.userId && sent.code !== 'B0005')
    return redirectWithFlash(context, '/wallet/transfer', refusalFlash(sent))
  // All other fields are on the previous page.
  const { field, ...failure } = sent
  return refusedOrVerify(request, context, field === 'paymentPassword' ? { ...failure, field } : failure, read)
}

const Confirm = () => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const page = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, paymentPasswordTexts)
  const { recipient, initial, amount, fee, total, note, seen, batch, lockedUntil } = page
  return (
    <FormPage
      form={form}
      title={t('transfer.confirmTitle')}
      lead={t('transfer.confirmLead')}
      crumbs={[
        { href: '/wallet', label: t('wallet.title') },
        { href: '/wallet/transfer?again', label: t('transfer.title') },
      ]}
    >
      <PaymentPasswordLock until={lockedUntil} />
      <Card className="stack">
        <Facts
          facts={[
            [
              t('transfer.to'),
              <bdi key="r" className="strong wallet-typed">
                {recipient}
              </bdi>,
            ],
            [t('transfer.initial'), <bdi key="i" className="strong">{`${initial}…`}</bdi>],
            [t('transfer.amount'), amounts.mango(amount)],
            [t('transfer.fee'), amounts.mango(fee)],
            [t('transfer.total'), <strong key="t">{amounts.mango(total)}</strong>],
            note === ''
              ? null
              : [
                  t('transfer.noteOf'),
                  <bdi key="n" className="wallet-typed">
                    {note}
                  </bdi>,
                ],
          ]}
        />
        <p className="muted small">{t('transfer.final')}</p>
        <form noValidate method="post" className="form wallet-form" data-once="" data-sealed="">
          <input type="hidden" name="recipient" value={recipient} />
          <input type="hidden" name="amount" value={amount} />
          <input type="hidden" name="note" value={note} />
          <input type="hidden" name="fee" value={fee} />
          <input type="hidden" name="seen" value={seen} />
          <input type="hidden" name="batch" value={batch} />
          {lockedUntil === null ? (
            <PaymentPasswordField form={form} name="paymentPassword" label={t('password.title')} />
          ) : null}
          <div className="form-actions">
            {lockedUntil === null ? (
              <Button variant="primary" data-sending-text={t('transfer.working')}>
                {t('transfer.send', { amount: amounts.mango(total) })}
              </Button>
            ) : null}
            <ButtonLink variant="quiet" href="/wallet/transfer?again">
              {t('transfer.edit')}
            </ButtonLink>
          </div>
        </form>
      </Card>
    </FormPage>
  )
}
export default Confirm
