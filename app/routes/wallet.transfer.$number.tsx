/** A sent transfer: its recipient, amount and number. */
import { json, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { findTransfer } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/wallet.css'
import { ButtonLink } from '~/ui/button'
import { Card } from '~/ui/card'
import { Code } from '~/ui/code'
import { useAmounts } from '~/ui/order/amounts'
import { Facts, Moment } from '~/ui/order/facts'
import { Notice } from '~/ui/notice'
import { PageHead } from '~/ui/page-head'
import { mangoText } from '~/web/wallet/amounts.server'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:transfer.sentTitle' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context, params }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const found = await findTransfer(user.userId, params['number'] ?? '')
  if (found === null || found.direction !== 'sent') throw json({ code: 'A0404' }, { status: 404 })
  const { number, other, amount, fee, note, at } = found
  return json({
    number,
    recipient: other,
    amount: mangoText(amount),
    fee: mangoText(fee ?? 0n),
    note,
    at: at.toISOString(),
  })
}

const Sent = () => {
  const { t } = useTranslation('wallet')
  const amounts = useAmounts()
  const { number, recipient, amount, fee, note, at } = useLoaderData<typeof loader>()
  return (
    <div className="narrow">
      <PageHead title={t('transfer.sentTitle')} crumbs={[{ href: '/wallet', label: t('wallet.title') }]} />
      <Notice tone="ok" title={t('transfer.sentText', { amount: amounts.mango(amount) })} />
      <Card className="stack">
        <Facts
          facts={[
            [
              t('transfer.to'),
              <bdi key="r" className="wallet-typed">
                {recipient}
              </bdi>,
            ],
            [t('transfer.amount'), amounts.mango(amount)],
            [t('transfer.fee'), amounts.mango(fee)],
            note === null
              ? null
              : [
                  t('transfer.noteOf'),
                  <bdi key="n" className="wallet-typed">
                    {note}
                  </bdi>,
                ],
            [t('transfer.at'), <Moment key="m" at={at} />],
            [
              t('transfer.number'),
              <a key="c" href={`/wallet/transactions/${number}`}>
                <Code>{number}</Code>
              </a>,
            ],
          ]}
        />
        <div className="form-actions">
          <ButtonLink variant="primary" href="/wallet">
            {t('transfer.toWallet')}
          </ButtonLink>
          <ButtonLink variant="quiet" href="/wallet/transfer">
            {t('transfer.another')}
          </ButtonLink>
        </div>
      </Card>
    </div>
  )
}
export default Sent
