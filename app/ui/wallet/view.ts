/** The data that loaders give to a wallet's pages. Amounts are decimal text, moments ISO. */
import type { WalletState } from '~/modules/wallet/wallet.server'

/** The sender of a transfer. */
export type SenderView = {
  state: WalletState
  reason: string | null
  hasPassword: boolean
  lockedUntil: string | null
  available: string
  /** The amount that can be sent now: the smaller of the available amount and the rest of the daily limit. */
  sendable: string
  later: { amount: string; from: string }[]
  /** The rest of the daily limit; null if that exceeds the available amount. */
  dayLeft: string | null
  hasFee: boolean
}
