/** Code Exchange: exchanges a code for Mango. */
import { json, type ActionFunctionArgs, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { useLocalFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { balanceOf, wallet as walletAccount } from '~/modules/ledger/ledger.server'
import { lastRedeemed, redeemCode } from '~/modules/redeem-code/redeem-code.server'
import { walletState } from '~/modules/wallet/wallet.server'
import { minuteMs, nowMs } from '~/platform/clock.server'
import { requireUser } from '~/request/caller.server'
import { redirectDone } from '~/request/flash.server'
import { visitOf } from '~/request/visit.server'
import styles from '~/styles/wallet.css'
import { Card } from '~/ui/card'
import { Field } from '~/ui/field'
import { FormActions } from '~/ui/form-actions'
import { FormPage } from '~/ui/form-page'
import { useFormErrors } from '~/ui/form-errors'
import { Notice } from '~/ui/notice'
import { useAmounts } from '~/ui/order/amounts'
import { Table } from '~/ui/table'
import { useFreshForm } from '~/ui/use-fresh-form'
import { transactionPath } from '~/ui/wallet/transaction-list'
import { WalletStateNotice } from '~/ui/wallet/state-notice'
import { invalid, newBatch, readForm, refused } from '~/web/form/form.server'
import { mangoText } from '~/web/wallet/amounts.server'
import {
  codeFormSchema,
  codePath,
  mangoWords,
  openFirst,
  decryptTyped,
  verifyFirst,
} from '~/web/wallet/code-page.server'

/** Enough to see that the last code was accepted, and those before. */
const shownCodes = 5

/** Shows how a code looks; its check letter is not valid. */
const example = 'MG-7Q2KD-4XW9P-N3M8T'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:code.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

/** The code that this account exchanged within the last minute. */
const justRedeemed = async (userId: string) => {
  const [last] = await lastRedeemed(userId, 1)
  return last !== undefined && nowMs() - Date.parse(last.at) < minuteMs ? last : null
}

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const typed = decryptTyped(userId, new URL(request.url).searchParams.get('typed'))
  const [state, mango, redeemed] = await Promise.all([
    walletState(userId),
    balanceOf(walletAccount(userId)),
    lastRedeemed(userId, shownCodes),
  ])
  const balance = mangoText(mango.balance)
  const wallet = state === null ? null : { state: state.state, reason: state.reason, balance }
  return json({ wallet, redeemed, typed, batch: newBatch() })
}

export const action = async ({ request, context }: ActionFunctionArgs) => {
  const { userId } = await requireUser(request, context)
  const read = await readForm(request, context, codeFormSchema)
  if (!read.ok) return invalid(read)
  const { code, batch } = read.value
  const redeemed = await redeemCode(userId, { code, batch }, await visitOf(request, context))
  if (redeemed.ok) {
    const amount = await mangoWords(request, context, redeemed.value.amount)
    return redirectDone(context, codePath, 'wallet:flash.redeemed', { amount })
  }
  if (redeemed.code === 'MC1000') return openFirst(userId, code)
  if (redeemed.code === 'B0005' && !read.sealed) return verifyFirst(userId, code)
  // The button was pressed again while the success page was loading, and hit the new, empty form.
  if (redeemed.code === 'MC1300' && redeemed.data?.['context'] === 'empty') {
    const just = await justRedeemed(userId)
    if (just !== null) return refused({ ...redeemed, data: { ...redeemed.data, amount: just.amount } }, read.values)
  }
  // A form that was changed after it had been sent gets a new id.
  const isOther = redeemed.data?.['context'] === 'sent'
  return refused(redeemed, isOther ? { ...read.values, batch: '' } : read.values)
}

/** Says that the code before an empty form was exchanged, in case its success was not seen. */
const JustDone = ({ data }: { data: Record<string, unknown> | null | undefined }) => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  if (data?.['context'] !== 'empty' || typeof data['amount'] !== 'string') return null
  return (
    <Notice tone="ok">
      <p>{t('flash.redeemed', { amount: amounts.mango(data['amount']) })}</p>
    </Notice>
  )
}

/** When and for how much the account itself exchanged the code that was typed again. */
const OwnCode = ({ data }: { data: Record<string, unknown> | null | undefined }) => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const format = useLocalFormat()
  if (data?.['context'] !== 'own' || typeof data['at'] !== 'string' || typeof data['amount'] !== 'string') return null
  return (
    <Notice tone="info">
      <p suppressHydrationWarning>
        {t('code.own', { date: format.dateTime(data['at']), amount: amounts.mango(data['amount']) })}
      </p>
    </Notice>
  )
}

const Exchange = () => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const format = useLocalFormat()
  const { wallet, redeemed, typed, batch } = useLoaderData<typeof loader>()
  const failure = useActionData<typeof action>()?.failure
  const form = useFormErrors(failure)
  const formKey = useFreshForm(failure !== undefined)
  return (
    <FormPage
      form={form}
      title={t('code.title')}
      lead={t('code.lead')}
      crumbs={[{ href: '/wallet', label: t('wallet.title') }]}
    >
      <OwnCode data={failure?.errors[0]?.data} />
      <JustDone data={failure?.errors[0]?.data} />
      {wallet === null ? (
        <Notice tone="info" title={t('code.openFirst')}>
          <p>{t('code.openText')}</p>
          <p>
            <a href="/wallet/open?returnTo=%2Fwallet%2Fcode">{t('code.open')}</a>
          </p>
        </Notice>
      ) : (
        <WalletStateNotice {...wallet} />
      )}
      {wallet?.state === 'closed' ? null : (
        <Card>
          <form key={formKey} method="post" action="/wallet/code" className="form" data-once="" noValidate>
            <input type="hidden" name="batch" value={form.valueOf('batch') || batch} />
            <Field
              label={t('code.field')}
              name="code"
              hint={t('code.hint', { example })}
              defaultValue={form.valueOf('code') ?? typed}
              error={form.messageOf('code')}
              code
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={200}
              required
            />
            <FormActions submit={t('code.submit')} cancelHref="/wallet" />
          </form>
        </Card>
      )}
      {redeemed.length === 0 ? null : (
        <Card title={t('code.used')}>
          <Table
            caption={t('code.used')}
            rows={redeemed}
            rowKey={(one) => one.number}
            columns={[
              {
                key: 'at',
                header: t('code.date'),
                kind: 'name',
                cell: (one) => (
                  <time dateTime={one.at} suppressHydrationWarning>
                    {format.dateTime(one.at)}
                  </time>
                ),
              },
              {
                key: 'number',
                header: t('code.number'),
                kind: 'quiet',
                cell: (one) => (
                  <a href={transactionPath(one.number)}>
                    <bdi className="code" dir="ltr">
                      {one.number}
                    </bdi>
                  </a>
                ),
              },
              { key: 'amount', header: t('code.amount'), phone: 'end', cell: (one) => amounts.mango(one.amount) },
            ]}
          />
        </Card>
      )}
    </FormPage>
  )
}
export default Exchange
