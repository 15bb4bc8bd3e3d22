/** My Wallet: what is in it. */
import { json, redirect, type LinksFunction, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import type { RouteHandle } from '~/i18n/handle'
import { balanceOf, wallet } from '~/modules/ledger/ledger.server'
import { walletState } from '~/modules/wallet/wallet.server'
import { requireUser } from '~/request/caller.server'
import styles from '~/styles/wallet.css'
import { BalanceCard } from '~/ui/wallet/balance-card'
import { WalletStateNotice } from '~/ui/wallet/state-notice'
import { WalletTabs } from '~/ui/wallet/wallet-tabs'
import { PageHead } from '~/ui/page-head'
import { mangoText } from '~/web/wallet/amounts.server'

export const handle = { i18n: ['wallet', 'order'], title: 'wallet:wallet.title' } satisfies RouteHandle
export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export const loader = async ({ request, context }: LoaderFunctionArgs) => {
  const user = await requireUser(request, context)
  const [state, mango] = await Promise.all([walletState(user.userId), balanceOf(wallet(user.userId))])
  if (state === null) throw redirect('/wallet/open')
  return json({ state: { ...state, openedAt: state.openedAt.toISOString() }, balance: mangoText(mango.balance) })
}

const Wallet = () => {
  const { t } = useTranslation('wallet')
  const { state, balance } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead title={t('wallet.title')} />
      <WalletTabs />
      <WalletStateNotice {...state} />
      <BalanceCard balance={balance} />
    </>
  )
}
export default Wallet
