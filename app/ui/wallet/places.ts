/** The pages of a wallet: its actions and its records. A new page adds its line here. */
import type { WalletState } from '~/modules/wallet/wallet.server'

/** The actions, as buttons below the balance; the first is the main one. Texts: `wallet:act.KEY`. */
export const walletActs: readonly { href: string; key: 'recharge' | 'transfer' | 'code' }[] = [
  { href: '/wallet/recharge', key: 'recharge' },
  { href: '/wallet/transfer', key: 'transfer' },
  { href: '/wallet/code', key: 'code' },
]

/**
 * The actions of a wallet in this state. A frozen wallet still accepts codes, because they expire, but no further money
 * is led there. `canSend`: false if sending is impossible for another reason.
 */
export const actsOf = (state: WalletState, canSend: boolean): typeof walletActs =>
  walletActs.filter(({ key }) =>
    state === 'open' ? canSend || key !== 'transfer' : state === 'frozen' && key === 'code',
  )

/** The page that first opens a wallet, for a person who then returns to the page that they came for. */
export const openWalletPath = (returnTo: string): string =>
  `/wallet/open?${new URLSearchParams({ returnTo }).toString()}`

/** The form of a transfer, filled in to return the transfer with this number. */
export const sendBackPath = (number: string): string =>
  `/wallet/transfer?${new URLSearchParams({ back: number }).toString()}`

/** The pages besides the balance, as tabs. Texts: `wallet:link.KEY`. */
export const walletPages: readonly { href: string; key: 'wallet' | 'recharges' | 'usdt' | 'password' | 'points' }[] = [
  { href: '/wallet', key: 'wallet' },
  { href: '/wallet/recharges', key: 'recharges' },
  { href: '/wallet/usdt', key: 'usdt' },
  { href: '/wallet/password', key: 'password' },
  { href: '/points', key: 'points' },
]
