/** One transaction of the wallet with all its details, to read, to print, or to save as a PDF. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandOf } from '~/brand/brand'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { contactOf } from '~/modules/provider/provider.server'
import type { TransactionView } from '~/modules/wallet/view'
import styles from '~/styles/order.css'
import { Button, ButtonLink } from '~/ui/button'
import { orderPath } from '~/ui/order/order-path'
import { Receipt } from '~/ui/order/receipt'
import { PageHead } from '~/ui/page-head'
import { transactionContent } from '~/ui/wallet/transaction-content'
import { sendBackPath } from '~/ui/wallet/places'
import { transactionPath } from '~/ui/wallet/transaction-list'
import { WithScripts } from '~/ui/with-scripts'
import { requireTransaction } from '~/web/wallet/require-transaction.server'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:transaction.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, transaction } = await requireTransaction(request, context, params.number)
  const brand = brandOf(new URL(context.origin).host)
  return json({
    transaction: transaction satisfies TransactionView,
    customer: user.userName,
    issuer: { name: brand.name, contact: contactOf(brand).email },
  })
}

const Transaction = () => {
  const { t } = useTranslation('wallet')
  const { t: ofOrder } = useTranslation('order')
  const format = useFormat()
  const { transaction, customer, issuer } = useLoaderData<typeof loader>()
  const content = transactionContent(transaction, { t, ofOrder, format, issuer, customer })
  const { number, order, what, takesBack } = transaction
  return (
    <div className="narrow">
      <PageHead
        title={content.title}
        crumbs={[{ href: '/wallet', label: t('wallet.title') }]}
        actions={
          <>
            {order === null ? null : (
              <ButtonLink href={orderPath(order.number)}>{t('transaction.seeOrder')}</ButtonLink>
            )}
            {what === 'received' && !takesBack ? (
              <ButtonLink href={sendBackPath(number)}>{t('transaction.sendBack')}</ButtonLink>
            ) : null}
            <WithScripts>
              <Button type="button" onClick={() => window.print()}>
                {ofOrder('receipt.print')}
              </Button>
            </WithScripts>
            <ButtonLink icon="download" href={`${transactionPath(number)}/receipt.pdf`}>
              {ofOrder('receipt.pdf')}
            </ButtonLink>
          </>
        }
      />
      <Receipt content={content} />
    </div>
  )
}
export default Transaction
