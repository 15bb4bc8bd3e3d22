/** The pages of a wallet: what can be done with it, and what else is known of it. A new page adds its line here. */
export type WalletPlace = { href: string; key: 'wallet' }

/** What can be done, as buttons below the balance; the first is the one to do next. Words: `wallet:act.KEY`. */
export const walletActs: readonly { href: string; key: 'code' }[] = [{ href: '/wallet/code', key: 'code' }]

/** The pages beside the balance, as tabs. Words: `wallet:link.KEY`. */
export const walletPages: readonly WalletPlace[] = [{ href: '/wallet', key: 'wallet' }]
