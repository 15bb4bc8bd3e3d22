/** The pages of a wallet: what can be done with it, and what else is known of it. A new page adds its line here. */
import type { WalletState } from '~/modules/wallet/wallet.server'

/** What can be done, as buttons below the balance; the first is the one to do next. Words: `wallet:act.KEY`. */
export const walletActs: readonly { href: string; key: 'recharge' | 'transfer' | 'code' }[] = [
  { href: '/wallet/recharge', key: 'recharge' },
  { href: '/wallet/transfer', key: 'transfer' },
  { href: '/wallet/code', key: 'code' },
]

/**
 * What a wallet in this state offers: codes still go into a frozen one, since they end; no more money is led there.
 * `canSend`: false where nothing can be sent for another reason.
 */
export const actsOf = (state: WalletState, canSend: boolean): typeof walletActs =>
  walletActs.filter(({ key }) =>
    state === 'open' ? canSend || key !== 'transfer' : state === 'frozen' && key === 'code',
  )

/** Where a wallet is opened first, by who is led back then to the page that they came for. */
export const openWalletPath = (returnTo: string): string =>
  `/wallet/open?${new URLSearchParams({ returnTo }).toString()}`

/** The form of a transfer, filled in to give back what came under this number. */
export const sendBackPath = (number: string): string =>
  `/wallet/transfer?${new URLSearchParams({ back: number }).toString()}`

/** The pages beside the balance, as tabs. Words: `wallet:link.KEY`. */
export const walletPages: readonly { href: string; key: 'wallet' | 'recharges' | 'usdt' | 'password' | 'points' }[] = [
  { href: '/wallet', key: 'wallet' },
  { href: '/wallet/recharges', key: 'recharges' },
  { href: '/wallet/usdt', key: 'usdt' },
  { href: '/wallet/password', key: 'password' },
  { href: '/points', key: 'points' },
]
