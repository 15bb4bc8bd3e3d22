/** The receipt of a paid order, to read, to print, or to save as a PDF. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { brandOf } from '~/brand/brand'
import { useFormat } from '~/i18n/format'
import type { RouteHandle } from '~/i18n/handle'
import { contactOf } from '~/modules/provider/provider.server'
import styles from '~/styles/order.css'
import { Button, ButtonLink } from '~/ui/button'
import { orderPath } from '~/ui/order/order-path'
import { Receipt } from '~/ui/order/receipt'
import { receiptContent } from '~/ui/order/receipt-content'
import { PageHead } from '~/ui/page-head'
import { WithScripts } from '~/ui/with-scripts'
import { requireOrder } from '~/web/order/require-order.server'

export const handle = { i18n: ['order'], title: 'order:receipt.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const { user, order } = await requireOrder(request, context, params.number)
  if (!order.acts.includes('receipt')) throw redirect(orderPath(order.number))
  const brand = brandOf(new URL(context.origin).host)
  return json({ order, customer: user.userName, issuer: { name: brand.name, contact: contactOf(brand).email } })
}

const ReceiptPage = () => {
  const { t } = useTranslation('order')
  const format = useFormat()
  const { order, customer, issuer } = useLoaderData<typeof loader>()
  const content = receiptContent(order, { t, format, issuer, customer })
  return (
    <div className="narrow">
      <PageHead
        title={content.title}
        crumbs={[
          { href: '/order', label: t('title') },
          { href: orderPath(order.number), label: order.number },
        ]}
        actions={
          <>
            <WithScripts>
              <Button type="button" onClick={() => window.print()}>
                {t('receipt.print')}
              </Button>
            </WithScripts>
            <ButtonLink icon="download" href={`${orderPath(order.number, 'receipt')}.pdf`}>
              {t('receipt.pdf')}
            </ButtonLink>
          </>
        }
      />
      <Receipt content={content} />
    </div>
  )
}
export default ReceiptPage
