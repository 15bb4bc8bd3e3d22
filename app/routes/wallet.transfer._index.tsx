/** Transfers Mango to another customer, first form: the recipient, the amount, and a note. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { findTransfer, maxNoteLength, previewTransfer, transferFaults } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/wallet.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { PaymentPasswordLock, WalletStateNotice } from '~/ui/wallet/state-notice'
import { TransferFields, transferTexts, TransferWaits } from '~/ui/wallet/transfer-form'
import { findStep, goToStep } from '~/web/account/step.server'
import { transferFormSchema } from '~/web/form/form-schema.server'
import { invalid, newBatch, readForm, refusedFields } from '~/web/form/form.server'
import { refusedOrVerify } from '~/web/form/refusal.server'
import { mangoText } from '~/web/wallet/amounts.server'
import { senderView } from '~/web/wallet/transfer-page.server'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:transfer.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const sender = await senderView(user.userId)
  // Coming back from the confirmation restores the typed values.
  const { searchParams } = new URL(request.url)
  const step = searchParams.has('again') ? findStep(request, 'transfer') : null
  const own = step?.userId === user.userId ? step : null
  const back = searchParams.get('back')
  const came = back === null ? null : await findTransfer(user.userId, back)
  return json({
    sender,
    maxNoteLength,
    typed:
      own !== null
        ? { recipient: own.recipient, amount: own.typedAmount, note: own.note }
        : came?.direction === 'received'
          ? { recipient: came.number, amount: mangoText(came.amount), note: '' }
          : null,
  })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const user = await requireUser(request, context)
  const read = await readForm(request, context, transferFormSchema)
  if (!read.ok) return invalid(read)
  const faults = transferFaults(read.value)
  if (faults.length > 1) return refusedFields(faults, read.values)
  const seen = await previewTransfer(user.userId, read.value, await visitOf(request, context))
  if (!seen.ok) return refusedOrVerify(request, context, seen, read)
  const { recipient, initial, amount, note } = seen.value
  return goToStep(context, '/wallet/transfer/confirm', {
    flow: 'transfer',
    userId: user.userId,
    recipient,
    initial,
    typedAmount: read.value.amount.slice(0, 60),
    amount: mangoText(amount),
    note: note ?? '',
    seen: seen.value.seen,
    batch: newBatch(),
  })
}

const Transfer = () => {
  const { t } = useTranslation('wallet')
  const { sender, typed, maxNoteLength: most } = useLoaderData<typeof loader>()
  const form = useFormErrors(useActionData<typeof action>()?.failure, transferTexts)
  const canSend = sender.state === 'open' && sender.hasPassword && sender.lockedUntil === null
  return (
    <FormPage
      form={form}
      title={t('transfer.title')}
      lead={canSend ? t('transfer.lead') : undefined}
      crumbs={[{ href: '/wallet', label: t('wallet.title') }]}
    >
      <WalletStateNotice {...sender} balance={sender.available} />
      {sender.state === 'open' ? <PaymentPasswordLock until={sender.lockedUntil} /> : null}
      {sender.state === 'open' && !sender.hasPassword ? (
        <Notice tone="info" title={t('transfer.noPassword')}>
          <p>{t('transfer.noPasswordText')}</p>
          <p>
            <ButtonLink variant="primary" href="/wallet/password?next=transfer">
              {t('transfer.choosePassword')}
            </ButtonLink>
          </p>
        </Notice>
      ) : null}
      {canSend ? (
        <>
          <Card>
            <form noValidate method="post" className="form wallet-form" data-draft="">
              <TransferFields form={form} typed={typed} sender={sender} maxNoteLength={most} />
              <FormActions submit={t('transfer.next')} cancelHref="/wallet" />
            </form>
          </Card>
          <TransferWaits later={sender.later} />
        </>
      ) : null}
    </FormPage>
  )
}
export default Transfer
