/** What a page of a wallet is given by its loader. Amounts are decimal text, moments ISO. */
import type { WalletState } from '~/modules/wallet/wallet.server'

/** The sender of a transfer. */
export type SenderView = {
  state: WalletState
  reason: string | null
  hasPassword: boolean
  lockedUntil: string | null
  available: string
  /** What can be sent now: the smaller of what there is for it and what is left of the day. */
  sendable: string
  later: { amount: string; from: string }[]
  /** What can still be sent of the day's amount; null where that is more than there is. */
  dayLeft: string | null
  hasFee: boolean
}
